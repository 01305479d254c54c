import type { ModelType } from '../../config/schema.js';
import { type Provider, thinkingEffort, withBase } from './provider.js';

interface Known {
  readonly type: ModelType;
  readonly keyVariable: string;
  readonly baseUrl: string | undefined;
  readonly needsKey: boolean;
}

/** Providers that speak the chat interface of OpenAI at another address. */
function compatible({ type, keyVariable, baseUrl: usual, needsKey }: Known): Provider {
  return {
    type,
    keyVariable,
    needsKey,
    mediaInResults: false,
    async create({ id, baseUrl = usual, key, fetch }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const secret = key === undefined ? {} : { apiKey: key };
      const { baseURL = '' } = withBase(baseUrl);
      return createOpenAICompatible({ name: type, baseURL, ...secret, fetch, includeUsage: true })(id);
    },
    options: ({ thinkingBudget }): Record<string, { reasoningEffort?: string }> => ({
      [optionsKey(type)]: thinkingBudget === undefined ? {} : { reasoningEffort: thinkingEffort(thinkingBudget) },
    }),
  };
}

/** The library wants the name of a provider as it would be written in code. */
function optionsKey(type: string): string {
  return type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export const compatibles: readonly Provider[] = [
  compatible({
    type: 'groq',
    keyVariable: 'GROQ_API_KEY',
    baseUrl: 'https://api.groq.com/openai/v1',
    needsKey: true,
  }),
  compatible({
    type: 'cerebras',
    keyVariable: 'CEREBRAS_API_KEY',
    baseUrl: 'https://api.cerebras.ai/v1',
    needsKey: true,
  }),
  compatible({
    type: 'openrouter',
    keyVariable: 'OPENROUTER_API_KEY',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
  }),
  compatible({ type: 'zai', keyVariable: 'ZAI_API_KEY', baseUrl: 'https://api.z.ai/api/paas/v4', needsKey: true }),
  // A server in the next room needs no key.
  compatible({ type: 'openai-compatible', keyVariable: 'OPENAI_API_KEY', baseUrl: undefined, needsKey: false }),
];
