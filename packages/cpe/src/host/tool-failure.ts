import { cpeFault, Fault } from '../faults.js';
import type { HostPart, HostResult } from './tool-host.js';

/** A call that came to nothing, in the words a model reads and corrects. */
export function failedCall(server: string, tool: string, failure: Fault): HostResult {
  const advice = failure.suggestion === undefined ? '' : ` ${failure.suggestion}`;
  const text = `Error calling MCP tool ${server}/${tool}: ${failure.message}${advice}`;
  return { content: [{ type: 'text', text }], isError: true, structuredContent: undefined, failure };
}

/** The fault behind whatever was thrown. Anything that is none is a bug of ours and goes on rising. */
export function faultFrom(error: unknown): Fault {
  if (error instanceof Fault) return error;
  throw error;
}

const FIRST_WORDS = 500;

/** The tool ran and says that it failed. */
export function reportedFailure(server: string, tool: string, content: readonly HostPart[]): Fault {
  const said = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  return cpeFault('ToolFailed', said.slice(0, FIRST_WORDS) || `${server}/${tool} reports a failure without a word.`, {
    context: { server, tool },
  });
}
