import * as z from 'zod';
import type { Files } from '../files/files.js';
import { integer, record } from '../seed-schema.js';
import { deckWarning, warningsOf } from './deck-fields.js';
import { openDeck } from './open-deck.js';

const value = z.union([z.number(), z.string(), z.null()]);

export const deckDifference = record({
  equal: z.boolean(),
  horizon: record({
    old: z.array(z.string()),
    new: z.array(z.string()),
    common: z.array(z.string()).nullable().describe('The months that are compared; null when the decks share none'),
  }),
  derived: z
    .array(record({ entity: z.string(), quantity: z.string(), old: z.number().nullable(), new: z.number().nullable() }))
    .describe(
      'What explains prices, by subsystem, reservoir and way to exchange: stored energy, natural energy, thermals and their cost at the start of each deck, load by year',
    ),
  changes: z.array(
    record({
      kind: z.enum(['added', 'removed', 'changed']),
      concept: z.string(),
      entity: z.string(),
      block: integer().nullable().describe('Block of load from 1; null for the whole month'),
      from: z.string().nullable().describe('First month of the change; null where it holds always'),
      to: z.string().nullable(),
      old: value,
      new: value,
      difference: z.number().nullable(),
      percent: z.number().nullable(),
      old_at: z
        .string()
        .nullable()
        .describe('File and line of the older deck; null for what follows from several places'),
      new_at: z.string().nullable(),
    }),
  ),
  warnings: record({ old: z.array(deckWarning), new: z.array(deckWarning) }).describe(
    'What is odd about either deck: it may have been cut or damaged, and then not all that differs was changed',
  ),
  not_shown: integer().describe('Changes smaller than was asked for, or more than are listed'),
  markdown: z.string().optional().describe('The same as a page of Markdown, where it was asked for'),
});

/** One revised table can be thousands of changes; the first say what happened. */
const mostListed = 2000;

export async function diffDecks(files: Files, a: string, b: string, leastPercent: number, asPage: boolean) {
  const { diffDecks: compare } = await import('../../newave/diff/diff-decks.js');
  const [before, after] = [await openDeck(files, a), await openDeck(files, b)];
  const found = compare(before, after, leastPercent);
  const warnings = { old: warningsOf(before), new: warningsOf(after) };
  const changes = found.changes.slice(0, mostListed).map((change) => ({ ...change }));
  const listed = { ...found, changes, warnings, not_shown: found.not_shown + found.changes.length - changes.length };
  if (!asPage) return listed;
  const { diffPage } = await import('../../newave/diff/diff-page.js');
  return { ...listed, markdown: diffPage(listed, warnings) };
}
