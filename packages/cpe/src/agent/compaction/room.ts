import type { GenerationParams } from '../../config/schema.js';
import { cpeFault } from '../../faults.js';
import type { Generator, ModelFacts, StepRequest } from '../generator.js';
import { estimatedTokens } from '../tools/toolset.js';

/** Tokens of an image or a recording differ by provider; this is the order of magnitude. */
const MEDIA_TOKENS = 1500;
/** Of the window: what an answer gets at most, and what estimates may be wrong by. */
const ANSWER_SHARE = 0.25;
const MARGIN_SHARE = 0.05;

/** About how many tokens a value has as a provider sees it. */
export function tokensIn(value: unknown): number {
  const words = JSON.stringify(value, (key, each: unknown) => (key === 'data' ? '' : each)) ?? '';
  const media = [...words.matchAll(/"type":"media"/g)].length * MEDIA_TOKENS;
  return estimatedTokens(words) + media;
}

export function tokensOf({ system = '', dialog, tools }: StepRequest): number {
  return estimatedTokens(system) + tokensIn(dialog) + estimatedTokens(tools);
}

/** What a request may have, so that the answer fits behind it; undefined when the window is not known. */
export function requestBudget({ contextWindow, maxOutput }: ModelFacts, params: GenerationParams): number | undefined {
  if (contextWindow === undefined) return undefined;
  const answer = Math.min(answerLimit(maxOutput, params) ?? Number.POSITIVE_INFINITY, contextWindow * ANSWER_SHARE);
  return Math.floor(contextWindow * (1 - MARGIN_SHARE) - answer);
}

function answerLimit(maxOutput: number | undefined, { maxGenerationTokens }: GenerationParams): number | undefined {
  const limits = [maxOutput, maxGenerationTokens].filter((limit) => limit !== undefined && limit > 0) as number[];
  return limits.length === 0 ? undefined : Math.min(...limits);
}

/** Providers count the answer that is asked for as part of the request: it must not be longer than what is left. */
export function withRoom(request: StepRequest, { contextWindow, maxOutput }: ModelFacts): StepRequest {
  const limit = answerLimit(maxOutput, request.params);
  if (contextWindow === undefined || limit === undefined) return request;
  const left = Math.max(1, Math.floor(contextWindow * (1 - MARGIN_SHARE)) - tokensOf(request));
  return limit <= left ? request : { ...request, params: { ...request.params, maxGenerationTokens: left } };
}

/** A request that cannot fit is refused here, in words, before it costs anything. */
export function checkRoom(request: StepRequest, { model }: Generator): void {
  const tokens = tokensOf(request);
  if (model.contextWindow === undefined || tokens <= model.contextWindow) return;
  throw cpeFault(
    'ModelFailed',
    `The conversation has about ${tokens} tokens, and ${model.ref} takes ${model.contextWindow}.`,
    {
      context: { model: model.ref, tokens, contextWindow: model.contextWindow, retry: false },
      suggestion:
        'Ask with less at once, offer fewer tools (enabledTools, toolBudget), or use a model that takes more.',
    },
  );
}
