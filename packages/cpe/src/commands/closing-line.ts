import type { TokenUsage } from '../agent/generator.js';
import type { ModelConfig } from '../config/schema.js';

/** What it cost and how to go on. */
export function closingLine(usage: TokenUsage, model: ModelConfig, last: string | undefined): string {
  const { input_cost_per_million: input, output_cost_per_million: output } = model;
  const dollars = (usage.inputTokens * (input ?? 0) + usage.outputTokens * (output ?? 0)) / 1e6;
  const cost = input === undefined && output === undefined ? '' : `, $${dollars.toFixed(4)}`;
  const next = last === undefined ? '' : `; to go on from here: -c ${last}`;
  return `${model.ref}: ${usage.inputTokens} tokens in, ${usage.outputTokens} out${cost}${next}\n`;
}
