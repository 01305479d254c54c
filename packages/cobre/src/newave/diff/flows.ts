/** Natural flows by gauge and year: new months are expected, old ones that changed are the news. */
import type { Deck } from '../deck/deck.js';
import type { Change } from './diff-decks.js';

export function changedFlows(a: Deck, b: Deck): Change[] {
  const [first, second] = [a.general.firstYearOfHistory ?? 1931, b.general.firstYearOfHistory ?? 1931];
  const gauges = new Set([...a.plants, ...b.plants].map(({ gauge }) => gauge));
  const last = Math.max(...a.plants.map(({ lastYear }) => lastYear ?? 0));
  const found: Change[] = [];
  for (const gauge of [...gauges].sort((x, y) => x - y)) {
    for (let year = Math.max(first, second); year <= last; year++) {
      const [old, current] = [meanOf(a, gauge, year - first), meanOf(b, gauge, year - second)];
      if (old === null || current === null || !differs(a, b, gauge, [year - first, year - second])) continue;
      const difference = current - old;
      found.push({
        ...{
          kind: 'changed',
          concept: 'natural flow m³/s',
          ...{ entity: `gauge ${gauge}`, block: null, old_at: null, new_at: null },
          from: `${year}-01`,
          to: `${year}-12`,
        },
        ...{ old, new: current, difference, percent: old === 0 ? null : (100 * difference) / Math.abs(old) },
      });
    }
  }
  return found;
}

function meanOf({ flows }: Deck, gauge: number, year: number): number | null {
  if (gauge > flows.gauges || (year + 1) * 12 > flows.months) return null;
  let sum = 0;
  for (let month = 0; month < 12; month++) sum += flows.at(year * 12 + month, gauge);
  return sum / 12;
}

/** Months that differ may leave the mean of their year as it was. */
const differs = (a: Deck, b: Deck, gauge: number, [x, y]: readonly [number, number]): boolean =>
  Array.from({ length: 12 }, (_, month) => month).some(
    (m) => a.flows.at(x * 12 + m, gauge) !== b.flows.at(y * 12 + m, gauge),
  );
