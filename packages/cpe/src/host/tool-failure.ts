import { cpeFault, Fault } from '../faults.js';
import type { HostPart, HostResult } from './tool-host.js';

/** A call that came to nothing, in the words a model reads and corrects. */
export function failedCall(server: string, tool: string, failure: Fault): HostResult {
  const details = [failure.message, failure.suggestion, errorData(failure)].filter((each) => each !== undefined);
  const text = `Error calling MCP tool ${server}/${tool}: ${details.join(' ')}`;
  return { content: [{ type: 'text', text }], isError: true, structuredContent: undefined, failure };
}

const MOST_DATA = 2_000;

/** What a server says about a protocol error beside its message; often the only place that tells what to correct. */
export function errorData({ kind, context: { data } }: Fault): string | undefined {
  if (kind !== 'RpcError' || data === undefined || data === null) return undefined;
  const text = typeof data === 'string' ? data : JSON.stringify(data);
  return text.length <= MOST_DATA ? text : `${text.slice(0, MOST_DATA)}…`;
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
