/**
 * VAZOES is binary: damaged bytes, moved records and flows of other rivers are numbers, too. What no river does is told, and what
 * VAZPAST says otherwise of the year before the study.
 */
import { historyOf } from '../energies/flows.js';
import { monthName, monthOf } from '../readers/month.js';
import type { Deck } from './deck.js';
import { type Doubt, odd, outside } from './doubt.js';
import { horizonOf } from './horizon.js';

export const flowDoubts = (deck: Deck): Doubt[] => [
  ...impossible(deck),
  ...floods(deck),
  ...dryMonths(deck),
  ...otherPast(deck),
];

const firstMonth = ({ general }: Deck) => monthOf(general.firstYearOfHistory ?? 1931, 1);
/** The first plant of each gauge; a fictitious twin stands behind it. */
const byGauge = ({ plants }: Deck) => new Map([...plants].reverse().map((plant) => [plant.gauge, plant]));
const gaugesOf = (deck: Deck) => [...byGauge(deck).keys()];

/** The Amazon carries some 200,000 m³/s at its mouth, the largest river of a deck a quarter of that. */
const largestFlow = 300_000;

/** The first flow of a plant's gauge that no river has. */
function impossible(deck: Deck): Doubt[] {
  const { flows } = deck;
  const gauges = gaugesOf(deck);
  for (let month = 0; month < flows.months; month++)
    for (const gauge of gauges) {
      const flow = flows.at(month, gauge);
      if (flow >= 0 && flow <= largestFlow) continue;
      const what = `a flow of gauge ${gauge} in ${monthName(firstMonth(deck) + month)}`;
      return outside(flows.records[month]!.origin, what, flow, [0, largestFlow, 'm³/s']);
    }
  return [];
}

/** A flow that is three times all others of its gauge; in official decks 1.8 times at most. */
function floods(deck: Deck): Doubt[] {
  const { flows } = deck;
  return [...byGauge(deck).values()].flatMap((plant) => {
    const { offset, months } = historyOf(deck, plant);
    const all = Array.from({ length: months }, (_, k) => ({ k: offset + k, flow: flows.at(offset + k, plant.gauge) }));
    const [most, next] = all.sort((a, b) => b.flow - a.flow);
    if (most === undefined || next === undefined || most.flow <= 3 * Math.max(next.flow, 10)) return [];
    const when = monthName(firstMonth(deck) + most.k);
    const expected = `a flow of gauge ${plant.gauge} (${plant.name}) in ${when} like others of its history, of which ${next.flow} m³/s is the largest`;
    return [odd(flows.records[most.k]!.origin, `expected ${expected}, found ${most.flow}`)];
  });
}

/** A month of the history in which nothing flows anywhere. */
function dryMonths(deck: Deck): Doubt[] {
  const { flows, plants } = deck;
  const gauges = gaugesOf(deck);
  const ranges = plants.map((plant) => historyOf(deck, plant));
  const start = Math.min(...ranges.map(({ offset }) => offset));
  const end = Math.max(...ranges.map(({ offset, months }) => offset + months));
  const dry = flows.records
    .slice(start, end)
    .filter((_, k) => gauges.every((gauge) => flows.at(start + k, gauge) === 0));
  const [first] = dry;
  if (first === undefined) return [];
  const when = monthName(firstMonth(deck) + first.origin.line - 1);
  return [
    odd(first.origin, `expected flows of ${when}, found 0 at every gauge, as in ${dry.length} months of the history`),
  ];
}

/** Both files have the year before the study, and in official decks they agree to the last digit. */
function otherPast(deck: Deck): Doubt[] {
  const { flows, pastFlows } = deck;
  const used = byGauge(deck);
  const before = horizonOf(deck).start - 12 - firstMonth(deck);
  if (before < 0 || before + 12 > flows.months) return [];
  const sumOf = (of: (k: number) => number) =>
    Array.from({ length: 12 }, (_, k) => of(k)).reduce((sum, flow) => sum + flow, 0);
  const other = pastFlows.flatMap(({ gauge, flows: given, origin }) => {
    const plant = used.get(gauge);
    const was = sumOf((k) => flows.at(before + k, gauge));
    const is = sumOf((k) => given[(before + k) % 12] ?? 0);
    const isSame = Math.abs(was - is) <= Math.max(12, 0.05 * is);
    return plant === undefined || was === 0 || isSame ? [] : [{ origin, name: plant.name, gauge, was, is }];
  });
  const [first] = other;
  if (first === undefined) return [];
  const { origin, name, gauge, was, is } = first;
  const file = flows.records[before]!.origin;
  const expected = `the flow before the study that ${origin.file}, line ${origin.line}, has for gauge ${gauge} (${name}), ${Math.round(is / 12)} m³/s on the mean`;
  const more = other.length > 1 ? ` and others for ${other.length - 1} more gauges` : '';
  return [
    odd(
      file,
      `expected ${expected}, found ${Math.round(was / 12)}${more}; one of the files may be damaged, or of another deck`,
    ),
  ];
}
