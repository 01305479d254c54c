import { type Provider, withBase } from './provider.js';

export const openrouter: Provider = {
  type: 'openrouter',
  keyVariable: 'OPENROUTER_API_KEY',
  needsKey: true,
  mediaInResults: false,
  async create({ id, baseUrl, key, fetch }) {
    const { createOpenRouter } = await import('@openrouter/ai-sdk-provider');
    return createOpenRouter({ ...withBase(baseUrl), apiKey: key ?? '', fetch, compatibility: 'strict' })(id);
  },
  options: (thinking): Record<string, { reasoning?: { effort: string } | { max_tokens: number } }> => ({
    openrouter:
      thinking === undefined
        ? {}
        : { reasoning: thinking.takes === 'budget' ? { max_tokens: thinking.tokens } : { effort: thinking.word } },
  }),
};
