import type { ModelConfig } from '../../config/schema.js';
import { type ThinkingRule, type ThinkingWord, thinkingModels } from './thinking-models.js';

/** A wish to think, as one model takes it. */
export type Thinking = NonNullable<ReturnType<typeof thinkingOf>>;

/** What the words mean where only numbers count, and the other way round. */
const TOKENS: Readonly<Record<ThinkingWord, number>> = { minimal: 1024, low: 4096, medium: 12_288, high: 32_768 };

/** The wish in the form of this model; undefined when nothing is wished for, or the model does not think. */
export function thinkingOf(model: ModelConfig, budget: string | undefined) {
  const rule = ruleFor(model);
  if (budget === undefined || rule.takes === 'none') return undefined;
  const { takes, least = 0, most = Number.POSITIVE_INFINITY, words = {} } = rule;
  const word = isWord(budget) ? budget : nearestWord(Number(budget));
  const tokens = isWord(budget) ? TOKENS[budget] : Number(budget);
  return { takes, tokens: Math.min(most, Math.max(least, tokens)), word: words[word] ?? word };
}

/** What to tell somebody whose wish cannot be met. */
export function thinkingWarning(model: ModelConfig, budget: string | undefined): string | undefined {
  if (budget === undefined || ruleFor(model).takes !== 'none') return undefined;
  return `thinkingBudget is left out, because ${model.id} does not think; set thinking on the model if it does`;
}

function ruleFor({ type, id, thinking }: ModelConfig): ThinkingRule {
  const rule = thinkingModels[type].find(({ models }) => matches(models, id));
  if (thinking !== undefined && thinking !== rule?.takes) return { models: id, takes: thinking };
  return rule ?? { models: '*', takes: 'none' };
}

function matches(pattern: string, id: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(id);
}

function isWord(budget: string): budget is ThinkingWord {
  return Object.hasOwn(TOKENS, budget);
}

function nearestWord(tokens: number): ThinkingWord {
  const words = Object.entries(TOKENS) as [ThinkingWord, number][];
  return words.findLast(([, least]) => tokens >= least)?.[0] ?? 'minimal';
}
