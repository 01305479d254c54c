import { type Provider, withBase } from './provider.js';

/** The responses interface of OpenAI. Nothing is stored there, so that a conversation can be continued at any time. */
export const responses: Provider = {
  type: 'responses',
  keyVariable: 'OPENAI_API_KEY',
  needsKey: true,
  mediaInResults: true,
  async create({ id, baseUrl, key, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ ...withBase(baseUrl), apiKey: key ?? '', fetch }).responses(id);
  },
  options: (thinking) => ({
    openai: {
      store: false,
      ...(thinking === undefined ? {} : { reasoningEffort: thinking.word, reasoningSummary: 'auto' }),
    },
  }),
};
