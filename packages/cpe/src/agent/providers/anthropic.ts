import { type Provider, thinkingTokens, withBase } from './provider.js';

export const anthropic: Provider = {
  type: 'anthropic',
  keyVariable: 'ANTHROPIC_API_KEY',
  needsKey: true,
  mediaInResults: true,
  async create({ id, baseUrl, key, auth, fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    const secret =
      auth === 'oauth'
        ? { authToken: key ?? '', headers: { 'anthropic-beta': 'oauth-2025-04-20' } }
        : { apiKey: key ?? '' };
    return createAnthropic({ ...withBase(baseUrl), ...secret, fetch })(id);
  },
  options: ({ thinkingBudget }) => ({
    anthropic:
      thinkingBudget === undefined
        ? {}
        : { thinking: { type: 'enabled', budgetTokens: thinkingTokens(thinkingBudget) } },
  }),
};
