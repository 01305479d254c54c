import type { ModelType } from '../../config/schema.js';
import { type Provider, type ProviderOptions, withBase } from './provider.js';
import type { Thinking } from './thinking.js';

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
    options: (thinking) => ({ [optionsKey(type)]: thinkingOptions(thinking) }),
  };
}

/** Fields that the library does not know go into the request as they are. */
function thinkingOptions(thinking: Thinking | undefined): ProviderOptions[string] {
  if (thinking === undefined) return {};
  return thinking.takes === 'switch' ? { thinking: { type: 'enabled' } } : { reasoningEffort: thinking.word };
}

/** The library wants the name of a provider as it would be written in code. */
function optionsKey(type: string): string {
  return type.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

export const compatibles: readonly Provider[] = [
  compatible({ type: 'zai', keyVariable: 'ZAI_API_KEY', baseUrl: 'https://api.z.ai/api/paas/v4', needsKey: true }),
  // A server in the next room needs no key.
  compatible({ type: 'openai-compatible', keyVariable: 'OPENAI_API_KEY', baseUrl: undefined, needsKey: false }),
];
