import type { HostResult, JsonObject, Progress } from '../../host/tool-host.js';
import type { ToolOffer } from '../generator.js';

/** A tool the loop can use, whoever provides it; operations of servers run in the gate (kernel/gate/run-operation.ts). */
export interface AgentTool extends ToolOffer {
  /** The name for people, such as `server/tool`. */
  readonly title: string;
  /** Changes nothing, as far as its provider says. */
  readonly readOnly: boolean;
  /** Whoever watches is not told of its calls, because they carry the answer itself. */
  readonly silent?: boolean;
  /** Seconds it may take, when its arguments say so. */
  timeoutSecondsOf?(args: JsonObject): number | undefined;
  use(args: JsonObject, context: ToolRun): Promise<HostResult>;
}

export interface ToolRun {
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export function textResult(text: string, isError = false): HostResult {
  return { content: [{ type: 'text', text }], isError, structuredContent: undefined };
}
