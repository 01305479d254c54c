/**
 * The gate every tool call passes, as one ordered list.
 *
 * A step either lets the call go on or sets `call.failure` (a throw counts as a crash); from then on only the steps
 * marked `always` run. Reading the list from top to bottom is reading what happens.
 */
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';

import { Fault } from '../fault.js';
import type { Call, GateStep } from './call.js';
import { crashed } from './faults.js';
import { allowList } from './steps/allow-list.js';
import { argumentDepth } from './steps/argument-depth.js';
import { audit } from './steps/audit.js';
import { deadline } from './steps/deadline.js';
import { errorMapping } from './steps/error-mapping.js';
import { handler } from './steps/handler.js';
import { identity } from './steps/identity.js';
import { outputCheck } from './steps/output-check.js';
import { schemaCheck } from './steps/schema-check.js';
import { writeOptIn } from './steps/write-opt-in.js';

export const gateSteps: readonly GateStep[] = [
  identity,
  allowList,
  writeOptIn,
  argumentDepth,
  schemaCheck,
  deadline,
  handler,
  outputCheck,
  audit,
  errorMapping,
];

export async function passGate(call: Call): Promise<CallToolResult | InputRequiredResult> {
  for (const step of gateSteps) {
    if (call.failure !== undefined && step.always !== true) continue;
    try {
      const pending = step.run(call);
      if (pending !== undefined) await pending;
    } catch (error) {
      if (step === errorMapping) throw error;
      call.failure = unexpected(call, error);
    }
  }
  if (call.result === undefined) throw new Error(`The gate produced no result for ${call.requestedName}.`);
  return call.result;
}

function unexpected(call: Call, error: unknown): NonNullable<Call['failure']> {
  if (error instanceof Fault) return { cause: 'refused', fault: error };
  return { cause: 'crashed', fault: crashed(call.requestedName, error) };
}
