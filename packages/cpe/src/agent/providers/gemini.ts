import { type Provider, withBase } from './provider.js';

export const gemini: Provider = {
  type: 'gemini',
  keyVariable: 'GEMINI_API_KEY',
  needsKey: true,
  mediaInResults: true,
  async create({ id, baseUrl, key, fetch }) {
    const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
    return createGoogleGenerativeAI({ ...withBase(baseUrl), apiKey: key ?? '', fetch })(id);
  },
  options: (thinking): Record<string, { thinkingConfig?: Record<string, string | number | boolean> }> => ({
    google:
      thinking === undefined
        ? {}
        : {
            thinkingConfig: {
              includeThoughts: true,
              ...(thinking.takes === 'budget' ? { thinkingBudget: thinking.tokens } : { thinkingLevel: thinking.word }),
            },
          },
  }),
};
