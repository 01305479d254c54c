import { isInputRequired } from '../registry/operation.js';
import type { TurnEnd, TurnInput } from '../task/running-task.js';
import { createdTask, isCreatedTask } from '../task/task-record.js';
import { questionIssue } from './asked-capabilities.js';
import { auditClaim } from './audit.js';
import type { BackgroundRun, Call, GateResult, GateStep } from './call.js';
import { operationOf } from './operation-of.js';
import { runSteps } from './run-steps.js';
import { taskError } from './task-error.js';

/** Answers a call with a task; a task that cannot be started is refused like any other call. */
export async function launch(call: Call, run: BackgroundRun, steps: readonly GateStep[]): Promise<GateResult> {
  const { settings, context } = call;
  try {
    const turn = (input: TurnInput): Promise<TurnEnd> => pass(call, run, steps, input);
    const record = settings.tasks.open({ tool: operationOf(call).name, owner: context.identity, turn });
    return createdTask(record, settings.redact);
  } catch (error) {
    const refused: Call = { ...call, background: undefined };
    await runSteps([{ name: 'launch', run: () => Promise.reject(error) }, ...steps], refused);
    if (refused.result === undefined) throw error;
    return refused.result;
  }
}

/** One turn of a task: the steps that do the work, with the caller's request replaced by the task. */
async function pass(origin: Call, run: BackgroundRun, steps: readonly GateStep[], input: TurnInput): Promise<TurnEnd> {
  let call: Call | undefined;
  try {
    const requestState = await origin.context.verifiedState(input.requestState);
    call = { ...origin, context: origin.context.detach({ ...input, requestState }), background: undefined, run };
    call.context.audit = auditClaim(call);
    await runSteps(steps, call);
    return endOf(call);
  } catch (error) {
    return call?.failure?.cause === 'cancelled' ? { kind: 'cancelled' } : { kind: 'failed', error: taskError(error) };
  }
}

function endOf({ result, failure, context }: Call): TurnEnd {
  if (failure?.cause === 'cancelled') return { kind: 'cancelled' };
  if (result === undefined || isCreatedTask(result)) throw new Error('A task ended without a result.');
  if (!isInputRequired(result)) return { kind: 'done', result };
  const issue = questionIssue(result, context.client.capabilities);
  if (issue !== undefined) throw issue;
  return { kind: 'ask', question: result };
}
