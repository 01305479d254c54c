import type * as view from '../../answers/index.js';
import type { Caller } from '../../domain/principal.js';
import { isSingleCall, isTerminal, type RunStatus } from '../../domain/run.js';
import { viewFor } from '../approvals/approvals.js';
import { type Deps, pageLimit, pageOf } from '../deps.js';
import { runSummary, stepView } from '../to-view.js';
import { ownRun } from './own-runs.js';
import { timelineOf } from './timeline.js';

export async function getRun(deps: Deps, caller: Caller, runId: string): Promise<view.RunView> {
  const found = await deps.store.read(caller.workspaceId, async (tables) => {
    const run = await ownRun(tables, caller, runId);
    const steps = await tables.steps.find({ where: { run_id: runId } });
    const approvals = await tables.approvals.find({ where: { run_id: runId, status: 'Pending' } });
    const pending = [];
    for (const approval of approvals) pending.push(await viewFor(deps, tables, approval, caller));
    return { run, steps, pending };
  });
  const { run, steps, pending } = found;
  const evidence = await deps.store.evidenceOf(caller.workspaceId, runId);
  const body = { input: run.input, ...('output' in run ? { output: run.output } : {}), steps: steps.map(stepView) };
  // All of these were made here; to copy them into one another took longer than to read them.
  return Object.assign(deps.redact(Object.assign(runSummary(run), body)), { pendingApprovals: pending, evidence });
}

/** What a single call was answered, as it came but for secrets of this installation; for whoever proposed it. */
export async function callResult(deps: Deps, caller: Caller, runId: string): Promise<unknown> {
  const [step] = await deps.store.read(caller.workspaceId, async (tables) => {
    const run = await ownRun(tables, caller, runId);
    return isSingleCall(run) ? tables.steps.find({ where: { run_id: runId } }) : [];
  });
  return deps.maskSecrets(step?.result);
}

export async function getTimeline(deps: Deps, caller: Caller, runId: string): Promise<view.RunTimeline> {
  const found = await deps.store.read(caller.workspaceId, async (tables) => ({
    run: await ownRun(tables, caller, runId),
    steps: await tables.steps.find({ where: { run_id: runId } }),
    plans: await tables.plans.find({ where: { run_id: runId } }),
    approvals: await tables.approvals.find({ where: { run_id: runId } }),
  }));
  const entries = [];
  for await (const entry of deps.store.ledger.entries({ chain: caller.workspaceId, stream: runId }))
    entries.push(entry);
  return deps.redact(timelineOf({ ...found, entries }));
}

export interface ListRunsRequest extends view.PageRequest {
  readonly status?: RunStatus;
  readonly workflowId?: string;
  readonly runIds?: readonly string[];
}

export async function listRuns(
  deps: Deps,
  caller: Caller,
  request: ListRunsRequest = {},
): Promise<view.Page<view.RunSummary>> {
  const limit = pageLimit(request.limit);
  const where = {
    ...(request.status === undefined ? {} : { status: request.status }),
    ...(request.workflowId === undefined ? {} : { workflow_id: request.workflowId }),
    ...(request.runIds === undefined ? {} : { run_id: { in: request.runIds } }),
    ...(caller.kind === 'agent' ? { initiated_by: caller.principalId } : {}),
  };
  const after = request.cursor === undefined ? {} : { after: request.cursor };
  const runs = await deps.store.read(caller.workspaceId, (tables) =>
    tables.runs.find({ where, newest: true, limit: limit + 1, ...after }),
  );
  return deps.redact(pageOf(runs, limit, ({ runId }) => runId, runSummary));
}

/** Resolves when the run has ended, waits for a person, or the time is over. Waits by looking whenever something was committed here, and now and then for what other processes did. */
export async function waitForRun(
  deps: Deps,
  caller: Caller,
  runId: string,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal },
): Promise<view.RunView> {
  const until = deps.surroundings.now() + timeoutMs;
  for (;;) {
    const run = await deps.store.read(caller.workspaceId, (tables) => ownRun(tables, caller, runId));
    const left = until - deps.surroundings.now();
    if (
      isTerminal(run.status) ||
      run.status === 'WaitingForApproval' ||
      run.status === 'Paused' ||
      left <= 0 ||
      signal?.aborted
    ) {
      return getRun(deps, caller, runId);
    }
    await nextCommit(deps, caller.workspaceId, Math.min(left, 500), signal);
  }
}

export function nextCommit(
  deps: Deps,
  workspaceId: string,
  atMostMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, atMostMs);
    const stop = deps.store.onCommit((committed) => {
      if (committed === workspaceId) end();
    });
    signal?.addEventListener('abort', end, { once: true });
  });
}
