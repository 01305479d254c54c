import { type Provider, withBase } from './provider.js';

export const cerebras: Provider = {
  type: 'cerebras',
  keyVariable: 'CEREBRAS_API_KEY',
  needsKey: true,
  mediaInResults: false,
  async create({ id, baseUrl, key, fetch }) {
    const { createCerebras } = await import('@ai-sdk/cerebras');
    return createCerebras({ ...withBase(baseUrl), apiKey: key ?? '', fetch })(id);
  },
  options: (thinking) => ({ cerebras: thinking === undefined ? {} : { reasoningEffort: thinking.word } }),
};
