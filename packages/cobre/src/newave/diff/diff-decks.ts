/** What changed between two decks: by calendar month, over the months both have; runs of the same change as one. */
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import type { Origin } from '../readers/line.js';
import { type Month, monthName } from '../readers/month.js';
import { derivedChanges } from './derived.js';
import type { Fact } from './fact.js';
import { factsOf } from './facts.js';
import { changedFlows } from './flows.js';

export interface Change {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly concept: string;
  readonly entity: string;
  /** Null where it holds for the whole month. */
  readonly block: number | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly old: number | string | null;
  readonly new: number | string | null;
  readonly difference: number | null;
  readonly percent: number | null;
  /** File and line of either deck; null for what follows from several places. */
  readonly old_at: string | null;
  readonly new_at: string | null;
}

export function diffDecks(a: Deck, b: Deck, leastPercent: number) {
  const [before, after] = [horizonOf(a), horizonOf(b)];
  const [start, end] = [Math.max(before.start, after.start), Math.min(before.end, after.end)];
  // Years after the study are compared where both decks begin them at once.
  const months = { start, end, later: before.end === after.end ? 12 : 0 };
  const changes = [...compared(factsOf(a), factsOf(b), months), ...changedFlows(a, b)];
  const shown = changes.filter(({ percent }) => percent === null || Math.abs(percent) >= leastPercent);
  return {
    equal: changes.length === 0 && before.start === after.start && before.end === after.end,
    horizon: {
      old: [monthName(before.start), monthName(before.end - 1)],
      new: [monthName(after.start), monthName(after.end - 1)],
      common: start < end ? [monthName(start), monthName(end - 1)] : null,
    },
    derived: derivedChanges(a, b),
    changes: shown,
    not_shown: changes.length - shown.length,
  };
}

interface Compared {
  readonly start: Month;
  readonly end: Month;
  readonly later: number;
}

/** No tolerance: what differs in the last digit that is written differs. */
function compared(a: readonly Fact[], b: readonly Fact[], { start, end, later }: Compared): Change[] {
  const within = ({ month }: Fact) => month === null || (month >= start && month < end + later);
  const keyOf = ({ concept, entity, month, block }: Pick<Fact, 'concept' | 'entity' | 'month' | 'block'>) =>
    `${concept}\n${entity}\n${month}\n${block}`;
  const [old, current] = [a, b].map((facts) => new Map(facts.filter(within).map((fact) => [keyOf(fact), fact]))) as [
    Map<string, Fact>,
    Map<string, Fact>,
  ];
  const keys = [...new Set([...old.keys(), ...current.keys()])];
  const single = keys.flatMap((key) => {
    const [was, is] = [old.get(key), current.get(key)];
    if (was?.value === is?.value) return [];
    const { concept, entity, month, block } = (is ?? was)!;
    const places = { oldOrigin: was?.origin ?? null, newOrigin: is?.origin ?? null };
    return [{ concept, entity, month, block, old: was?.value ?? null, new: is?.value ?? null, ...places }];
  });
  const told = new Map(single.map((change) => [keyOf(change), change]));
  // The year after the study repeats its last one, and with it what changed there.
  const isAgain = (change: Single) => {
    const { month, old: was, new: is } = change;
    const before = month === null || month < end ? undefined : told.get(keyOf({ ...change, month: month - 12 }));
    return before !== undefined && before.old === was && before.new === is;
  };
  return runs(single.filter((change) => !isAgain(change)));
}

interface Single {
  readonly concept: string;
  readonly entity: string;
  readonly month: Month | null;
  readonly block: number | null;
  readonly old: number | string | null;
  readonly new: number | string | null;
  readonly oldOrigin: Origin | null;
  readonly newOrigin: Origin | null;
}

function runs(singles: readonly Single[]): Change[] {
  const order = (x: Single, y: Single) =>
    compareText(x.concept, y.concept) ||
    compareText(x.entity, y.entity) ||
    (x.block ?? 0) - (y.block ?? 0) ||
    (x.month ?? 0) - (y.month ?? 0);
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
  x.concept === y.concept && x.entity === y.entity && x.block === y.block && x.old === y.old && x.new === y.new;

const placeOf = (origin: Origin | null): string | null => origin && `${origin.file}:${origin.line}`;

function changeOf(single: Single & { last: Month | null }): Change {
  const { concept, entity, block, month, last, old, new: current, oldOrigin, newOrigin } = single;
  const numbers = typeof old === 'number' && typeof current === 'number';
  const difference = numbers ? current - old : null;
  return {
    kind: old === null ? 'added' : current === null ? 'removed' : 'changed',
    concept,
    entity,
    block,
    from: month === null ? null : monthName(month),
    to: last === null ? null : monthName(last),
    old,
    new: current,
    difference,
    percent: difference === null || old === 0 ? null : (100 * difference) / Math.abs(old as number),
    old_at: placeOf(oldOrigin),
    new_at: placeOf(newOrigin),
  };
}
