import type { GenerationParams } from '../config/schema.js';
import type { JsonObject } from '../host/tool-host.js';
import type { AssistantMessage, Message } from './dialog.js';

/** A tool as a model is told about it. */
export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface StepRequest {
  readonly system: string | undefined;
  readonly dialog: readonly Message[];
  readonly tools: readonly ToolOffer[];
  readonly params: GenerationParams;
}

/** Tokens. What a provider does not report is 0. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
}

export const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

export function sumOf(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
  };
}

export interface ModelStep {
  readonly message: AssistantMessage;
  readonly ending: 'stop' | 'calls' | 'length' | 'filter';
  readonly usage: TokenUsage;
  /** What the provider could not do as asked. */
  readonly warnings: readonly string[];
}

/** Hears the step while it is made. */
export interface StepListener {
  onText?(delta: string): void;
  onThought?(delta: string): void;
  /** The step failed half-way and is made again; what was heard of it does not count. */
  onRetry?(reason: string, waitMs: number): void;
}

export interface ModelFacts {
  readonly ref: string;
  readonly contextWindow: number | undefined;
  readonly maxOutput: number | undefined;
  readonly modalities: readonly string[];
}

/** A model behind a port: one step of a dialog per call. Failures are faults of kind `ModelFailed` or `Unauthorized`. */
export interface Generator {
  readonly model: ModelFacts;
  step(request: StepRequest, listener: StepListener, signal: AbortSignal): Promise<ModelStep>;
}
