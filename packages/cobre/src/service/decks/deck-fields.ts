import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import type { Deck } from '../../newave/deck/deck.js';
import { horizonOf } from '../../newave/deck/horizon.js';
import { type Month, monthName, monthOf } from '../../newave/readers/month.js';
import { integer, record } from '../seed-schema.js';

export const deckDir = z.string().describe('Directory of an unpacked NEWAVE deck');

/** What scripts that work with decks are promised; whatever else fails has the codes of the program. */
export const deckExitCodes = { unreadable: 1, different: 1, notValid: 2 } as const;

export const deckWarning = record({
  code: z.string(),
  file: z.string(),
  line: integer(),
  message: z.string().describe('File and line, what was expected and what was found'),
});

type DeckWarning = z.infer<typeof deckWarning>;

/** What is odd about a deck that can be read all the same. */
export const warningsOf = ({ doubts }: Deck): DeckWarning[] =>
  doubts.map(({ code, origin, message }) => ({ code, file: origin.file, line: origin.line, message }));

export const deckMonth = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .optional()
  .describe('Month as YYYY-MM; the first of the study when left out');

export function monthFor(deck: Deck, given: string | undefined): Month {
  const { start, end } = horizonOf(deck);
  if (given === undefined) return start;
  const month = monthOf(Number(given.slice(0, 4)), Number(given.slice(5)));
  if (month >= start && month < end) return month;
  throw new Fault('InvalidArguments', `${given} is no month of the study`, {
    context: { field: 'month', value: given },
    suggestion: `Choose one from ${monthName(start)} to ${monthName(end - 1)}.`,
  });
}
