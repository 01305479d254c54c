import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Case } from '../../../src/case/model.js';
import { advanceLags, buildStochasticModel, type StochasticModel } from '../../../src/stochastic/index.js';
import { dateOf, dayOf, overlapDays } from '../../../src/stochastic/time/calendar.js';
import {
  dayFrom,
  flatCoefficients,
  flatStats,
  iso,
  monthlyStages,
  months,
  type StageParts,
  studyOf,
} from '../make-study.js';

const ids = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The memory at the start of each stage when the given inflows happen. */
function memories(model: StochasticModel, inflows: readonly number[]): Float64Array[] {
  const all = [model.initialLags.slice()];
  model.stages.slice(0, -1).forEach(({ transition }, t) => {
    const next = new Float64Array(model.initialLags.length);
    advanceLags(transition, all[t]!, Float64Array.of(inflows[t]!), next);
    all.push(next);
  });
  return all;
}

function modelOf(
  stages: readonly StageParts[],
  order: number,
  past: readonly number[],
  seasons: Case['horizon']['seasons'],
) {
  return buildStochasticModel(
    studyOf({
      stages,
      seasons,
      hydros: [{ pastInflows: { valuesM3s: past, seasonIds: null } }],
      scenarios: {
        inflowStats: flatStats(1, ids(stages.length), 100, 10),
        arCoefficients: flatCoefficients(1, ids(stages.length), new Array(order).fill(0.1), 0.9),
      },
    }),
  );
}

describe('with one stage per season the memory is the list of past inflows', () => {
  test.each([['with season definitions', months] as const, ['without', null] as const])('%s', (_, seasons) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 20, maxLength: 20 }),
        (order, numbers) => {
          const stages = monthlyStages(14);
          const past = numbers.slice(0, order);
          const inflows = numbers.slice(order);
          const model = modelOf(stages, order, past, seasons);
          expect(model.lagCount).toBe(order);
          expect(model.stages.every(({ transition }) => transition.isShift)).toBe(true);
          memories(model, inflows).forEach((lags, t) => {
            const history = [...inflows.slice(0, t).toReversed(), ...past];
            expect([...lags]).toEqual(history.slice(0, order));
          });
        },
      ),
      { numRuns: 30 },
    );
  });
});

/** Stages of random length from January 2024 on, each in the season of the month it starts in. */
const raggedStages = fc.array(fc.integer({ min: 4, max: 40 }), { minLength: 4, maxLength: 24 }).map((lengths) => {
  let day = dayOf(2024, 1, 1);
  return lengths.map((length): StageParts => {
    const start = day;
    day += length;
    return { start: iso(start), end: iso(day), seasonId: dateOf(start).month - 1 };
  });
});

test('with stages of any length, lag 1 is the day-weighted mean of the month before', () => {
  fc.assert(
    fc.property(
      raggedStages,
      fc.array(fc.double({ min: 1, max: 500, noNaN: true }), { minLength: 25, maxLength: 25 }),
      (stages, z) => {
        const model = modelOf(stages, 1, [77], months);
        memories(model, z).forEach((lags, t) => {
          expect(lags[0]).toBeCloseTo(previousMonthMean(stages, z, t, 77), 8);
        });
      },
    ),
    { numRuns: 200 },
  );
});

/** Replays the days: every stage before t gives its inflow to its own days, in its own month or later ones. */
function previousMonthMean(stages: readonly StageParts[], z: readonly number[], t: number, past: number): number {
  const own = dateOf(dayFrom(stages[t]!.start));
  const start = dayOf(own.year, own.month - 1, 1);
  const end = dayOf(own.year, own.month, 1);
  let days = 0;
  let sum = 0;
  stages.slice(0, t).forEach((stage, k) => {
    const shared = overlapDays(dayFrom(stage.start), dayFrom(stage.end), start, end);
    days += shared;
    sum += shared * z[k]!;
  });
  return days === 0 ? past : sum / days;
}

test('weeks of a month leave its mean to the next month', () => {
  const stages = [
    ...[1, 8, 15, 22].map((day) => ({
      start: `2024-01-${String(day).padStart(2, '0')}`,
      end: iso(dayOf(2024, 1, day + 7)),
      seasonId: 0,
    })),
    { start: '2024-02-01', end: '2024-03-01', seasonId: 1 },
    { start: '2024-03-01', end: '2024-04-01', seasonId: 2 },
  ];
  const model = modelOf(stages, 1, [200], months);
  const lags = memories(model, [10, 20, 30, 40, 500, 0]);
  expect(lags.slice(0, 4).map(([lag]) => lag)).toEqual([200, 200, 200, 200]);
  expect(lags[4]![0]).toBeCloseTo(25, 10);
  expect(lags[5]![0]).toBe(500);
});

test('recent observations fill the days of the first month that lie before the study', () => {
  const stages = [
    { start: '2024-04-11', end: '2024-05-01', seasonId: 3 },
    { start: '2024-05-01', end: '2024-06-01', seasonId: 4 },
  ];
  const model = buildStochasticModel(
    studyOf({
      stages,
      seasons: months,
      hydros: [
        {
          pastInflows: { valuesM3s: [60], seasonIds: null },
          recentObservations: [{ startDay: dayOf(2024, 3, 29), endDay: dayOf(2024, 4, 11), valueM3s: 90 }],
        },
      ],
      scenarios: {
        inflowStats: flatStats(1, [0, 1], 100, 10),
        arCoefficients: flatCoefficients(1, [0, 1], [0.1], 0.9),
      },
    }),
  );
  const [, may] = memories(model, [30]);
  expect(may![0]).toBeCloseTo((10 * 90 + 20 * 30) / 30, 10);
});

test('a season that is a mere label leaves every stage its own period', () => {
  const stages = monthlyStages(4, { seasonId: 0 });
  const model = modelOf(stages, 1, [200], months);
  expect(model.stages.every(({ transition }) => transition.isShift)).toBe(true);
  // The first stage is January itself; the others cannot be.
  expect(memories(model, [1, 2, 3]).map(([lag]) => lag)).toEqual([200, 1, 2, 3]);
});

test('a month that no stage covers counts as average', () => {
  // March 2024 is missing, March 2025 gives its statistics.
  const stages = monthlyStages(15).filter((_, i) => i !== 2);
  const lags = memories(modelOf(stages, 1, [200], months), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  expect(lags.slice(0, 4).map(([lag]) => lag)).toEqual([200, 1, 100, 3]);
});
