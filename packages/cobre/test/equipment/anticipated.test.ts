/**
 * Thermals that decide ahead, on cases small enough to solve by hand: one bus, no water, a dear plant (100 $/MWh, 100 MW) and
 * one that must know a stage before (5 $/MWh, 50 MW). Stages have 10 h; the loads are 40, 60 and 20 MW.
 */
import { expect, test } from 'vitest';
import { simulate, train, validateCase } from '../../src/index.js';
import { stateDictionary } from '../../src/results/training/dictionaries.js';
import { rowsOf } from '../balances.js';
import { currentStage, currentThermal, smallCurrentCase } from '../case/current-case.js';
import { memoryCase } from '../case/memory-case.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

const tenHours = { blocks: [{ id: 0, name: 'ALL', hours: 10 }] };
const days = ['2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01'];
const promise = (stage: number, value_mw: number) => ({
  thermal_id: 1,
  start_date: days[stage],
  end_date: days[stage + 1],
  value_mw,
});

interface Sketch {
  readonly plant?: object;
  readonly lead?: object;
  readonly past?: readonly object[];
  readonly rate?: number;
  readonly stages?: readonly object[];
  readonly more?: CaseContents;
}

function contentsOf({
  plant = {},
  lead = { lead_stages: 1 },
  past = [promise(0, 30)],
  rate = 0,
  stages,
  more,
}: Sketch) {
  return {
    ...smallCurrentCase(),
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: rate },
      stages: stages ?? [0, 1, 2].map((id) => currentStage(id, tenHours)),
    },
    'initial_conditions.json': { storage: [], filling_storage: [], past_anticipated_commitments: past },
    'system/hydros.json': { hydros: [] },
    'system/hydro_production_models.json': null,
    'system/thermals.json': {
      thermals: [currentThermal(0, 100, 100), currentThermal(1, 5, 50, { anticipated_config: lead, ...plant })],
    },
    'scenarios/inflow_seasonal_stats.parquet': null,
    'scenarios/load_seasonal_stats.parquet': [40, 60, 20].map((mean_mw, stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw,
      std_mw: 0,
    })),
    ...more,
  };
}

const costOf = async (sketch: Sketch) => (await train(await caseOf(contentsOf(sketch)))).policy.lowerBound;

/** 100 h after the study, of which at least 10 MW must be promised at 7 $/MWh. */
const after = {
  'post_study_stages.json': {
    stages: [{ start_date: '2024-04-01', duration_hours: 100 }],
    thermal_bounds: [{ thermal_id: 1, post_study_stage_index: 0, cost_per_mwh: 7, min_mw: 10, max_mw: 40 }],
  },
};

/** A month is worth less by this much at 12 % a year. */
const d = (monthDays: number) => 1.12 ** (-monthDays / 365.25);

test.each([
  // 30 MW were promised: 10 MW are dear. Then 50 MW promised and 10 dear, then 20 promised.
  ['a lead of one stage', {}, 10_000 + 2_500 + 10_000 + 1_000],
  // Money of a delivery is money of its stage, whenever it was promised.
  ['a price of time', { rate: 0.12 }, 10_000 + d(31) * 12_500 + d(31) * d(29) * 1_000],
  ['no plant after the second stage', { plant: { exit_stage_id: 2 } }, 10_000 + 12_500 + 20_000],
  // Deliveries of the first two stages were promised before.
  ['two stages', { lead: { lead_stages: 2 }, past: [promise(0, 30), promise(1, 40)] }, 10_000 + 20_000 + 1_000],
  // 15 h before the end of a stage is in the one before; 10 h before it is the start of the stage itself.
  ['15 hours', { lead: { lead_time_hours: 15 } }, 23_500],
  ['10 hours', { lead: { lead_time_hours: 10 }, past: [] }, 2_000 + 12_500 + 1_000],
  ['a least generation of 25 MW', { plant: { generation: { min_mw: 25, max_mw: 50 } } }, 22_500 + 1_250 + 0.01 * 50],
  ['a stage after the study', { more: after }, 23_500 + 10 * 7 * 100],
] as const)('%s costs what it must', async (_, sketch, cost) => {
  expect(await costOf(sketch as Sketch)).toBeCloseTo(cost, 5);
});

