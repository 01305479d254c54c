import { ProtocolError } from '@modelcontextprotocol/server';

import { Fault } from '../../fault.js';
import { BackgroundWork } from '../../registry/task.js';
import type { Call, CallFailure, GateStep } from '../call.js';
import { cancelled, crashed, deadlinePassed } from '../faults.js';
import { toolOf } from '../tool-of.js';

const outOfTime = Symbol('out of time');

/** Runs the tool. Whatever it does, the call leaves this step with an outcome or a failure, and progress has ended. */
export const handler: GateStep = {
  name: 'handler',
  async run(call) {
    try {
      call.outcome = await withinGrace(call, start(call));
    } catch (error) {
      call.failure = failureOf(call, error);
    } finally {
      call.deadline?.disarm();
    }
    await call.context.finishProgress();
  },
};

/** A synchronous throw is a rejection like any other. */
async function start(call: Call): Promise<unknown> {
  const { run, args, context } = call;
  const { definition } = toolOf(call);
  const outcome = await (run === undefined ? definition.run(args, context) : run(context));
  if (!(outcome instanceof BackgroundWork)) return outcome;
  if (!context.client.acceptsTasks || definition.task === undefined) return outcome.work(context);
  call.background = outcome.work;
  return undefined;
}

async function withinGrace(call: Call, work: Promise<unknown>): Promise<unknown> {
  call.settings.track(work);
  if (call.deadline === undefined) return work;
  const first = await Promise.race([work, call.deadline.graceOver.then(() => outOfTime)]);
  if (first !== outOfTime) return first;
  throw deadlinePassed(toolOf(call).name, call.deadline.timeoutMs);
}

function failureOf(call: Call, error: unknown): CallFailure {
  const { name } = toolOf(call);
  if (call.context.cancelledByCaller) return { cause: 'cancelled', fault: cancelled(name) };
  if (call.deadline?.passed) return { cause: 'failed', fault: deadlinePassed(name, call.deadline.timeoutMs) };
  if (error instanceof Fault) return { cause: 'failed', fault: error };
  if (error instanceof ProtocolError) {
    return { cause: 'failed', fault: new Fault('ProtocolError', error.message), protocolError: error };
  }
  return { cause: 'crashed', fault: crashed(name, error) };
}
