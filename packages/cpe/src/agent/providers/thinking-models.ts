/**
 * What each model takes to think more or less. Only data: a new model is a line, and whoever cannot wait for one says
 * `thinking` in the configuration of the model. The first pattern that fits counts; `*` stands for anything.
 */
import type { ModelConfig, ModelType } from '../../config/schema.js';

export type ThinkingWord = 'minimal' | 'low' | 'medium' | 'high';

/** How a model is told: a number of tokens, a word, a word beside thinking as it sees fit, on or off, or not at all. */
export type ThinkingForm = NonNullable<ModelConfig['thinking']>;

export interface ThinkingRule {
  readonly models: string;
  readonly takes: ThinkingForm;
  /** Tokens, for budgets. */
  readonly least?: number;
  readonly most?: number;
  /** Words that the model knows by another, or only another. */
  readonly words?: Readonly<Partial<Record<ThinkingWord, string>>>;
}

const NO_MINIMAL = { minimal: 'low' } as const;
const ADAPTIVE = { takes: 'adaptive', words: NO_MINIMAL } as const;

const CLAUDE: readonly ThinkingRule[] = [
  { models: '*claude-opus-4-6*', ...ADAPTIVE },
  { models: '*claude-sonnet-4-6*', ...ADAPTIVE },
  { models: '*claude-opus-4-7*', ...ADAPTIVE },
  { models: '*claude-opus-4-8*', ...ADAPTIVE },
  { models: '*claude-opus-5*', ...ADAPTIVE },
  { models: '*claude-sonnet-5*', ...ADAPTIVE },
  { models: '*claude-haiku-5*', ...ADAPTIVE },
  { models: '*claude-fable-5*', ...ADAPTIVE },
  { models: '*claude-opus-4-5*', takes: 'budget', least: 1024, most: 60_000 },
  // These answer with at most 32 000 tokens, thoughts included.
  { models: '*claude-opus-4*', takes: 'budget', least: 1024, most: 24_000 },
  { models: '*claude-3-7*', takes: 'budget', least: 1024, most: 60_000 },
  { models: '*claude-3*', takes: 'none' },
  { models: '*claude-2*', takes: 'none' },
  { models: '*', takes: 'budget', least: 1024 },
];

const OPENAI: readonly ThinkingRule[] = [
  { models: 'gpt-5-pro*', takes: 'effort', words: { minimal: 'high', low: 'high', medium: 'high' } },
  // From 5.1 on `none` took the place of `minimal`; a model that is asked to think does not get it.
  { models: 'gpt-5.*', takes: 'effort', words: NO_MINIMAL },
  { models: 'gpt-5-chat*', takes: 'none' },
  { models: 'o1*', takes: 'effort', words: NO_MINIMAL },
  { models: 'o3*', takes: 'effort', words: NO_MINIMAL },
  { models: 'o4*', takes: 'effort', words: NO_MINIMAL },
  { models: 'gpt-4*', takes: 'none' },
  { models: 'gpt-3*', takes: 'none' },
  { models: 'chatgpt-4o*', takes: 'none' },
  { models: '*', takes: 'effort' },
];

const GEMINI: readonly ThinkingRule[] = [
  { models: '*gemini-3-pro*', takes: 'level', words: { minimal: 'low', medium: 'high' } },
  { models: '*gemini-3*pro*', takes: 'level', words: NO_MINIMAL },
  { models: '*gemini-3*', takes: 'level' },
  { models: '*gemini-2.5-pro*', takes: 'budget', least: 128, most: 32_768 },
  { models: '*gemini-2.5-flash-lite*', takes: 'budget', least: 512, most: 24_576 },
  { models: '*gemini-2.5-flash*', takes: 'budget', least: 1, most: 24_576 },
  { models: '*gemini-2.0*', takes: 'none' },
  { models: '*gemini-1*', takes: 'none' },
  { models: '*', takes: 'budget' },
];

const GROQ: readonly ThinkingRule[] = [
  {
    models: '*qwen3*',
    takes: 'effort',
    words: { minimal: 'none', low: 'default', medium: 'default', high: 'default' },
  },
  { models: '*llama*', takes: 'none' },
  { models: '*kimi-k2-instruct*', takes: 'none' },
  { models: '*', takes: 'effort', words: NO_MINIMAL },
];

const CEREBRAS: readonly ThinkingRule[] = [
  { models: '*llama*', takes: 'none' },
  { models: '*instruct*', takes: 'none' },
  { models: '*', takes: 'effort', words: NO_MINIMAL },
];

export const thinkingModels: Readonly<Record<ModelType, readonly ThinkingRule[]>> = {
  anthropic: CLAUDE,
  openai: OPENAI,
  responses: OPENAI,
  gemini: GEMINI,
  groq: GROQ,
  cerebras: CEREBRAS,
  openrouter: [{ models: '*', takes: 'effort' }],
  zai: [{ models: '*', takes: 'switch' }],
  'openai-compatible': [{ models: '*', takes: 'effort' }],
};
