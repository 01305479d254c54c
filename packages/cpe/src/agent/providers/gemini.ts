import { type Provider, thinkingTokens, withBase } from './provider.js';

export const gemini: Provider = {
  type: 'gemini',
  keyVariable: 'GEMINI_API_KEY',
  needsKey: true,
  mediaInResults: true,
  async create({ id, baseUrl, key, fetch }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ ...withBase(baseUrl), apiKey: key ?? '', fetch })(id);
  },
  options: ({ thinkingBudget }) => ({
    google:
      thinkingBudget === undefined
        ? {}
        : { thinkingConfig: { thinkingBudget: thinkingTokens(thinkingBudget), includeThoughts: true } },
  }),
};
