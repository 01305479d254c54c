/**
 * Water that takes its time, on a case small enough to solve by hand: plant 0 holds 0.36 hm³, which is 10 m³/s during one
 * stage of 10 h, and sends it to plant 1, which holds nothing. Both make 1 MW of 1 m³/s; the load is 10 MW in both stages,
 * and what water does not give costs 100 $/MWh.
 */
import { expect, test } from 'vitest';
import { simulate, train, validateCase } from '../../src/index.js';
import { stateDictionary } from '../../src/results/training/dictionaries.js';
import { rowsOf } from '../balances.js';
import { currentHydro, currentStage, currentThermal, productionModel, smallCurrentCase } from '../case/current-case.js';
import { memoryCase } from '../case/memory-case.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

interface Sketch {
  readonly hours: number;
  readonly past?: number;
  readonly upper?: object;
  readonly stage?: object;
  readonly more?: CaseContents;
}

function contentsOf({ hours, past = 0, upper = {}, stage = {}, more }: Sketch): CaseContents {
  const release = { hydro_id: 0, start_date: '2023-12-30', end_date: '2024-01-01', value_m3s: past };
  const blocks = [{ id: 0, name: 'ALL', hours: 10 }];
  return {
    ...smallCurrentCase(),
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: [0, 1].map((id) => currentStage(id, { blocks, ...stage })),
    },
    'initial_conditions.json': {
      storage: [
        { hydro_id: 0, value_hm3: 0.36 },
        { hydro_id: 1, value_hm3: 0 },
      ],
      filling_storage: [],
      past_defluences: [release],
    },
    'system/hydros.json': {
      hydros: [
        currentHydro(0, { downstream_id: 1, travel_time_hours: hours, ...upper }),
        currentHydro(1, { reservoir: { max_storage_hm3: 0 } }),
      ],
    },
    'system/hydro_production_models.json': { production_models: [productionModel(0), productionModel(1)] },
    'system/thermals.json': { thermals: [currentThermal(0, 100, 100)] },
    'scenarios/inflow_seasonal_stats.parquet': null,
    'scenarios/load_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw: 10,
      std_mw: 0,
    })),
    ...more,
  };
}

test.each([
  // All of it is turbined in the first stage and again in the second: nothing is missing.
  ['one stage', { hours: 10 }, 0],
  // Half arrives in the same stage. Releasing x of 10 first gives 1.5x, then 15 − x: with x = 20/3 one stage is full.
  ['half a stage', { hours: 5 }, 1000 * (20 - 10 - (15 - 20 / 3))],
  // What is released in the first stage arrives after the study, so it is turbined once.
  ['two stages', { hours: 20 }, 10_000],
  // 4 m³/s of before arrive during the first stage (10 h) and, of the 20 h travelled, during the second.
  ['two stages and a past', { hours: 20, past: 4 }, 10_000 - 8_000],
  ['one stage and a past', { hours: 10, past: 4 }, 0],
])('a travel time of %s', async (_, sketch, cost) => {
  const { policy } = await train(await caseOf(contentsOf(sketch)));
  expect(policy.lowerBound).toBeCloseTo(cost, 5);
});

test('water on its way is a state, is told, and reaches the plant below', async () => {
  const study = await caseOf(
    contentsOf({ hours: 10, more: { 'system/thermals.json': { thermals: [currentThermal(0, 90, 1)] } } }),
  );
  const { policy } = await train(study);
  expect(stateDictionary(study, policy.stateCount)).toMatchObject({
    states: [{ kind: 'storage' }, { kind: 'storage' }, { kind: 'transit_bucket', hydro_id: 1, lag: 1, unit: 'hm3' }],
  });
  for await (const scenario of simulate(study, policy, { scenarios: 1 })) {
    const told = rowsOf(scenario, 'in_transit');
    expect(told[0]!.in_transit_volume_hm3).toBeCloseTo(0.36, 9);
    expect(told[0]!.delayed_arrival_hm3).toBe(0);
    expect(told[1]!.delayed_arrival_hm3).toBeCloseTo(0.36, 9);
    const below = rowsOf(scenario, 'hydros').filter(({ hydro_id }) => hydro_id === 1);
    expect(below.map(({ inflow_m3s }) => Math.round(inflow_m3s! * 1e6) / 1e6)).toEqual([0, 10]);
  }
});

/** 4 h, then 6 h: what leaves in the first block arrives 4 h later, all of it in the second; what leaves in it is 4 h late. */
test('inside a stage with blocks one after the other, water meets the block it arrives in', async () => {
  const blocks = [
    { id: 0, name: 'A', hours: 4 },
    { id: 1, name: 'B', hours: 6 },
  ];
  const study = await caseOf(contentsOf({ hours: 4, stage: { block_mode: 'chronological', blocks } }));
  const [first] = study.system.hydros[0]!.journey;
  expect(first![0]!.now).toEqual([0, 1]);
  expect(first![1]!.now[1]).toBeCloseTo(1 / 3, 12);
  expect(first![1]!.later[0]).toBeCloseTo(2 / 3, 12);
});

