/** Numbers that are what the deck says and can hardly be meant: they are read, and told. */
import { monthName } from '../readers/month.js';
import type { Deck } from './deck.js';
import { type Doubt, odd, outside, type Range } from './doubt.js';
import { flowDoubts } from './flow-doubts.js';
import { horizonOf } from './horizon.js';
import { registerDoubts } from './register-doubts.js';

const percent = [0, 100, '%'] as const;
const amount = [0, Number.POSITIVE_INFINITY, ''] as const;

export const implausible = (deck: Deck): Doubt[] => [
  ...thermalDoubts(deck),
  ...hydroDoubts(deck),
  ...registerDoubts(deck),
  ...riskDoubts(deck),
  ...flowDoubts(deck),
  ...profileDoubts(deck),
  ...plannedMonthDoubts(deck),
  ...blankPastDoubts(deck),
];

const changed: Readonly<Record<string, Range>> = { FCMAX: percent, TEIFT: percent, IPTER: percent };

const thermalDoubts = ({ thermalData, thermalChanges, costs }: Deck): Doubt[] => [
  ...thermalData.flatMap(({ origin, power, factor, forcedOutage, plannedOutage, minimum }) => [
    ...outside(origin, 'power', power, amount),
    ...outside(origin, 'a capacity factor', factor, percent),
    ...outside(origin, 'forced outages', forcedOutage, percent),
    ...outside(origin, 'planned outages', plannedOutage, percent),
    ...outside(origin, 'least generation', Math.min(...minimum.map((value) => value ?? 0)), amount),
  ]),
  ...thermalChanges.flatMap(({ origin, kind, value }) => outside(origin, kind, value, changed[kind] ?? amount)),
  ...costs.classes.flatMap(({ origin, costs: byYear }) => outside(origin, 'costs', Math.min(...byYear), amount)),
];

const modified: Readonly<Record<string, Range>> = { TEIF: percent, IP: percent, VAZMIN: amount, VAZMINT: amount };

const hydroDoubts = ({ plants, modifications }: Deck): Doubt[] => [
  ...plants.flatMap(({ origin, initialVolume }) => outside(origin, 'an initial volume', initialVolume, percent)),
  ...modifications.flatMap(({ origin, keyword, values: [value = 0], isPercent }) => {
    const range = isPercent ? percent : modified[keyword];
    return range ? outside(origin, keyword, value, range) : [];
  }),
];

const riskDoubts = ({ risk, general }: Deck): Doubt[] =>
  risk === null || !general.cvar
    ? []
    : [...outside(risk.origin, 'alpha', risk.alpha, percent), ...outside(risk.origin, 'lambda', risk.lambda, percent)];

/** Four digits of each of a few blocks. */
const rounding = 0.0005;

/** Load by block is load again: what blocks have more or less of it adds up to nothing. */
function profileDoubts(deck: Deck): Doubt[] {
  const { durations, load } = deck.blocks;
  const { start, end } = horizonOf(deck);
  const isSeasonal = deck.general.durationsByYear === 0;
  return load.flatMap(({ rows, subsystem }) => {
    for (let month = start; month < end; month++) {
      const year = Math.floor(month / 12);
      const own = rows.filter((row) => row.year === year);
      const sum = own.reduce((total, { values, position }) => {
        const ofYear = isSeasonal ? durations[0]!.year : year;
        const length = durations.find((row) => row.year === ofYear && row.position === position);
        return total + (values[month % 12] ?? 0) * (length?.values[month % 12] ?? 0);
      }, 0);
      if (own.length > 0 && Math.abs(sum - 1) > rounding) {
        const said = `expected factors of load (subsystem ${subsystem}) that make 1 over the blocks of ${monthName(month)}, found ${Number(sum.toFixed(4))}`;
        return [odd(own[0]!.origin, said)];
      }
    }
    return [];
  });
}

/** VAZPAST says in its third line which month it was made for. */
function plannedMonthDoubts({ plannedMonth, general }: Deck): Doubt[] {
  if (plannedMonth === null) return [];
  const { file, month, year } = plannedMonth;
  if (month === general.firstMonth && year === general.firstYear) return [];
  const wanted = `${general.firstMonth}/${general.firstYear}`;
  return [
    odd({ file, line: 3 }, `expected past flows for the month the study starts in, ${wanted}, found ${month}/${year}`),
  ];
}

/** A month that is blank would count as one without any flow. */
function blankPastDoubts({ pastFlows }: Deck): Doubt[] {
  return pastFlows.flatMap(({ origin, gauge, flows }) => {
    const month = flows.indexOf(null);
    if (month < 0) return [];
    return [
      odd(origin, `expected the past flow of gauge ${gauge} in all twelve months, found none in month ${month + 1}`),
    ];
  });
}
