/** What changed between two decks: by calendar month, over the months both have; runs of the same change as one. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import { plantEnergies, sumOf } from '../energies/stored-energy.js';
import { type Month, monthName } from '../readers/month.js';
import { subsystemRows } from '../show/show-deck.js';
import { type Fact, factsOf } from './facts.js';
import { changedFlows } from './flows.js';

export interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly concept: string;
  readonly entity: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly old: number | string | null;
  readonly new: number | string | null;
  readonly difference: number | null;
  readonly percent: number | null;
}

export function diffDecks(a: Deck, b: Deck, leastPercent: number) {
  const [before, after] = [horizonOf(a), horizonOf(b)];
  const [start, end] = [Math.max(before.start, after.start), Math.min(before.end, after.end)];
  const changes = [...compared(factsOf(a), factsOf(b), start, end), ...changedFlows(a, b)];
  const shown = changes.filter(({ percent }) => percent === null || Math.abs(percent) >= leastPercent);
  return {
    equal: changes.length === 0 && before.start === after.start && before.end === after.end,
    horizon: {
      old: [monthName(before.start), monthName(before.end - 1)],
      new: [monthName(after.start), monthName(after.end - 1)],
      common: start < end ? [monthName(start), monthName(end - 1)] : null,
    },
    derived: derived(a, b),
    changes: shown,
    not_shown: changes.length - shown.length,
  };
}

/** No tolerance: what differs in the last digit that is written differs. */
function compared(a: readonly Fact[], b: readonly Fact[], start: Month, end: Month): Change[] {
  const within = ({ month }: Fact) => month === null || (month >= start && month < end);
  const keyOf = ({ concept, entity, month }: Fact) => `${concept}\n${entity}\n${month}`;
  const [old, current] = [a, b].map((facts) => new Map(facts.filter(within).map((fact) => [keyOf(fact), fact]))) as [
    Map<string, Fact>,
    Map<string, Fact>,
  ];
  const keys = [...new Set([...old.keys(), ...current.keys()])];
  const single = keys.flatMap((key) => {
    const [was, is] = [old.get(key), current.get(key)];
    if (was?.value === is?.value) return [];
    const { concept, entity, month } = (is ?? was)!;
    return [{ concept, entity, month, old: was?.value ?? null, new: is?.value ?? null }];
  });
  return runs(single);
}

interface Single {
  readonly concept: string;
  readonly entity: string;
  readonly month: Month | null;
  readonly old: number | string | null;
  readonly new: number | string | null;
}

function runs(singles: readonly Single[]): Change[] {
  const order = (x: Single, y: Single) =>
    compareText(x.concept, y.concept) || compareText(x.entity, y.entity) || (x.month ?? 0) - (y.month ?? 0);
  const found: (Single & { last: Month | null })[] = [];
  for (const single of [...singles].sort(order)) {
    const open = found.at(-1);
    const isNext = open && open.last !== null && single.month === open.last + 1 && sameChange(open, single);
    if (isNext) open.last = single.month;
    else found.push({ ...single, last: single.month });
  }
  return found.map(changeOf);
}

const compareText = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);
const sameChange = (x: Single, y: Single): boolean =>
  x.concept === y.concept && x.entity === y.entity && x.old === y.old && x.new === y.new;

function changeOf({ concept, entity, month, last, old, new: current }: Single & { last: Month | null }): Change {
  const numbers = typeof old === 'number' && typeof current === 'number';
  const difference = numbers ? current - old : null;
  return {
    kind: old === null ? 'added' : current === null ? 'removed' : 'changed',
    concept,
    entity,
    from: month === null ? null : monthName(month),
    to: last === null ? null : monthName(last),
    old,
    new: current,
    difference,
    percent: difference === null || old === 0 ? null : (100 * difference) / Math.abs(old as number),
  };
}

/** What explains prices: stored energy, natural energy, thermals and load of every subsystem at the start of each deck. */
function derived(a: Deck, b: Deck) {
  const row = (deck: Deck) => {
    const all = sumOf(plantEnergies(deck));
    const plants = { plants: deck.plants.length, thermals: deck.thermals.length };
    const study = {
      name: 'all',
      stored_energy_max_mwmonth: all.largestStored,
      stored_energy_initial_mwmonth: all.initialStored,
      ...plants,
    };
    return [study, ...subsystemRows(deck, horizonOf(deck).start)] as Readonly<Record<string, unknown>>[];
  };
  const [old, current] = [row(a), row(b)];
  return current.flatMap((entry) => {
    const was = old.find(({ name }) => name === entry.name);
    return Object.entries(entry)
      .filter(([key, value]) => key !== 'code' && typeof value === 'number' && was?.[key] !== value)
      .map(([quantity, value]) => ({
        subsystem: String(entry.name),
        quantity,
        old: typeof was?.[quantity] === 'number' ? (was[quantity] as number) : null,
        new: value as number,
      }));
  });
}