/** Four hours of 60 MW and six of 20 MW: 50·4 + 20·6 = 320 MWh are promised as 32 MW, 10 MW · 4 h stay dear. */
test('the blocks of a delivery share what was promised', async () => {
  const blocks = [
    { id: 0, name: 'DAY', hours: 4 },
    { id: 1, name: 'NIGHT', hours: 6 },
  ];
  const factors = [
    { block_id: 0, factor: 1 },
    { block_id: 1, factor: 1 / 3 },
  ];
  const study = await caseOf(
    contentsOf({
      stages: [currentStage(0, tenHours), currentStage(1, { blocks }), currentStage(2, tenHours)],
      more: { 'scenarios/load_factors.json': { load_factors: [{ bus_id: 0, stage_id: 1, block_factors: factors }] } },
    }),
  );
  const { policy } = await train(study);
  expect(policy.lowerBound).toBeCloseTo(10_000 + 1_600 + 4_000 + 1_000, 5);
  for await (const scenario of simulate(study, policy, { scenarios: 1 })) {
    const own = rowsOf(scenario, 'thermals').filter(({ thermal_id }) => thermal_id === 1);
    expect(own.map(({ generation_mw }) => Math.round(generation_mw! * 1e6) / 1e6)).toEqual([30, 50, 20, 20]);
    expect(own[0]).toMatchObject({ anticipated_committed_mw: 30, generation_cost: 0 });
    expect(own[0]!.anticipated_decision_mw).toBeCloseTo(32, 6);
    expect(rowsOf(scenario, 'costs')[0]!.anticipated_thermal_cost).toBeCloseTo(1_600, 6);
    const lanes = rowsOf(scenario, 'anticipated_lanes');
    expect(lanes.map(({ stage_id, delivery_date }) => [stage_id, delivery_date])).toEqual([
      [0, 20240201],
      [1, 20240301],
    ]);
    expect(lanes[0]!.deposited_decision_mw).toBeCloseTo(32, 6);
  }
});

test('a promise is a state with a price: one more MW saves 100 $ in each of 10 hours', async () => {
  const study = await caseOf(contentsOf({ past: [promise(0, 30)] }));
  const { policy } = await train(study);
  expect(stateDictionary(study, policy.stateCount)).toMatchObject({
    states: [{ kind: 'anticipated_commitment', thermal_id: 1, slot: 0, unit: 'MW' }],
  });
  // Behind the first stage, with the promise for the second: 100 $/MWh are saved and nothing is paid any more.
  const { pool } = policy.stages[0]!;
  const slopes = Array.from({ length: pool.count }, (_, k) => pool.slopeOf(k, 0));
  expect(Math.min(...slopes)).toBeCloseTo(-1, 9);
});

test.each([
  ['CoverageMismatch', { past: [] }, 'initial_conditions.json'],
  ['CoverageMismatch', { past: [promise(0, 10), promise(0, 10)] }, 'initial_conditions.json'],
  ['OutOfRange', { past: [promise(0, 51)] }, 'initial_conditions.json'],
  [
    'PhysicalConstraint',
    { lead: { lead_stages: 3 }, past: [0, 1, 2].map((s) => promise(s, 0)) },
    'system/thermals.json',
  ],
  ['SchemaViolation', { lead: { lead_stages: 1, lead_time_hours: 5 } }, 'system/thermals.json'],
  [
    'CoverageMismatch',
    { more: { 'post_study_stages.json': { ...after['post_study_stages.json'], thermal_bounds: [] } } },
    'post_study_stages.json',
  ],
  [
    'StageMismatch',
    {
      more: {
        'post_study_stages.json': {
          ...after['post_study_stages.json'],
          stages: [{ start_date: '2024-04-02', duration_hours: 100 }],
        },
      },
    },
    'post_study_stages.json',
  ],
])('refuses with %s: %o', async (kind, sketch, file) => {
  const { errors } = await validateCase('case', memoryCase(contentsOf(sketch as Sketch)));
  expect(errors).toContainEqual(expect.objectContaining({ kind, context: expect.objectContaining({ file }) }));
});

/** A long stage before two short ones: 15 h before the end of either is in the long one. */
test('refuses a stage that would decide two deliveries', async () => {
  const hours = (id: number, h: number) => currentStage(id, { blocks: [{ id: 0, name: 'ALL', hours: h }] });
  const stages = [hours(0, 40), hours(1, 6), hours(2, 6)];
  const contents = contentsOf({ lead: { lead_time_hours: 15 }, stages, past: [] });
  const { errors } = await validateCase('case', memoryCase(contents));
  expect(errors.map(({ context }) => context.rule)).toEqual(['one decision per stage']);
});
