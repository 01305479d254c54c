/**
 * Batteries, on cases small enough to solve by hand. All have one bus and two thermal plants, cheap (10 $/MWh, 50 MW) and
 * dear (100 $/MWh, 100 MW), and no hydros, so that the charge is the only state.
 */
import { describe, expect, test } from 'vitest';
import { exactCost, simulate, train, validateCase } from '../../src/index.js';
import { stateDictionary } from '../../src/results/training/dictionaries.js';
import { expectBalances, rowsOf } from '../balances.js';
import { memoryCase } from '../case/memory-case.js';
import { type CaseContents, smallCase, stageEntry, thermalEntry } from '../case/write-case.js';
import { caseOf } from '../random-case.js';

const solvers = ['simplex', 'highs'] as const;

function battery(changes: Record<string, unknown> = {}): object {
  return {
    id: 0,
    name: 'Cell',
    bus_id: 0,
    energy: { capacity_mwh: 200, initial_mwh: 0 },
    charge: { max_mw: 20, efficiency: 0.9 },
    discharge: { max_mw: 20, efficiency: 0.8, cost_per_mwh: 1 },
    ...changes,
  };
}

interface Sketch {
  readonly batteries: readonly object[];
  /** Load of each stage in MW. */
  readonly loads: readonly number[];
  readonly stages?: readonly object[];
  readonly more?: CaseContents;
}

function contentsOf({ batteries, loads, stages, more }: Sketch): CaseContents {
  const tenHours = loads.map((_, id) => stageEntry(id, { blocks: [{ id: 0, name: 'ALL', hours: 10 }] }));
  return {
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: stages ?? tenHours,
    },
    'initial_conditions.json': { storage: [], filling_storage: [] },
    'system/hydros.json': { hydros: [] },
    'system/thermals.json': { thermals: [thermalEntry(0, 10, 50), thermalEntry(1, 100, 100)] },
    'system/batteries.json': { batteries },
    'scenarios/inflow_seasonal_stats.parquet': null,
    'scenarios/load_seasonal_stats.parquet': loads.map((mean_mw, stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw,
      std_mw: 0,
    })),
    ...more,
  };
}

async function costOf(sketch: Sketch, solver: (typeof solvers)[number]): Promise<number> {
  return (await train(await caseOf(contentsOf(sketch)), { solver })).policy.lowerBound;
}

/**
 * 40 MW, then 60 MW. The second stage misses 10 MW · 10 h = 100 MWh of cheap power; the first has as much to spare. Stored at
 * 0.9 and given back at 0.8, 100 MWh become 90 MWh in the store and 72 MWh at the bus, each for 10/0.72 + 1 < 100 $. To store
 * dear power would cost 100/0.72 + 1 > 100 $. So: 500 MWh · 10 in each stage, 72 MWh · 1 for the battery, 28 MWh · 100.
 */
const carried: Sketch = { batteries: [battery()], loads: [40, 60] };

