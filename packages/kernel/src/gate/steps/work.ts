/** The deadline, the operation itself, and the check of what it gives. A task passes these in the background. */
import { Fault } from '../../fault.js';
import { isInputRequired } from '../../registry/operation.js';
import { BackgroundWork, TaskReply } from '../../registry/task.js';
import { isRpcError } from '../../wire/rpc-error.js';
import type { Call, CallFailure, Deadline, GateStep } from '../call.js';
import { armDeadline } from '../deadline.js';
import { cancelled, crashed, deadlinePassed, invalidOutput, protocolFailure, serverStopping } from '../faults.js';
import { operationOf } from '../operation-of.js';
import { checkedReply } from '../result.js';
import { runOperation } from '../run-operation.js';
import { ownErrors } from '../stray-errors.js';

const outOfTime = Symbol('out of time');

const deadline: GateStep = {
  name: 'deadline',
  run(call) {
    const timeoutMs = operationOf(call).definition.timeoutMs ?? call.settings.defaultTimeoutMs;
    if (timeoutMs > 0) call.deadline = armDeadline(call, timeoutMs);
  },
};

/** Whatever the operation does, the call leaves this step with an outcome or a failure, and progress has ended. */
const handler: GateStep = {
  name: 'handler',
  run(call) {
    try {
      const work = ownErrors(operationOf(call).name, () => start(call));
      if (work instanceof Promise) return finished(call, work);
      call.outcome = work;
    } catch (error) {
      call.failure = failureOf(call, error);
    }
    call.deadline?.disarm();
    return call.context.finishProgress();
  },
};

async function finished(call: Call, work: Promise<unknown>): Promise<void> {
  try {
    call.outcome = await withinGrace(call, work);
  } catch (error) {
    call.failure = failureOf(call, error);
  } finally {
    call.deadline?.disarm();
  }
  await call.context.finishProgress();
}

function start(call: Call): unknown {
  const { run, context } = call;
  const outcome = run === undefined ? runOperation(call, context) : run(context);
  return outcome instanceof Promise ? outcome.then((value) => settled(call, value)) : settled(call, outcome);
}

/** Work for the background goes there when the caller can be told so, and is waited for otherwise. */
function settled(call: Call, outcome: unknown): unknown {
  if (!(outcome instanceof BackgroundWork)) return outcome;
  if (!call.context.client.acceptsTasks || operationOf(call).definition.task === undefined)
    return outcome.work(call.context);
  call.background = outcome.work;
  return undefined;
}

const withinGrace = (call: Call, work: Promise<unknown>): Promise<unknown> =>
  call.deadline === undefined ? work : beforeGraceIsOver(call, call.deadline, work);

async function beforeGraceIsOver(call: Call, deadline: Deadline, work: Promise<unknown>) {
  const first = await Promise.race([work, deadline.graceOver.then(() => outOfTime)]);
  if (first !== outOfTime) return first;
  // The call goes on without its work, which a server that ends waits for all the same.
  call.settings.track(work);
  throw outOfTimeFault(call, deadline);
}

function outOfTimeFault(call: Call, { passed, timeoutMs }: Deadline): Fault {
  const { name } = operationOf(call);
  return passed === 'stopping' ? serverStopping(name) : deadlinePassed(name, timeoutMs);
}

function failureOf(call: Call, error: unknown): CallFailure {
  const { name } = operationOf(call);
  if (call.context.cancelledByCaller) return { cause: 'cancelled', fault: cancelled(name) };
  if (call.deadline?.passed) return { cause: 'failed', fault: outOfTimeFault(call, call.deadline) };
  if (error instanceof Fault) return { cause: 'failed', fault: error };
  if (isRpcError(error)) return protocolFailure(error);
  return { cause: 'crashed', fault: crashed(name, error) };
}

/** What leaves matches the schema that was listed, and secrets are gone. */
const outputCheck: GateStep = {
  name: 'output-check',
  run(call) {
    const { outcome, settings } = call;
    if (isInputRequired(outcome) || outcome instanceof TaskReply) return;
    const operation = operationOf(call);
    const checked = checkedReply(operation, outcome, settings.redactAnswer);
    if (checked.ok) call.reply = checked.reply;
    else call.failure = { cause: 'crashed', fault: invalidOutput(operation.name, checked.issues) };
  },
};

export const work: readonly GateStep[] = [deadline, handler, outputCheck];
