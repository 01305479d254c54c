import type { TokenUsage } from '../agent/generator.js';
import { costOf } from '../agent/usage/cost.js';
import type { TurnUsage } from '../agent/usage/usage-meter.js';
import type { ModelConfig } from '../config/schema.js';

/** What it cost and how to go on. */
export function closingLine({ own, subagents }: TurnUsage, model: ModelConfig, last: string | undefined): string {
  const dollars = costOf(own, model);
  const cost = dollars === undefined ? '' : `, $${dollars.toFixed(4)}`;
  const next = last === undefined ? '' : `; to go on from here: -c ${last}`;
  return `${model.ref}: ${tokens(own)}${cost}${subagentText(subagents)}${next}\n`;
}

function tokens({ inputTokens, outputTokens, cacheReadTokens }: TokenUsage): string {
  const cached = cacheReadTokens === 0 ? '' : ` (${cacheReadTokens} from the cache)`;
  return `${inputTokens} tokens in${cached}, ${outputTokens} out`;
}

function subagentText({ runs, usage, cost }: TurnUsage['subagents']): string {
  if (runs === 0) return '';
  const price = cost === 0 ? '' : `, $${cost.toFixed(4)}`;
  return `; ${runs} ${runs === 1 ? 'subagent' : 'subagents'}: ${tokens(usage)}${price}`;
}
