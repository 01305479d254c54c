/**
 * The gate every call passes, as one ordered list: admission, work, closing.
 *
 * A step either lets the call go on or sets `call.failure` (a throw counts as a crash); from then on only the steps
 * marked `always` run. Reading the lists from top to bottom is reading what happens. A call that becomes a task leaves
 * the list where it does, and its work passes the rest in the background. Calls from outside the protocol (a route, a
 * command) differ in the form of their answer and in nothing else.
 */
import type { ToolReply } from '../registry/operation.js';
import { isTracing } from '../telemetry/tracing.js';
import { auditClaim } from './audit.js';
import type { Call, CallStart, GateResult, GateStep } from './call.js';
import { inSpan } from './in-span.js';
import { launch } from './launch.js';
import { runSteps } from './run-steps.js';
import { admission } from './steps/admission.js';
import { closing, directClosing } from './steps/closing.js';
import { work } from './steps/work.js';

export const gateSteps: readonly GateStep[] = [...admission, ...work, ...closing];
const directSteps: readonly GateStep[] = [...admission, ...work, ...directClosing];

/** A call of MCP, answered in the words of the protocol. */
export async function passGate(start: CallStart): Promise<GateResult> {
  const call = callFrom(start);
  return isTracing() ? inSpan(call, () => answered(call)) : answered(call);
}

async function answered(call: Call): Promise<GateResult> {
  await runSteps(gateSteps, call);
  if (call.background !== undefined) return launch(call, call.background, [...work, ...closing]);
  if (call.result === undefined) throw new Error(`The gate produced no result for ${call.requestedName}.`);
  return call.result;
}

/** A call by a route, a command or this process: the checked answer, or the fault. */
export async function passGateDirectly(start: CallStart): Promise<ToolReply> {
  const call = callFrom(start);
  const pass = () => runSteps(directSteps, call);
  await (isTracing() ? inSpan(call, pass) : pass());
  if (call.reply === undefined) throw new Error(`The gate produced no answer for ${call.requestedName}.`);
  return call.reply;
}

/** Field by field, because an object that begins as a copy of another costs a call a quarter of its time. */
function callFrom({ settings, requestedName, context, args }: CallStart): Call {
  const call: Call = {
    settings,
    requestedName,
    context,
    args,
    startedAtMs: settings.clock(),
    auditKept: false,
    operation: undefined,
    deadline: undefined,
    background: undefined,
    outcome: undefined,
    reply: undefined,
    result: undefined,
    failure: undefined,
  };
  context.audit = auditClaim(call);
  return call;
}