test.each([
  ['CoverageMismatch', { hours: 72 }, 'initial_conditions.json'],
  ['PhysicalConstraint', { hours: 10, upper: { downstream_id: null } }, 'system/hydros.json'],
])('refuses with %s: %o', async (kind, sketch, file) => {
  const { errors } = await validateCase('case', memoryCase(contentsOf(sketch)));
  expect(errors).toContainEqual(expect.objectContaining({ kind, context: expect.objectContaining({ file }) }));
});

/** 10 h and 20 h above one plant, both empty: releases of before arrive as 4 + 2 m³/s in the first 10 h and as 2 in the next. */
test('two rivers with different travel times meet', async () => {
  const contents = contentsOf({ hours: 10 });
  const past = (hydro_id: number, value_m3s: number) => ({
    hydro_id,
    start_date: '2023-12-30',
    end_date: '2024-01-01',
    value_m3s,
  });
  const { policy } = await train(
    await caseOf({
      ...contents,
      'initial_conditions.json': {
        storage: [0, 1, 2].map((hydro_id) => ({ hydro_id, value_hm3: 0 })),
        filling_storage: [],
        past_defluences: [past(0, 4), past(2, 2)],
      },
      'system/hydros.json': {
        hydros: [
          currentHydro(0, { downstream_id: 1, travel_time_hours: 10 }),
          currentHydro(1, { reservoir: { max_storage_hm3: 0 } }),
          currentHydro(2, { downstream_id: 1, travel_time_hours: 20 }),
        ],
      },
      'system/hydro_production_models.json': { production_models: [0, 1, 2].map((id) => productionModel(id)) },
    }),
  );
  expect(policy.lowerBound).toBeCloseTo(1000 * (10 - 6 + (10 - 2)), 5);
});

const blocksOf = (...hours: number[]) => hours.map((h, id) => ({ id, name: `B${id}`, hours: h }));
const study = async (stages: readonly object[], hours: number) => {
  const contents = contentsOf({
    hours,
    more: {
      'stages.json': { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 }, stages },
      'scenarios/load_seasonal_stats.parquet': stages.map((_, stage_id) => ({
        bus_id: 0,
        stage_id,
        mean_mw: 1,
        std_mw: 0,
      })),
      'initial_conditions.json': {
        storage: [0, 1].map((hydro_id) => ({ hydro_id, value_hm3: 0 })),
        filling_storage: [],
        past_defluences: [{ hydro_id: 0, start_date: '2023-11-01', end_date: '2024-01-01', value_m3s: 0 }],
      },
    },
  });
  return (await caseOf(contents)).system.hydros;
};
const near = (values: readonly number[]) => values.map((value) => expect.closeTo(value, 9));

/** The examples of the specification: 360 h on 720 h stages, a month before weeks, 900 h on 720 h. */
test.each([
  ['half a stage', 360, [720, 720], 1 / 2, [1 / 2]],
  ['a month before weeks', 360, [720, 168, 168, 168], 1 / 2, [7 / 30, 7 / 30, 1 / 30]],
  ['more than a stage', 900, [720, 720, 720], 0, [3 / 4, 1 / 4]],
])('released water is spread over the stages of the calendar: %s', async (_, hours, calendar, now, later) => {
  const stages = calendar.map((h, id) => currentStage(id, { blocks: blocksOf(h) }));
  const [first] = (await study(stages, hours))[0]!.journey[0]!;
  expect(first!.now).toEqual(near([now]));
  expect(first!.later).toEqual(near(later));
});

/** Blocks of 240 h and 250 h on the way: by hand from [0, 240), [240, 480) and [480, 720), each 250 h later. */
test('blocks that follow each other send each at its own time', async () => {
  const chronological = { blocks: blocksOf(240, 240, 240), block_mode: 'chronological' };
  const [upper] = await study(
    [0, 1].map((id) => currentStage(id, chronological)),
    250,
  );
  const [first, second, third] = upper!.journey[0]!;
  expect(first).toEqual({ now: near([0, 230 / 240, 10 / 240]), later: [] });
  expect(second).toEqual({ now: near([0, 0, 230 / 240]), later: near([10 / 240]) });
  expect(third).toEqual({ now: near([0, 0, 0]), later: near([1]) });
});

/**
 * Weeks of 168 h, 200 h on the way, into blocks of 20, 100 and 600 h: the week before arrives over hours 32 to 200, the one
 * before it over −136 to 32. In hours of the blocks: 20 + 12 of the earlier, 88 + 80 of the later, 20, 100 and 80 of 200 in all.
 */
test('blocks that follow each other share what arrives by the time it takes', async () => {
  const stages = [
    currentStage(0, { blocks: blocksOf(168) }),
    currentStage(1, { blocks: blocksOf(168) }),
    currentStage(2, { blocks: blocksOf(20, 100, 600), block_mode: 'chronological' }),
  ];
  const [, lower] = await study(stages, 200);
  expect(lower!.transit!.density[2]).toEqual(near([0.1, 0.5, 0.4]));
});
