import './promise-with-resolvers.js';
import * as restate from '@restatedev/restate-sdk';
import { wakeSignal } from '../engine/carry-run.js';
import type { RunKey, WorkflowContext } from '../engine/workflow-context.js';

export const workflowName = 'portarium-run';

export const workflowKey = ({ workspaceId, runId }: RunKey): string => `${workspaceId}/${runId}`;

const dayMs = 86_400_000;

/** One run as a Restate workflow: its key makes Restate carry it in one place at a time. */
export function runWorkflow(carry: (context: WorkflowContext, key: RunKey) => Promise<void>) {
  return restate.workflow({
    name: workflowName,
    handlers: {
      run: (context: restate.WorkflowContext, key: RunKey) => carry(restateContext(context), key),
      /** Nothing happens unless the run waits; whoever sends this sends it again for as long as the run's row is due. */
      async wake(context: restate.WorkflowSharedContext): Promise<void> {
        const turn = await context.get<number>('waiting');
        if (turn === null) return;
        const signal = context.promise<boolean>(nameOf(wakeSignal, turn));
        if ((await signal.peek()) === undefined) await signal.resolve(true);
      },
    },
    options: {
      // A run that waits gives its connection back soon; a call that takes its time is not broken off.
      inactivityTimeout: 10_000,
      abortTimeout: 2 * dayMs,
      // A worker that is away is asked again for as long as it takes: a run must not be lost to a limit.
      retryPolicy: { initialInterval: 50, exponentiationFactor: 2, maxInterval: 2000, maxAttempts: 1_000_000_000 },
    },
  });
}

export type RunWorkflow = ReturnType<typeof runWorkflow>;

const nameOf = (signal: string, turn: number): string => `${signal} ${turn}`;

function restateContext(context: restate.WorkflowContext): WorkflowContext {
  const now = () => context.date.now();
  let turn = 0;
  return {
    step: (name, work) => context.run(name, work),
    sleep: async (until) => context.sleep(Math.max(0, until - (await now()))),
    async waitSignal(name, until) {
      // A durable promise is kept once; every wait has one of its own, and says which.
      turn += 1;
      context.set('waiting', turn);
      const signal = context.promise<boolean>(nameOf(name, turn)).get();
      if (until === undefined) await signal;
      else await signal.orTimeout(Math.max(0, until - (await now()))).catch(onlyTimeouts);
      context.clear('waiting');
    },
    child: async (key) => {
      context.workflowSendClient<RunWorkflow>({ name: workflowName }, workflowKey(key)).run(key);
    },
    now,
    uuid: async () => context.rand.uuidv4(),
  };
}

function onlyTimeouts(error: unknown): void {
  if (!(error instanceof restate.TimeoutError)) throw error;
}
