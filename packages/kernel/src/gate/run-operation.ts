import type { OperationOutcome } from '../registry/operation.js';
import type { OperationContext } from '../registry/operation-context.js';
import type { Call } from './call.js';
import { operationOf } from './operation-of.js';

/** The one place in which an operation runs: whoever wants its answer comes through the gate. */
export function runOperation(
  call: Call,
  context: OperationContext,
): OperationOutcome<unknown> | Promise<OperationOutcome<unknown>> {
  return operationOf(call).definition.run(call.args, context);
}