describe.each(solvers)('with %s', (solver) => {
  test('energy is carried to the stage that needs it, for what it is worth there', async () => {
    const study = await caseOf(contentsOf(carried));
    const { policy } = await train(study, { solver });
    expect(policy.lowerBound).toBeCloseTo(5000 + 5000 + 72 + 2800, 6);
    // One more MWh in the store gives 0.8 MWh for 1 $/MWh instead of 100 $/MWh. Cuts are in thousands of $.
    const slopes = Array.from({ length: policy.stages[0]!.pool.count }, (_, k) => policy.stages[0]!.pool.slopeOf(k, 0));
    expect(Math.min(...slopes)).toBeCloseTo((-0.8 * 99) / 1000, 9);
    for await (const scenario of simulate(study, policy, { solver, scenarios: 1 })) {
      expectBalances(study, scenario);
      expect(rowsOf(scenario, 'batteries')).toMatchObject([
        { charge_mw: 10, discharge_mw: 0, energy_initial_mwh: 0, discharge_cost: 0 },
        { charge_mw: 0, energy_final_mwh: 0 },
      ]);
      const [first, second] = rowsOf(scenario, 'batteries');
      expect(first!.energy_final_mwh).toBeCloseTo(90, 6);
      expect(first!.energy_value_per_mwh).toBeCloseTo(79.2, 6);
      expect(second!.energy_initial_mwh).toBeCloseTo(90, 6);
      expect(second!.discharge_mwh).toBeCloseTo(72, 6);
      expect(rowsOf(scenario, 'costs')[1]!.battery_cost).toBeCloseTo(72, 6);
    }
  });

  test.each([
    // 5 MW · 10 h give 50 MWh, which took 62.5 from the store and 69.444 from the bus.
    ['battery_discharge(0)', 1, 5, 10 * (400 + 50 / 0.72) + 5000 + 50 + 5000],
    // 45 MWh in the store took 50 from the bus and give 36.
    ['battery_energy(0)', 0, 45, 10 * 450 + 5000 + 36 + 6400],
    // 4 MW · 10 h become 28.8 MWh.
    ['battery_charge(0)', 0, 4, 10 * 440 + 5000 + 28.8 + 7120],
  ])('a user constraint on %s holds', async (expression, stage_id, bound, cost) => {
    const more = {
      'constraints/generic_constraints.json': {
        constraints: [{ id: 0, name: 'limit', expression, sense: '<=', slack: { enabled: false } }],
      },
      'constraints/generic_constraint_bounds.parquet': [{ constraint_id: 0, stage_id, block_id: null, bound }],
    };
    expect(await costOf({ ...carried, more }, solver)).toBeCloseTo(cost, 6);
  });

  /**
   * A night of 8 h with 20 MW and a day of 4 h with 80 MW: 30 MW · 4 h = 120 MWh of the day are dear. The battery holds
   * 90 MWh, charges without losses and gives back 0.9 of it; the stage ends as it began, empty.
   *
   * Night first: 90 MWh are stored, 81 given, 39 stay dear. Day first: nothing can be given. Parallel: the order is open and
   * the store may turn over, so all 120 MWh are given and 133.3 taken, unless turns are limited: one a day is half a
   * one in 12 h, so 45 MWh leave the store and 40.5 are given.
   */
  const night = { name: 'NIGHT', hours: 8 };
  const day = { name: 'DAY', hours: 4 };
  test.each([
    ['chronological', [night, day], {}, 10 * (160 + 90) + 2000 + 3900],
    ['chronological', [day, night], {}, 1600 + 2000 + 12000],
    ['parallel', [night, day], {}, 10 * (160 + 120 / 0.9) + 2000],
    ['parallel', [night, day], { max_cycles_per_day: 1 }, 10 * (160 + 45) + 2000 + 7950],
  ])('a cyclic battery in a %s stage of %o %o', async (block_mode, blocks, changes, cost) => {
    const cyclic = battery({
      energy: { capacity_mwh: 90 },
      charge: { max_mw: 30, efficiency: 1 },
      discharge: { max_mw: 40, efficiency: 0.9 },
      end_of_stage: 'cyclic',
      ...changes,
    });
    const stage = (id: number) =>
      stageEntry(id, { block_mode, blocks: blocks.map((block, k) => ({ id: k, ...block })) });
    const factors = (stage_id: number) => ({
      bus_id: 0,
      stage_id,
      block_factors: blocks.map(({ name }, block_id) => ({ block_id, factor: name === 'DAY' ? 0.8 : 0.2 })),
    });
    const sketch = {
      batteries: [cyclic],
      loads: [100, 100],
      stages: [stage(0), stage(1)],
      more: { 'scenarios/load_factors.json': { load_factors: [factors(0), factors(1)] } },
    };
    expect(await costOf(sketch, solver)).toBeCloseTo(2 * cost, 6);
    expect((await exactCost(await caseOf(contentsOf(sketch)))).cost).toBeCloseTo(2 * cost, 5);
  });

  /**
   * Two stages of 40 MW, all of it cheap: 8000 $. A lossless battery with 50 MWh saves 500 $ when it may end empty, costs
   * 700 $ more when it must end with 120 MWh, and when it can only reach 150 of 200 MWh (5 MW · 20 h) the last 50 MWh are
   * paid at the price of deficit, 1000 $/MWh, or at a price of their own.
   */
  test.each([
    [{}, 7500],
    [{ end_of_stage: 'final_target' }, 8000],
    [{ end_of_stage: 'final_target', final_target_mwh: 120 }, 8700],
    [{ end_of_stage: 'final_target', final_target_mwh: 200, charge: { max_mw: 5, efficiency: 1 } }, 9000 + 50_000],
    [
      {
        end_of_stage: 'final_target',
        final_target_mwh: 200,
        charge: { max_mw: 5, efficiency: 1 },
        final_target_violation_cost: 200,
      },
      9000 + 10_000,
    ],
    // It enters with its initial charge, and what a battery holds that is gone is lost.
    [{ entry_stage_id: 1 }, 7500],
    [{ entry_stage_id: 1, exit_stage_id: 2 }, 7500],
    [{ entry_stage_id: 2 }, 8000],
  ])('the end of %o costs %d', async (changes, cost) => {
    const lossless = battery({
      energy: { capacity_mwh: 200, initial_mwh: 50 },
      charge: { max_mw: 20, efficiency: 1 },
      discharge: { max_mw: 20, efficiency: 1 },
      ...changes,
    });
    expect(await costOf({ batteries: [lossless], loads: [40, 40] }, solver)).toBeCloseTo(cost, 6);
  });

  test('training meets the exact cost of the scenario tree, where loads are uncertain and blocks follow each other', async () => {
    const study = await caseOf({ ...uncertain(), 'config.json': trainingOf(60, 3) });
    const { policy } = await train(study, { solver });
    const { cost } = await exactCost(study);
    expect(Math.abs(policy.lowerBound - cost)).toBeLessThan(1e-6 * cost);
  });
});

