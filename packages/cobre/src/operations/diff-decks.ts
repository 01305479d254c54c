import * as z from 'zod';
import { deckDir, deckExitCodes } from '../service/decks/deck-fields.js';
import { deckDifference, diffDecks as diff } from '../service/decks/diff-decks.js';
import { forPeople } from '../service/decks/for-people.js';
import { operation } from './operation.js';

/** Prices and volumes keep the digits in which they differ. */
const rows = (found: readonly object[]) => found.map((row) => forPeople({ ...row }, 10_000));

export const diffDecks = operation({
  name: 'cobre/diff-decks',
  title: 'Compare two NEWAVE decks',
  description:
    'What changed between two official decks in the words of a planner: load, interchange, plants, volumes, limits, withdrawals, thermals and their cost, risk, history. Dated values are compared by calendar month over the months both decks have; the same change over several months is one row. First come the numbers that explain prices: stored energy, natural energy, thermals and load by subsystem.',
  effect: 'read',
  narrower: 'raise min_change, so that only larger changes are told.',
  timeoutMs: 120_000,
  cli: {
    verb: 'deck diff',
    arguments: ['deck_dir', 'other_dir'],
    show: ({ equal, derived, changes, not_shown, markdown }) =>
      markdown ?? (equal ? 'The decks say the same.' : { derived: rows(derived), changes: rows(changes), not_shown }),
    warns: ({ warnings }) => [
      ...warnings.old.map(({ message }) => `older deck: ${message}`),
      ...warnings.new.map(({ message }) => `newer deck: ${message}`),
    ],
    refuses: ({ equal }) => !equal && deckExitCodes.different,
  },
  input: z.strictObject({
    deck_dir: deckDir.describe('Directory of the older deck, unpacked'),
    other_dir: deckDir.describe('Directory of the newer deck, unpacked'),
    min_change: z.number().min(0).default(0).describe('Leave out changes smaller than this, in percent'),
    markdown: z.boolean().default(false).describe('Also as a page of Markdown, to send to others'),
  }),
  output: deckDifference,
  run: ({ deck_dir, other_dir, min_change, markdown }, { files }) =>
    diff(files, deck_dir, other_dir, min_change, markdown),
});
