import {
  type Checkpoint,
  type Entry,
  exportLines,
  nodeCrypto,
  type VerifyReport,
  verifyLines,
} from '@quadrivium/ledger';
import type * as view from '../answers/index.js';
import type { CloudEvent } from '../domain/event.js';
import { callChain } from '../domain/evidence.js';
import { type Caller, requirePermission } from '../domain/principal.js';
import { portariumFault } from '../faults.js';
import { checkpoint } from './checkpointer.js';
import { type Deps, pageLimit } from './deps.js';
import { nextCommit } from './read-runs.js';
import { type Signing, signingOf } from './signing.js';

export async function listEvidence(
  deps: Deps,
  caller: Caller,
  request: { runId?: string; type?: string; after?: number; limit?: number } = {},
): Promise<view.Page<Entry>> {
  requirePermission(caller, 'evidence:read');
  const limit = pageLimit(request.limit);
  const items = [];
  const { runId, type, after } = request;
  const query = {
    chain: caller.workspaceId,
    limit: limit + 1,
    ...(runId === undefined ? {} : { stream: runId }),
    ...(type === undefined ? {} : { type }),
    ...(after === undefined ? {} : { after }),
  };
  for await (const entry of deps.store.ledger.entries(query)) items.push(entry);
  const page = items.slice(0, limit);
  const last = page.at(-1);
  return { items: page, ...(items.length > limit && last !== undefined ? { nextCursor: String(last.seq) } : {}) };
}

/** Lines of an NDJSON export that `quadrivium-ledger verify` understands without a server. */
export function exportEvidence(deps: Deps, caller: Caller, request: { runId?: string } = {}): AsyncIterable<string> {
  requirePermission(caller, 'evidence:read');
  const { runId } = request;
  return linesOf(deps, caller.workspaceId, runId === undefined ? {} : { stream: runId });
}

export type LiveReport = VerifyReport & { readonly signing: Signing };

/** The chain of what happened, and the chain of who called what. */
export async function verifyEvidence(deps: Deps, caller: Caller): Promise<LiveReport> {
  requirePermission(caller, 'evidence:read');
  await deps.calls.flush();
  const { workspaceId } = caller;
  const lines = allLines(deps, [workspaceId, callChain(workspaceId)]);
  return { ...(await verifyLines(lines, { crypto: nodeCrypto })), signing: await signingOf(deps, workspaceId) };
}

async function* allLines(deps: Deps, chains: readonly string[]): AsyncIterable<string> {
  for (const chain of chains) if ((await deps.store.ledger.head(chain)).seq > 0) yield* linesOf(deps, chain);
}

/** Signs where the chain stands now. Whoever keeps the answer notices when the end of the chain is cut off. */
export async function checkpointEvidence(deps: Deps, caller: Caller): Promise<Checkpoint> {
  requirePermission(caller, 'evidence:read');
  const signed = await checkpoint(deps, caller.workspaceId);
  if (signed !== undefined) return signed;
  throw portariumFault('Unavailable', 'There is nothing to sign, or no key file to sign with.', {
    suggestion: 'Give the server a key file: PORTARIUM_KEY_FILE.',
  });
}

/** Events after the cursor, oldest first. A cursor is the `sequence` of the last event seen; 0 for all. */
export async function eventsSince(
  deps: Deps,
  caller: Caller,
  cursor: number,
  limit?: number,
): Promise<readonly CloudEvent[]> {
  requirePermission(caller, 'event:read');
  return deps.store.events(caller.workspaceId, cursor, pageLimit(limit));
}

/** The `sequence` of the newest event: the cursor for what comes next. */
export async function newestEvent(deps: Deps, caller: Caller): Promise<number> {
  requirePermission(caller, 'event:read');
  const newest = await deps.store.read(caller.workspaceId, ({ outbox }) => outbox.find({ newest: true, limit: 1 }));
  return newest[0]?.seq ?? 0;
}

/** Events without end, until the signal. */
export function followEvents(
  deps: Deps,
  caller: Caller,
  cursor: number,
  signal: AbortSignal,
): AsyncIterable<CloudEvent> {
  requirePermission(caller, 'event:read');
  return follow(deps, caller, cursor, signal);
}

/** An export reads its own chain, whatever it is asked for. */
function linesOf({ store: { ledger } }: Deps, chain: string, part: { readonly stream?: string } = {}) {
  const source = {
    checkpoints: () => ledger.checkpoints(chain),
    entries: (query: { readonly stream?: string } = {}) => ledger.entries({ ...query, chain }),
  };
  return exportLines(source, { chain, ...part });
}

/** From the table and nowhere else: whoever comes back with the last number gets exactly what was missed. */
async function* follow(deps: Deps, caller: Caller, from: number, signal: AbortSignal): AsyncGenerator<CloudEvent> {
  let cursor = from;
  while (!signal.aborted) {
    const events = await deps.store.events(caller.workspaceId, cursor, 200);
    for (const event of events) {
      if (signal.aborted) return;
      cursor = Number(event.sequence);
      yield event;
    }
    if (events.length === 0) await nextCommit(deps, 500, signal);
  }
}
