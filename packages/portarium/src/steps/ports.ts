/** The outside world as the engine sees it. Members come in from the composition root; tests bring real servers too. */

import type { StepError } from '../domain/step.js';
import type { ToolAnnotations } from '../policy/classify-tool.js';

/**
 * How sure we are about a call that gave no good answer: it never left, it left and was answered, or nobody knows. Only
 * the last is dangerous for a call that must not be repeated.
 */
export type CallOutcome =
  | { readonly ok: true; readonly output: unknown; readonly result?: ToolResult }
  | {
      readonly ok: false;
      readonly error: StepError;
      readonly certainty: 'not-sent' | 'answered' | 'unknown';
      readonly result?: ToolResult;
    };

/** What a tool answered, as it came: blocks, data and whatever else its server put there. */
export type ToolResult = Readonly<Record<string, unknown>>;

export interface ToolInfo {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: ToolAnnotations;
}

export interface ToolCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** The same for every attempt of one step, so that a server that honours it acts once. */
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** MCP servers that an operator has configured, by name. */
export interface Downstream {
  servers(): readonly string[];
  /** Whether an operator trusts what this server says about its own tools; undefined where nobody said. */
  trusts?(server: string): boolean | undefined;
  tools(server: string): Promise<readonly ToolInfo[]>;
  call(call: ToolCall): Promise<CallOutcome>;
}

export interface HttpCall {
  readonly workspaceId: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly credential?: string;
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface HttpCaller {
  call(call: HttpCall): Promise<CallOutcome>;
}
