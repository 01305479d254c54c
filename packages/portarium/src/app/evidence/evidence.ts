import type { Checkpoint, Entry } from '@quadrivium/ledger';
import type * as view from '../../answers/index.js';
import { callChain } from '../../domain/evidence.js';
import type { Caller } from '../../domain/principal.js';
import { portariumFault } from '../../faults.js';
import { type Deps, pageLimit } from '../deps.js';
import { checkpoint } from './checkpointer.js';
import { anchorsFrom, type KeptAnchors } from './kept-anchors.js';

export async function listEvidence(
  deps: Deps,
  caller: Caller,
  request: { runId?: string; type?: string; after?: number; limit?: number } = {},
): Promise<view.Page<Entry>> {
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
export function exportEvidence(
  deps: Deps,
  caller: Caller,
  request: { runId?: string } = {},
  signal?: AbortSignal,
): AsyncIterable<string> {
  const { runId } = request;
  const scope = { chain: caller.workspaceId, ...(runId === undefined ? {} : { stream: runId }) };
  return deps.store.evidence.lines(scope, signal);
}

/** The chain of what happened, and the chain of who called what. */
export async function verifyEvidence(
  deps: Deps,
  caller: Caller,
  kept: KeptAnchors = {},
  signal?: AbortSignal,
): Promise<view.LiveReport> {
  await deps.calls.flush();
  const { workspaceId } = caller;
  return deps.store.evidence.verify([workspaceId, callChain(workspaceId)], anchorsFrom(kept, workspaceId), signal);
}

/** Signs where the chain stands now. Whoever keeps the answer notices when the end of the chain is cut off. */
export async function checkpointEvidence(deps: Deps, caller: Caller): Promise<Checkpoint> {
  const signed = await checkpoint(deps, caller.workspaceId);
  if (signed !== undefined) return signed;
  throw portariumFault('Unavailable', 'There is nothing to sign, or no key file to sign with.', {
    suggestion: 'Give the server a key file: PORTARIUM_KEY_FILE.',
  });
}
