import type { CompiledTool } from '../registry/registry.js';
import type { Call } from './call.js';

/** The tool of a call that has passed the allow-list. */
export function toolOf(call: Call): CompiledTool {
  if (call.tool === undefined) throw new Error('The allow-list comes before every step that needs the tool.');
  return call.tool;
}
