/** What an import works on: the deck, the months that become stages, and the record of what was used. */
import { Fault } from '@quadrivium/kernel/fault';
import type { Deck } from '../deck/deck.js';
import { type Horizon, horizonOf } from '../deck/horizon.js';
import { type Month, monthOf } from '../readers/month.js';
import { Usage } from './usage.js';

export const models = ['individual', 'ree', 'subsystem'] as const;
export const scales = ['small', 'deck'] as const;
export const productions = ['constant', 'fpha'] as const;
export const posts = ['none', 'deck'] as const;
export const turbines = ['mean', 'head'] as const;

export interface ImportOptions {
  readonly model: (typeof models)[number];
  /** Years of the study; all of the deck when left out. */
  readonly years?: number | undefined;
  readonly scale: (typeof scales)[number];
  readonly production: (typeof productions)[number];
  readonly post: (typeof posts)[number];
  readonly turbines: (typeof turbines)[number];
}

export interface Study {
  readonly deck: Deck;
  readonly options: ImportOptions;
  readonly horizon: Horizon;
  /** The month of each stage. */
  readonly months: readonly Month[];
  readonly usage: Usage;
}

export function studyOf(deck: Deck, options: ImportOptions): Study {
  const horizon = horizonOf(deck);
  const { years = deck.general.studyYears, post } = options;
  if (years > deck.general.studyYears || years < 1)
    throw refusal('years', years, `The deck has ${deck.general.studyYears} years; choose from 1 to that many.`);
  if (post === 'deck' && years < deck.general.studyYears)
    throw refusal('post', post, 'Years after the study follow the whole study: leave --years or --post out.');
  const end = monthOf(horizon.firstYear + years, 1);
  const after = post === 'deck' ? 12 * (deck.general.postStudyYears ?? 0) : 0;
  const months = Array.from({ length: end - horizon.start + after }, (_, k) => horizon.start + k);
  const usage = new Usage();
  for (const { code, message, origin } of deck.doubts) usage.warn(code, message, { origin });
  return { deck, options, horizon, months, usage };
}

/** Months of the study itself, before its years are repeated. */
export const stageOf = ({ months }: Study, month: Month): number => month - months[0]!;

function refusal(field: string, value: unknown, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', `--${field} ${value} does not fit the deck`, {
    context: { field, value },
    suggestion,
  });
}
