import { isInputRequired } from '../registry/operation.js';
import type { TurnEnd, TurnInput } from '../task/running-task.js';
import { createdTask, isCreatedTask } from '../task/task-record.js';
import { auditClaim, keepEvidence } from './audit.js';
import type { BackgroundRun, Call, GateResult, GateStep } from './call.js';
import { cancelled, protocolFailure } from './faults.js';
import { operationOf } from './operation-of.js';
import { runSteps } from './run-steps.js';
import { taskError } from './task-error.js';

/** Answers a call with a task; a task that cannot be started is refused like any other call. */
export async function launch(call: Call, run: BackgroundRun, steps: readonly GateStep[]): Promise<GateResult> {
  const { settings, context } = call;
  try {
    const turn = (input: TurnInput): Promise<TurnEnd> => pass(call, run, steps, input);
    const { name } = operationOf(call);
    const dropped = (): void => tellDropped({ ...call, failure: { cause: 'cancelled', fault: cancelled(name) } });
    const record = settings.tasks.open({ tool: name, owner: context.identity, turn, dropped });
    return createdTask(record, settings.redact);
  } catch (error) {
    const refused: Call = { ...call, background: undefined };
    await runSteps([{ name: 'launch', run: () => Promise.reject(error) }, ...steps], refused);
    if (refused.result === undefined) throw error;
    return refused.result;
  }
}

/** A task that was asked to stop while it waited for answers has no turn in which its end could be told. */
function tellDropped(call: Call): void {
  const keeping = keepEvidence(call);
  if (keeping !== undefined) call.settings.track(keeping);
}

/** One turn of a task: the steps that do the work, with the caller's request replaced by the task. */
async function pass(origin: Call, run: BackgroundRun, steps: readonly GateStep[], input: TurnInput): Promise<TurnEnd> {
  const { requestState, failure } = await stateOf(origin, input);
  const call: Call = {
    ...{ ...origin, run, failure },
    context: origin.context.detach({ ...input, requestState }),
    background: undefined,
  };
  call.context.audit = auditClaim(call);
  try {
    await runSteps(steps, call);
    return endOf(call);
  } catch (error) {
    return call.failure?.cause === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', error: taskError(error) };
  }
}

/** State that does not hold ends the call like any failure: its steps that always run tell of it. */
async function stateOf(
  { context }: Call,
  input: TurnInput,
): Promise<Pick<Call, 'failure'> & { requestState: unknown }> {
  try {
    return { requestState: await context.verifiedState(input.requestState), failure: undefined };
  } catch (error) {
    return { requestState: undefined, failure: protocolFailure(error as Error) };
  }
}

function endOf({ result, failure }: Call): TurnEnd {
  if (failure?.cause === 'cancelled') return { kind: 'cancelled' };
  if (result === undefined || isCreatedTask(result)) throw new Error('A task ended without a result.');
  return isInputRequired(result) ? { kind: 'ask', question: result } : { kind: 'done', result };
}
