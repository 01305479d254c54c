import type { CompiledOperation } from '../registry/registry.js';
import type { Call } from './call.js';

/** The tool of a call that has passed the allow-list. */
export function operationOf(call: Call): CompiledOperation {
  if (call.operation === undefined) throw new Error('The allow-list comes before every step that needs the tool.');
  return call.operation;
}
