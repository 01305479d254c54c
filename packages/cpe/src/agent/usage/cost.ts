import type { ModelConfig } from '../../config/schema.js';
import type { TokenUsage } from '../generator.js';

type Prices = Pick<
  ModelConfig,
  'input_cost_per_million' | 'output_cost_per_million' | 'cache_read_cost_per_million' | 'cache_write_cost_per_million'
>;

/** What tokens cost; undefined without a price. Tokens from the cache are part of the input, at a price of their own. */
export function costOf(usage: TokenUsage, model: Prices): number | undefined {
  const { input_cost_per_million: input, output_cost_per_million: output } = model;
  if (input === undefined && output === undefined) return undefined;
  const { cache_read_cost_per_million: read = input ?? 0, cache_write_cost_per_million: write = input ?? 0 } = model;
  const fresh = Math.max(0, usage.inputTokens - usage.cacheReadTokens - usage.cacheWriteTokens);
  const cached = usage.cacheReadTokens * read + usage.cacheWriteTokens * write;
  return (fresh * (input ?? 0) + cached + usage.outputTokens * (output ?? 0)) / 1e6;
}
