/** Fields that official decks always fill: a blank one is read as what stands for it, and told. */
import type { Origin } from '../readers/line.js';
import { monthName, yearOf } from '../readers/month.js';
import type { Deck } from './deck.js';
import type { Doubt } from './doubt.js';
import { horizonOf } from './horizon.js';

export const blankDoubts = (deck: Deck): Doubt[] => [
  ...movedDoubts(deck),
  ...settingDoubts(deck),
  ...deck.plants.flatMap((plant) => [
    ...blank(plant, 'downstream', 26, 'the plant downstream (0 for none)', 'none is taken'),
    ...blank(plant, 'initialVolume', 36, 'the initial volume in %', '0 is taken'),
    ...blank(plant, 'modified', 50, 'whether MODIF changes the plant (0 or 1)', '0 is taken'),
    ...blank(plant, 'firstYear', 59, 'the first year of the history', 'that of DGER is taken'),
    ...blank(plant, 'lastYear', 68, 'the last year of the history', 'that of VAZOES is taken'),
  ]),
  ...deck.thermalData.flatMap((thermal) => [
    ...blank(thermal, 'power', 20, 'the power in MW', '0 is taken'),
    ...blank(thermal, 'factor', 26, 'the largest capacity factor in %', '100 is taken'),
    ...blank(thermal, 'forcedOutage', 32, 'forced outages in %', '0 is taken'),
    ...blank(thermal, 'plannedOutage', 39, 'planned outages in %', '0 is taken'),
    ...among(thermal.origin, thermal.minimum, 46, 7, () => 'the least generation in MW', '0 is taken'),
  ]),
  ...deck.minimumGeneration.flatMap((row) => blank(row, 'block', 15, 'a block (0 for all)', 'all are taken')),
  ...deck.electrical.limits.flatMap((row) => blank(row, 'block', 21, 'a block (0 for all)', 'all are taken')),
  ...withdrawalDoubts(deck),
];

type Placed = { readonly origin: Origin };

function blank<R extends Placed>(record: R, field: keyof R, column: number, what: string, taken: string): Doubt[] {
  return record[field] === null ? [doubt(record.origin, column, what, taken)] : [];
}

function among(
  origin: Origin,
  values: readonly (number | null)[],
  column: number,
  step: number,
  what: (k: number) => string,
  taken: string,
): Doubt[] {
  return values.flatMap((value, k) => (value === null ? [doubt(origin, column + step * k, what(k), taken)] : []));
}

const doubt = (origin: Origin, column: number, what: string, taken: string): Doubt => ({
  code: 'blank-field',
  origin,
  message: `${origin.file}, line ${origin.line}, column ${column}: expected ${what}, found a blank; ${taken}`,
});

/** A line of DGER that has a label and no value. */
function settingDoubts({ general }: Deck): Doubt[] {
  return Object.entries(general.origins).flatMap(([name, origin]) =>
    origin !== null && general[name as keyof typeof general.origins] === null
      ? [doubt(origin, 22, 'a value behind the label', 'it is taken as off, or as what is usual')]
      : [],
  );
}

function movedDoubts({ general }: Deck): Doubt[] {
  const { file } = general.origin;
  const [first] = general.moved;
  if (first === undefined) return [];
  const { line, found, wantedAt } = first;
  const message = `${file}, line ${line}: expected '${found}' in line ${wantedAt}, found it here; ${general.moved.length} settings stand in other lines than usual, and they are read by line`;
  return [{ code: 'moved-line', origin: { file, line }, message }];
}

/** Months before the study may be blank. */
function withdrawalDoubts(deck: Deck): Doubt[] {
  const { start, end } = horizonOf(deck);
  const isOfStudy = (year: number, k: number) => year * 12 + k >= start && year * 12 + k < end;
  return deck.withdrawals.flatMap(({ origin, year, flows }) => {
    if (typeof year !== 'number' || year < yearOf(start)) return [];
    const needed = flows.map((flow, k) => (isOfStudy(year, k) ? flow : 0));
    const what = (k: number) => `the flow of ${monthName(year * 12 + k)} in m³/s`;
    return among(origin, needed, 10, 7, what, '0 is taken');
  });
}
