import type { HostResult, JsonObject, Progress } from '../host/tool-host.js';
import type { CallBlock } from './dialog.js';
import type { ModelStep, TokenUsage } from './generator.js';
import type { AgentTool } from './tools/agent-tool.js';

/** What happens in a run, as it happens. */
export type AgentEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'retry'; readonly reason: string; readonly waitMs: number }
  | { readonly type: 'step'; readonly step: ModelStep; readonly usage: TokenUsage }
  | { readonly type: 'thought'; readonly text: string }
  | {
      readonly type: 'call';
      readonly call: CallBlock;
      /** Undefined when there is no such tool. */
      readonly tool: AgentTool | undefined;
      /** Undefined when the text of the arguments is no JSON object. */
      readonly args: JsonObject | undefined;
    }
  | { readonly type: 'progress'; readonly call: CallBlock; readonly progress: Progress }
  | {
      readonly type: 'result';
      readonly call: CallBlock;
      readonly tool: AgentTool | undefined;
      readonly result: HostResult;
      readonly durationMs: number;
    }
  | { readonly type: 'notice'; readonly text: string };

/** A watcher that gives a promise is waited for. */
export type AgentWatcher = (event: AgentEvent) => void | Promise<void>;