const trainingOf = (limit: number, forward_passes: number) => ({
  training: { tree_seed: 5, forward_passes, stopping_rules: [{ type: 'iteration_limit', limit }] },
  modeling: { inflow_non_negativity: { method: 'none' } },
});

/** Three stages of two blocks, uncertain loads, one reservoir and two batteries. */
function uncertain(): CaseContents {
  const blocks = [
    { id: 0, name: 'NIGHT', hours: 300 },
    { id: 1, name: 'DAY', hours: 430 },
  ];
  const stages = [0, 1, 2].map((id) =>
    stageEntry(id, { blocks, num_scenarios: 3, block_mode: id === 1 ? 'chronological' : 'parallel' }),
  );
  const small = smallCase();
  return {
    ...small,
    'stages.json': { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0.1 }, stages },
    'system/batteries.json': {
      batteries: [
        battery({ energy: { capacity_mwh: 4000, initial_mwh: 500 } }),
        battery({ id: 1, energy: { capacity_mwh: 900 }, end_of_stage: 'final_target', final_target_mwh: 300 }),
      ],
    },
    'scenarios/inflow_seasonal_stats.parquet': [0, 1, 2].map((stage_id) => ({
      hydro_id: 0,
      stage_id,
      mean_m3s: 15,
      std_m3s: 4,
    })),
    'scenarios/load_seasonal_stats.parquet': [60, 80, 95].map((mean_mw, stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw,
      std_mw: 8,
    })),
  };
}

test('the charge of every battery is a state of the policy, after storages', async () => {
  const study = await caseOf({ ...uncertain(), 'config.json': trainingOf(2, 1) });
  const { policy } = await train(study);
  expect(policy.stateCount).toBe(3);
  expect(stateDictionary(study, policy.stateCount)).toMatchObject({
    state_dimension: 3,
    states: [
      { index: 0, kind: 'storage', hydro_id: 0 },
      { index: 1, kind: 'battery_energy', battery_id: 0, unit: 'MWh' },
      { index: 2, kind: 'battery_energy', battery_id: 1 },
    ],
  });
});

/** One broken battery for each layer that has something to say about one file or about references and limits. */
test.each([
  ['a mistyped file', '{ "batteries": [', 'ParseError', true],
  ['an efficiency above one', battery({ charge: { max_mw: 1, efficiency: 1.2 } }), 'OutOfRange', true],
  ['a word that means nothing', battery({ end_of_stage: 'full' }), 'InvalidEnum', true],
  ['a target that nobody asks for', battery({ final_target_mwh: 5 }), 'SchemaViolation', false],
  ['a bus that does not exist', battery({ bus_id: 9 }), 'MissingReference', true],
  ['more charge than it holds', battery({ energy: { capacity_mwh: 10, initial_mwh: 11 } }), 'CapacityViolation', true],
  ['an exit before its entry', battery({ entry_stage_id: 1, exit_stage_id: 0 }), 'PhysicalConstraint', true],
])('validation finds %s', async (_, entry, kind, isError) => {
  const file = typeof entry === 'string' ? entry : { batteries: [entry] };
  const report = await validateCase('case', memoryCase({ ...smallCase(), 'system/batteries.json': file }));
  expect(report.valid).toBe(!isError);
  const own = [...report.errors, ...report.warnings].filter(({ context }) => context.file === 'system/batteries.json');
  expect(own.map((found) => found.kind)).toEqual([kind]);
});
