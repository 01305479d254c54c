/**
 * Whether the evidence tells of everything that the state holds, and the state of everything that the evidence tells. A chain
 * whose end was cut off is as valid as a whole one; but the runs, calls and decisions it told of are still there.
 */
import type { Entry } from '@quadrivium/ledger';
import type * as view from '../../answers/index.js';
import { idOf } from '../../domain/ids.js';
import type { Caller } from '../../domain/principal.js';
import { isTerminal } from '../../domain/run.js';
import type { Collections } from '../../domain/store-port.js';
import type { Deps } from '../deps.js';

const pageSize = 200;
const mostTold = 100;

export async function compareEvidence(deps: Deps, caller: Caller, signal?: AbortSignal): Promise<view.Comparison> {
  const { workspaceId } = caller;
  // The state first: what happens while we look is then in the evidence at the latest.
  const held = await deps.store.read(workspaceId, (tables) => heldIn(tables, signal));
  const told = new Map<string, number>();
  const removed = new Set<string>();
  for await (const entry of deps.store.ledger.entries({ chain: workspaceId })) {
    signal?.throwIfAborted();
    for (const fact of factsOf(entry)) told.set(fact, (told.get(fact) ?? 0) + 1);
    for (const runId of removedIn(entry)) removed.add(runId);
  }
  const missing = [...held].filter(([fact, count]) => (told.get(fact) ?? 0) < count).map(([fact]) => fact);
  const orphans = [...told.keys()].filter((fact) => fact.startsWith('start of run ') && !held.has(fact));
  const gone = await reallyGone(deps, workspaceId, orphans);
  const unknown = gone.filter((runId) => !removed.has(runId));
  const differences = [
    ...missing.map((fact) => `The evidence does not tell of the ${fact}.`),
    ...unknown.map((runId) => `The evidence tells of run ${runId}, which is not there.`),
  ];
  return {
    agrees: differences.length === 0,
    compared: held.size,
    differences: differences.slice(0, mostTold),
    count: differences.length,
  };
}

/** What the rows say must have been recorded, and how often. */
async function heldIn(tables: Collections, signal: AbortSignal | undefined): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  const raise = (fact: string, by = 1): void => void held.set(fact, (held.get(fact) ?? 0) + by);
  for await (const { runId, status } of pages(
    (after) => tables.runs.find({ limit: pageSize, ...after }),
    ({ runId }) => runId,
  )) {
    signal?.throwIfAborted();
    raise(`start of run ${runId}`);
    if (isTerminal(status)) raise(`end of run ${runId}`);
    for (const { stepId, attempts } of await tables.steps.find({ where: { run_id: runId } }))
      if (attempts.length > 0) raise(`calls of step ${runId}/${stepId}`, attempts.length);
  }
  for await (const { approvalId, decisions } of pages(
    (after) => tables.approvals.find({ limit: pageSize, ...after }),
    ({ approvalId }) => approvalId,
  )) {
    raise(`request of approval ${approvalId}`);
    if (decisions.length > 0) raise(`decisions on approval ${approvalId}`, decisions.length);
  }
  return held;
}

async function* pages<Row>(
  find: (after: { after?: string }) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let rows = await find({}); rows.length > 0; ) {
    yield* rows;
    const last = rows.at(-1);
    rows = rows.length < pageSize || last === undefined ? [] : await find({ after: keyOf(last) });
  }
}

function factsOf({ type, stream, body }: Entry): readonly string[] {
  const { links = {} } = body as { readonly links?: Readonly<Record<string, string>> };
  switch (type) {
    case 'RunStarted':
      return [`start of run ${stream}`];
    case 'RunSucceeded':
    case 'RunFailed':
    case 'RunCancelled':
      return [`end of run ${stream}`];
    case 'IntentWritten':
      return [`calls of step ${stream}/${links.stepId}`];
    case 'ApprovalRequested':
      return [`request of approval ${links.approvalId}`];
    case 'ApprovalDecided':
      return [`decisions on approval ${links.approvalId}`];
    default:
      return [];
  }
}

/** Runs that were removed because they had been kept long enough. */
function removedIn({ type, body }: Entry): readonly string[] {
  if (type !== 'RunsRemoved') return [];
  const { detail } = body as { readonly detail?: { readonly runIds?: readonly string[] } };
  return detail?.runIds ?? [];
}

/** A run that began while we looked is in the evidence only; it is asked for once more. */
async function reallyGone(deps: Deps, workspaceId: string, facts: readonly string[]): Promise<readonly string[]> {
  const ids = facts.map((fact) => fact.slice('start of run '.length));
  return deps.store.read(workspaceId, async (tables) => {
    const gone: string[] = [];
    for (const id of ids) if ((await tables.runs.get(idOf(id))) === undefined) gone.push(id);
    return gone;
  });
}
