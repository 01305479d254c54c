import { type Provider, withBase } from './provider.js';

export const groq: Provider = {
  type: 'groq',
  keyVariable: 'GROQ_API_KEY',
  needsKey: true,
  mediaInResults: false,
  async create({ id, baseUrl, key, fetch }) {
    const { createGroq } = await import('@ai-sdk/groq');
    return createGroq({ ...withBase(baseUrl), apiKey: key ?? '', fetch })(id);
  },
  options: (thinking) => ({ groq: thinking === undefined ? {} : { reasoningEffort: thinking.word } }),
};
