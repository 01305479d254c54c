import * as z from 'zod';
import { deckDir, deckMonth, monthFor } from '../service/decks/deck-fields.js';
import { forPeople } from '../service/decks/for-people.js';
import { openDeck } from '../service/decks/open-deck.js';
import { deckTable, deckView, rowsOf } from '../service/decks/show-deck.js';
import { operation } from './operation.js';

export const showDeck = operation({
  name: 'cobre/show-deck',
  title: 'Show a NEWAVE deck',
  description:
    'What an official NEWAVE deck says, in numbers a planner knows: stored energy and natural energy by subsystem and equivalent reservoir, data and productivities of hydro plants, power and cost of thermals, and which files were read. Rows are as of a month, the first of the study when left out. A line that cannot be read is told with file, line and column.',
  effect: 'read',
  narrower: 'say what it is about, name one plant or subsystem, or ask with a limit for the largest.',
  timeoutMs: 60_000,
  cli: {
    verb: 'deck show',
    arguments: ['deck_dir'],
    show: ({ rows }) => rows.map((row) => forPeople(row, 10)),
    warns: ({ warnings }) => warnings.map(({ message }) => message),
  },
  input: z.strictObject({
    deck_dir: deckDir,
    about: z.enum(deckTable).default('subsystems').describe('Which rows'),
    name: z.string().optional().describe('Only rows whose code is this, or whose name contains it'),
    month: deckMonth,
    limit: z
      .int()
      .min(1)
      .max(1000)
      .optional()
      .describe('At most so many rows, the largest first: by stored energy, then by power'),
  }),
  output: deckView,
  async run({ deck_dir, about, month, ...which }, { files }) {
    const deck = await openDeck(files, deck_dir);
    return rowsOf(deck, about, monthFor(deck, month), which);
  },
});
