/** Rows of decks for a terminal. */
import { readableNumber } from '../../newave/show/readable-number.js';

type Row<Value> = Readonly<Record<string, Value>>;

export const forPeople = <Value>(row: Row<Value>, large: number): Row<Value | string> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? readableNumber(value, large) : value]),
  );
