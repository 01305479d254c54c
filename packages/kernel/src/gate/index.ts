/**
 * The gate every tool call passes, as one ordered list.
 *
 * A step either lets the call go on or sets `call.failure` (a throw counts as a crash); from then on only the steps
 * marked `always` run. Reading the list from top to bottom is reading what happens. A call that becomes a task leaves
 * the list where it does, and its work passes the rest in the background.
 */
import type { Call, GateResult, GateStep } from './call.js';
import { launch } from './launch.js';
import { runSteps } from './run-steps.js';
import { allowList } from './steps/allow-list.js';
import { argumentDepth } from './steps/argument-depth.js';
import { audit } from './steps/audit.js';
import { deadline } from './steps/deadline.js';
import { errorMapping } from './steps/error-mapping.js';
import { handler } from './steps/handler.js';
import { identity } from './steps/identity.js';
import { outputCheck } from './steps/output-check.js';
import { schemaCheck } from './steps/schema-check.js';
import { taskSupport } from './steps/task-support.js';
import { writeOptIn } from './steps/write-opt-in.js';

const admission: readonly GateStep[] = [identity, allowList, writeOptIn, argumentDepth, schemaCheck, taskSupport];
const work: readonly GateStep[] = [deadline, handler, outputCheck, audit, errorMapping];

export const gateSteps: readonly GateStep[] = [...admission, ...work];

export async function passGate(call: Call): Promise<GateResult> {
  await runSteps(gateSteps, call);
  if (call.background !== undefined) return launch(call, call.background, work);
  if (call.result === undefined) throw new Error(`The gate produced no result for ${call.requestedName}.`);
  return call.result;
}
