import { type Provider, withBase } from './provider.js';

/** The chat completions interface of OpenAI. */
export const openai: Provider = {
  type: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  needsKey: true,
  mediaInResults: false,
  async create({ id, baseUrl, key, fetch }) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ ...withBase(baseUrl), apiKey: key ?? '', fetch }).chat(id);
  },
  options: (thinking) => ({ openai: thinking === undefined ? {} : { reasoningEffort: thinking.word } }),
};
