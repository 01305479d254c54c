import { exportLines, nodeCrypto, verifyLines } from '@quadrivium/ledger';
import type { CloudEvent } from '../domain/event.js';
import { type Caller, requirePermission } from '../domain/principal.js';
import { portariumFault } from '../faults.js';
import { checkpoint } from './checkpointer.js';
import type { ControlPlane } from './control-plane.js';
import { type Deps, pageLimit } from './deps.js';
import { nextCommit } from './read-runs.js';
import { signingOf } from './signing.js';

type Evidence = Pick<
  ControlPlane,
  | 'listEvidence'
  | 'exportEvidence'
  | 'verifyEvidence'
  | 'checkpointEvidence'
  | 'eventsSince'
  | 'newestEvent'
  | 'followEvents'
>;

export function evidenceCases(deps: Deps): Evidence {
  const { ledger } = deps.store;
  return {
    async listEvidence(caller, request = {}) {
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
      for await (const entry of ledger.entries(query)) items.push(entry);
      const page = items.slice(0, limit);
      const last = page.at(-1);
      return { items: page, ...(items.length > limit && last !== undefined ? { nextCursor: String(last.seq) } : {}) };
    },
    exportEvidence(caller, request = {}) {
      requirePermission(caller, 'evidence:read');
      const { runId } = request;
      return exportLines(exportable(deps, caller), {
        chain: caller.workspaceId,
        ...(runId === undefined ? {} : { stream: runId }),
      });
    },
    async verifyEvidence(caller) {
      requirePermission(caller, 'evidence:read');
      const { workspaceId: chain } = caller;
      const report = await verifyLines(exportLines(exportable(deps, caller), { chain }), { crypto: nodeCrypto });
      return { ...report, signing: await signingOf(deps, chain) };
    },
    async checkpointEvidence(caller) {
      requirePermission(caller, 'evidence:read');
      const signed = await checkpoint(deps, caller.workspaceId);
      if (signed !== undefined) return signed;
      throw portariumFault('Unavailable', 'There is nothing to sign, or no key file to sign with.', {
        suggestion: 'Give the server a key file: PORTARIUM_KEY_FILE.',
      });
    },
    async eventsSince(caller, cursor, limit) {
      requirePermission(caller, 'event:read');
      return deps.store.events(caller.workspaceId, cursor, pageLimit(limit));
    },
    async newestEvent(caller) {
      requirePermission(caller, 'event:read');
      const newest = await deps.store.read(caller.workspaceId, ({ outbox }) => outbox.find({ newest: true, limit: 1 }));
      return newest[0]?.seq ?? 0;
    },
    followEvents(caller, cursor, signal) {
      requirePermission(caller, 'event:read');
      return follow(deps, caller, cursor, signal);
    },
  };
}

/** An export reads its own chain, whatever it is asked for. */
function exportable({ store: { ledger } }: Deps, { workspaceId }: Caller) {
  return {
    checkpoints: () => ledger.checkpoints(workspaceId),
    entries: (query: { readonly stream?: string } = {}) => ledger.entries({ ...query, chain: workspaceId }),
  };
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
