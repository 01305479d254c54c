/**
 * A run as an MCP task, for callers that declare the extension: an approval takes hours, and nobody has to keep a connection
 * open or a tool call waiting for it. The run itself is the task, so it outlives this process. A task that waits for an
 * approval is `working` and never `input_required`: that would invite whoever asked to answer.
 */
import { Fault, type Identity, type TaskFacts, type TaskPort, type TaskState } from '@quadrivium/kernel';
import type { RunView } from '../../answers/index.js';

/** What a task is called: the workspace is part of it, because a run is only known inside one. */
export const taskIdOf = ({ workspaceId, runId }: Pick<RunView, 'workspaceId' | 'runId'>): string =>
  `${workspaceId}/${runId}`;

export function runOfTask(taskId: string): { readonly workspaceId: string; readonly runId: string } | undefined {
  const at = taskId.lastIndexOf('/');
  return at <= 0 ? undefined : { workspaceId: taskId.slice(0, at), runId: taskId.slice(at + 1) };
}

/** How the run stands, in the words of tasks. `outcome` is what the tool gives once the run has succeeded. */
export function taskState(run: RunView, tool: string, outcome: (run: RunView) => unknown): TaskState {
  const facts: TaskFacts = {
    taskId: taskIdOf(run),
    tool,
    createdAt: run.createdAtIso,
    lastUpdatedAt: lastChange(run),
    ttlMs: null,
    pollIntervalMs: run.pendingApprovals.length > 0 ? 5000 : 1000,
    statusMessage: run.failure?.message ?? run.waitingFor ?? `The run is ${run.status}.`,
  };
  switch (run.status) {
    case 'Succeeded':
      return { ...facts, status: 'completed', outcome: outcome(run) };
    case 'Cancelled':
      return { ...facts, status: 'cancelled' };
    case 'Failed':
      return { ...facts, status: 'failed', fault: failureOf(run) };
    default:
      return { ...facts, status: 'working' };
  }
}

function failureOf({ failure, runId, workspaceId }: RunView): Fault {
  const { kind = 'RunFailed', message = 'The run has failed.', actionId } = failure ?? {};
  return new Fault(kind, message, { context: { workspaceId, runId, ...(actionId === undefined ? {} : { actionId }) } });
}

const lastChange = ({ createdAtIso, startedAtIso, endedAtIso, steps }: RunView): string =>
  [createdAtIso, startedAtIso, endedAtIso, ...steps.flatMap((step) => [step.startedAtIso, step.endedAtIso])]
    .filter((time) => time !== undefined)
    .reduce((last, time) => (time > last ? time : last));

/** What `portarium_run_start` gives when its run has ended: the run, in the form in which it would have been started. */
export const startedOutcome = (run: RunView): unknown => ({ ...run, pollAfterMs: 0, replayed: false });

type RunKey = NonNullable<ReturnType<typeof runOfTask>>;

/** How runs are read and cancelled for whoever asks about a task. */
export interface RunAccess {
  get(identity: Identity, key: RunKey): Promise<RunView>;
  cancel(identity: Identity, key: RunKey & { readonly reason: string }): Promise<unknown>;
}

/** Runs that were answered with as tasks; whoever may not see the run finds no task. */
export function runTasks(
  runs: RunAccess,
  stateOf: (run: RunView) => TaskState = (run) => taskState(run, 'portarium_run_start', startedOutcome),
): TaskPort {
  return {
    async get(taskId, { identity }) {
      const key = runOfTask(taskId);
      return key === undefined ? undefined : stateOf(await runs.get(identity, key));
    },
    async cancel(taskId, { identity }) {
      const key = runOfTask(taskId);
      if (key !== undefined) await runs.cancel(identity, { ...key, reason: 'The task was cancelled.' });
    },
  };
}
