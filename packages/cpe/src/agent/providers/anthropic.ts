import { type Provider, withBase } from './provider.js';
import type { Thinking } from './thinking.js';

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
  options: (thinking) => ({ anthropic: optionsFor(thinking) }),
};

type Options = { effort?: string; thinking?: { type: string; budgetTokens?: number; display?: string } };

/** Current models think as they see fit and are told how hard to try; older ones get a number of tokens. */
function optionsFor(thinking: Thinking | undefined): Options {
  if (thinking === undefined) return {};
  if (thinking.takes === 'budget') return { thinking: { type: 'enabled', budgetTokens: thinking.tokens } };
  return { thinking: { type: 'adaptive', display: 'summarized' }, effort: thinking.word };
}
