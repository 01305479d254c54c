/** What is true of whom, in which month and block. Dated values are spelt out by month before anybody compares them. */
import type { Origin } from '../readers/line.js';
import type { Month } from '../readers/month.js';

export interface Fact {
  readonly concept: string;
  readonly entity: string;
  /** Null where it holds always. */
  readonly month: Month | null;
  /** From 1; null where it holds for the whole month. */
  readonly block: number | null;
  readonly value: number | string;
  /** Where the deck says it; null for what follows from several places. */
  readonly origin: Origin | null;
}

type Value = number | string | null | undefined;

export const always = (concept: string, entity: string, value: Value, origin: Origin | null = null): Fact[] =>
  value === null || value === undefined ? [] : [{ concept, entity, month: null, block: null, value, origin }];

export interface Said {
  readonly value: Value;
  readonly origin?: Origin | null | undefined;
}

export function byMonth(
  concept: string,
  entity: string,
  months: readonly Month[],
  of: (month: Month) => Said | number | null | undefined,
  block: number | null = null,
): Fact[] {
  return months.flatMap((month) => {
    const found = of(month);
    const said: Said = typeof found === 'object' && found !== null ? found : { value: found };
    if (said.value === null || said.value === undefined) return [];
    return [{ concept, entity, month, block, value: said.value, origin: said.origin ?? null }];
  });
}
