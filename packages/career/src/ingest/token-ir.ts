/** The words of a resume by category: a deterministic view of what a document says, for people and for rules to check. */
import * as z from 'zod';
import { sortedUnique, tokenize } from '../domain/text.js';
import { domainWords, roleWords, skillWords, stopWords } from './token-words.js';

export const tokenModes = ['deterministic', 'stub-inference'] as const;
export type TokenMode = (typeof tokenModes)[number];

export const TokenIr = z.object({
  schema_version: z.literal('0.3'),
  source_hash: z.string(),
  tokenizer: z.object({ type: z.string(), model_id: z.string().optional(), prompt_version: z.string().optional() }),
  tokens: z.record(z.string(), z.array(z.string())),
  spans: z.array(z.object({ token: z.string(), start_line: z.int(), end_line: z.int() })),
});
export type TokenIr = Readonly<z.infer<typeof TokenIr>>;

export function tokenIr(text: string, sourceHash: string, mode: TokenMode, filterStopWords = true): TokenIr {
  const words = sortedUnique(tokenize(text));
  const common = { schema_version: '0.3', source_hash: sourceHash, spans: [] } as const;
  if (mode === 'deterministic') {
    const lexical = filterStopWords ? words.filter((word) => !stopWords.has(word)) : words;
    return { ...common, spans: [], tokenizer: { type: 'deterministic-lexical' }, tokens: { lexical } };
  }
  const tokenizer = {
    type: 'inference-assisted',
    model_id: 'stub-inference-v1',
    prompt_version: 'resume-tokenizer-stub-v1',
  };
  return { ...common, spans: [], tokenizer, tokens: byCategory(words) };
}

function categoryOf(word: string): string {
  if (skillWords.has(word)) return 'skills';
  if (domainWords.has(word)) return 'domains';
  return roleWords.has(word) ? 'roles' : 'entities';
}

function byCategory(words: readonly string[]): Record<string, string[]> {
  const tokens: Record<string, string[]> = {};
  for (const category of ['domains', 'entities', 'roles', 'skills']) {
    const found = words.filter((word) => categoryOf(word) === category);
    if (found.length > 0) tokens[category] = found;
  }
  return tokens;
}
