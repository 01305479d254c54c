/**
 * User constraints as they are written today, each on a case that is solved by hand. All vary one study: two months of
 * 730 h, a load of 80 MW, plants of 40 MW at 10 $/MWh and 60 MW at 30 $/MWh, and a reservoir of 0 to 100 hm³ with 50 hm³ at
 * the start, inflows of 20 and 10 m³/s and 1 MW per m³/s. Left alone, the water replaces the dear plant.
 */
import { describe, expect, test } from 'vitest';
import { loadCase, simulate, train, validateCase } from '../../src/index.js';
import { rowsOf } from '../balances.js';
import { currentHydro, currentStage, smallCurrentCase, unitGroup } from '../case/current-case.js';
import { memoryCase } from '../case/memory-case.js';
import type { CaseContents } from '../case/write-case.js';

const constraintsFile = 'constraints/generic_constraints.json';
const boundsFile = 'constraints/generic_constraint_bounds.parquet';
const parametersFile = 'constraints/generic_parameters.json';

interface Said {
  readonly expression: string;
  readonly bound_lower_ref?: string;
  readonly bound_upper_ref?: string;
  readonly slack?: object;
}

function caseWith(
  said: Said,
  more: CaseContents & { expressions?: object[]; parameters?: object[] } = {},
): CaseContents {
  const { expressions, parameters, ...files } = more;
  return {
    ...smallCurrentCase(),
    [constraintsFile]: {
      ...(expressions ? { expressions } : {}),
      constraints: [{ id: 0, name: 'Rule', slack: { enabled: false }, ...said }],
    },
    ...(parameters ? { [parametersFile]: { scalar_parameters: parameters } } : {}),
    ...files,
  };
}

async function optimum(files: CaseContents): Promise<number> {
  const { case: study } = await loadCase('case', memoryCase(files));
  return (await train(study)).policy.lowerBound;
}

/** MWh of water in the study, and what everything costs when all of it is used against the dear plant. */
const water = 50 / 0.0036 + 30 * 730;
const wet = 1600 * 1460 - 30 * water;
const hm3 = 1 / 0.0036;

const constant = (name: string, value: number, id = 0) => ({ id, name, kind: 'constant', value });
const bounds = (rows: readonly object[]) => ({
  [boundsFile]: rows.map((row) => ({ constraint_id: 0, block_id: null, bound_lower: null, bound_upper: null, ...row })),
});
const inBoth = (row: object) => bounds([0, 1].map((stage_id) => ({ stage_id, ...row })));

describe('what they say', () => {
  test.each<[string, CaseContents, number]>([
    // 12 hm³ stay in the reservoir at the end and give no energy.
    ['a relation', caseWith({ expression: 'hydro_storage_final(0) >= 12' }), wet + 30 * 12 * hm3],
    [
      'a relation with parameters and a named expression',
      caseWith(
        { expression: '2 * @kept >= @share * 30' },
        {
          expressions: [{ name: 'kept', expression: 'hydro_storage_final(0)' }],
          parameters: [constant('share', 0.8)],
        },
      ),
      wet + 30 * 12 * hm3,
    ],
    [
      'a bound by reference that differs by stage',
      caseWith(
        { expression: 'hydro_storage_final(0)', bound_lower_ref: 'least' },
        {
          parameters: [
            {
              id: 0,
              name: 'least',
              kind: 'per_stage',
              values: [
                [0, 30],
                [1, 7],
              ],
            },
          ],
        },
      ),
      wet + 30 * 7 * hm3,
    ],
    [
      'a bound by reference on one side and rows on the other',
      caseWith(
        { expression: 'hydro_storage_final(0)', bound_lower_ref: 'least' },
        { parameters: [constant('least', 5)], ...inBoth({ bound_upper: 60 }) },
      ),
      wet + 30 * 5 * hm3,
    ],
    // 90 % of the useful volume of 100 − 20 hm³, above the dead volume of 20: 92 hm³ stay.
    [
      'the security curve of the format: useful volumes and the greatest stored energy',
      caseWith(
        { expression: '@rho * hydro_useful_volume_final(0) >= 0.9 * @most' },
        {
          parameters: [
            {
              id: 0,
              name: 'rho',
              kind: 'computed',
              computed_spec: { tag: 'integrated_accumulated_productivity', hydro_id: 0 },
            },
            { id: 1, name: 'most', kind: 'computed', computed_spec: { tag: 'max_stored_energy', hydro_id: 0 } },
          ],
          'system/hydros.json': {
            hydros: [currentHydro(0, { reservoir: { min_storage_hm3: 20, max_storage_hm3: 100 } })],
          },
        },
      ),
      1600 * 1460 - 30 * (water - 92 * hm3),
    ],
    // The dear plant may give no more than half of what stands at the start of the stage above 10 hm³, in MW: 20 MW in the first.
    [
      'the storage at the start of the stage',
      caseWith(
        { expression: 'thermal_generation(1) - 0.5 * hydro_storage_initial(0) <= -5' },
        {
          'stages.json': {
            policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
            stages: [currentStage(0)],
          },
        },
      ),
      // One stage of 730 h with 50 hm³ and 20 m³/s: 28488 MWh of water, of 29200 MWh the dear plant would give.
      730 * 1600 - 30 * (50 * hm3 + 20 * 730),
    ],
    // Inflows of 20 and 10: turbined flow at most twice of it, 40 and 20 MW, so that 20 MW are dear in the second stage.
    [
      'the inflow',
      caseWith(
        { expression: 'hydro_turbined(0) <= 2 * hydro_inflow(0)' },
        {
          'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 100 }], filling_storage: [] },
        },
      ),
      1600 * 1460 - 30 * (40 + 20) * 730,
    ],
    // A seasonal parameter that both stages share a season of, 0: at most 10 MW of water.
    [
      'a seasonal parameter',
      caseWith(
        { expression: 'hydro_generation(0) <= @most' },
        {
          parameters: [
            {
              id: 0,
              name: 'most',
              kind: 'seasonal',
              values: [
                [0, 10],
                [1, 25],
              ],
            },
          ],
          'stages.json': {
            policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
            season_definitions: {
              cycle_type: 'monthly',
              seasons: [0, 1].map((id) => ({ id, label: `S${id}`, month_start: id + 1 })),
            },
            stages: [0, 1].map((id) => currentStage(id, { season_id: id })),
          },
        },
      ),
      1600 * 1460 - 30 * (10 + 25) * 730,
    ],
    // A slack of 2 $/MWh on both sides: between 0 and 10 MW of water is broken by 30 MW in each hour, which saves 28 each.
    [
      'two bounds with a slack',
      caseWith(
        { expression: 'hydro_generation(0)', slack: { enabled: true, penalty: 2 } },
        inBoth({ bound_lower: 0, bound_upper: 10 }),
      ),
      1600 * 1460 - 30 * water + 2 * (water - 10 * 1460),
    ],
  ])('%s', async (_, files, cost) => {
    expect(await optimum(files)).toBeCloseTo(cost, 3);
  });

  test('a value for each block gives a row for each block', async () => {
    const blocks = [0, 1].map((id) => ({ id, name: `B${id}`, hours: 365 }));
    const parameter = {
      id: 0,
      name: 'most',
      kind: 'per_stage_block',
      block_values: [0, 1].flatMap((stage) => [
        [stage, 0, 40],
        [stage, 1, 4],
      ]),
    };
    const files = caseWith(
      { expression: 'hydro_generation(0) <= @most' },
      {
        parameters: [parameter],
        'stages.json': {
          policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
          stages: [0, 1].map((id) => currentStage(id, { blocks })),
        },
      },
    );
    expect(await optimum(files)).toBeCloseTo(1600 * 1460 - 30 * (40 + 4) * 730, 3);
  });

  test('a bus names the units there, and two buses all lines between them', async () => {
    const group = (id: number) => unitGroup({ id, bus_id: id, max_turbined_m3s: 25, max_generation_mw: 25 });
    const dated = { operational_start_date: '2000-01-01' };
    const files = (expression: string) =>
      caseWith(
        { expression },
        {
          'system/buses.json': { buses: [0, 1].map((id) => ({ id, name: `Bus ${id}`, ...dated })) },
          'system/lines.json': {
            lines: [
              {
                id: 0,
                name: 'There',
                ...dated,
                source_bus_id: 1,
                target_bus_id: 0,
                capacity: { direct_mw: 9, reverse_mw: 9 },
                exchange_cost: 0.001,
              },
              {
                id: 1,
                name: 'Back',
                ...dated,
                source_bus_id: 0,
                target_bus_id: 1,
                capacity: { direct_mw: 9, reverse_mw: 9 },
                exchange_cost: 0.001,
              },
            ],
          },
          'system/hydros.json': {
            hydros: [currentHydro(0, { reservoir: { max_storage_hm3: 1000 }, unit_groups: [group(0), group(1)] })],
          },
          'scenarios/inflow_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
            hydro_id: 0,
            stage_id,
            mean_m3s: 60,
            std_m3s: 0,
          })),
          'scenarios/load_seasonal_stats.parquet': [0, 1].flatMap((stage_id) =>
            [80, 0].map((mean_mw, bus_id) => ({ bus_id, stage_id, mean_mw, std_mw: 0 })),
          ),
        },
      );
    // More water than turbines can use. 25 MW at the load itself and what comes over the lines replace the dear plant first,
    // then the cheap one; each MW over a line costs 0.001.
    const cost = (over: number) =>
      1460 * (Math.max(0, 40 - 25 - over) * 30 + Math.min(40, 80 - 25 - over) * 10 + over * 0.001);
    expect(await optimum(files('hydro_generation(0) <= 100'))).toBeCloseTo(cost(18), 2);
    expect(await optimum(files('hydro_generation(0, bus=1) <= 6'))).toBeCloseTo(cost(6), 2);
    expect(await optimum(files('hydro_turbined(0, bus=1) <= 6'))).toBeCloseTo(cost(6), 2);
    expect(await optimum(files('line_exchange(from=1, to=0) <= 5'))).toBeCloseTo(cost(5), 2);
    expect(await optimum(files('line_exchange(from=0, to=1) >= -5'))).toBeCloseTo(cost(5), 2);
  });

  test('where blocks follow each other, the storage between them can be named', async () => {
    const blocks = [0, 1].map((id) => ({ id, name: `B${id}`, hours: 365 }));
    const files = (expression: string) =>
      caseWith(
        { expression },
        {
          'stages.json': {
            policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
            stages: [currentStage(0, { blocks, block_mode: 'chronological' })],
          },
          'scenarios/inflow_seasonal_stats.parquet': [{ hydro_id: 0, stage_id: 0, mean_m3s: 0, std_m3s: 0 }],
        },
      );
    // 50 hm³ are 13889 MWh, which the second block alone can use (40 MW · 365 h = 14600 MWh): keeping 45 for it costs nothing.
    expect(await optimum(files('hydro_storage_final(0, 0) >= 45'))).toBeCloseTo(730 * 1600 - 30 * 50 * hm3, 2);
    // Start and end of the second block together 98: all 50 at its start, 48 at its end, so 2 hm³ are used.
    expect(await optimum(files('hydro_storage_initial(0, 1) + hydro_storage_final(0, 1) >= 98'))).toBeCloseTo(
      730 * 1600 - 30 * 2 * hm3,
      2,
    );
  });
});

test('slack is told with its sign: missing counts plus, too much minus', async () => {
  const files = caseWith(
    { expression: 'hydro_generation(0)', slack: { enabled: true, penalty: 2 } },
    inBoth({ bound_lower: 0, bound_upper: 10 }),
  );
  const { case: study } = await loadCase('case', memoryCase(files));
  const { policy } = await train(study);
  for await (const scenario of simulate(study, policy, { scenarios: 1 })) {
    const told = rowsOf(scenario, 'violations/generic');
    const generated = rowsOf(scenario, 'hydros').map(({ generation_mw }) => generation_mw!);
    told.forEach(({ slack_value, slack_cost }, stage) => {
      expect(slack_value).toBeCloseTo(10 - generated[stage]!, 6);
      expect(slack_cost).toBeCloseTo(2 * 730 * (generated[stage]! - 10), 4);
    });
  }
});

const twoBlocks = (mode: string) => ({
  'stages.json': {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
    stages: [0, 1].map((id) =>
      currentStage(id, { block_mode: mode, blocks: [0, 1].map((k) => ({ id: k, name: `B${k}`, hours: 365 })) }),
    ),
  },
});

describe('what they are refused for', () => {
  test.each<[string, string, object, CaseContents]>([
    [
      'text that is no expression',
      'ParseError',
      { file: constraintsFile },
      caseWith({ expression: 'hydro_turbined(0) <=' }),
    ],
    [
      'named expressions in a circle',
      'ParseError',
      { file: constraintsFile },
      caseWith({ expression: '@a <= 1' }, { expressions: [{ name: 'a', expression: '@a' }] }),
    ],
    [
      'a name that nobody declares',
      'MissingReference',
      { file: constraintsFile, field: 'expression', referenced_value: 'nobody' },
      caseWith({ expression: '@nobody * hydro_turbined(0) <= 1' }),
    ],
    [
      'a bound by a name that nobody declares',
      'MissingReference',
      { file: constraintsFile, entity_id: 0, field: 'bound_upper_ref', referenced_value: 'nobody' },
      caseWith({ expression: 'hydro_turbined(0)', bound_upper_ref: 'nobody' }),
    ],
    [
      'a name for two things',
      'DuplicateId',
      { file: parametersFile },
      caseWith(
        { expression: '@a <= 1' },
        { expressions: [{ name: 'a', expression: 'hydro_turbined(0)' }], parameters: [constant('a', 1)] },
      ),
    ],
    [
      'two parameters with one id',
      'DuplicateId',
      { file: parametersFile, entity_id: 0 },
      caseWith({ expression: 'hydro_turbined(0) <= @a' }, { parameters: [constant('a', 1), constant('b', 1)] }),
    ],
    [
      'a parameter without a value in a stage',
      'CoverageMismatch',
      { file: parametersFile, missing_dimension: "parameter 'a' in stage 1" },
      caseWith(
        { expression: 'hydro_turbined(0) <= @a' },
        { parameters: [{ id: 0, name: 'a', kind: 'per_stage', values: [[0, 1]] }] },
      ),
    ],
    [
      'a productivity that nobody knows',
      'CoverageMismatch',
      { file: parametersFile },
      caseWith(
        { expression: '@a * hydro_turbined(0) <= 1' },
        {
          parameters: [
            { id: 0, name: 'a', kind: 'computed', computed_spec: { tag: 'specific_productivity', hydro_id: 0 } },
          ],
        },
      ),
    ],
    [
      'a parameter about an unknown plant',
      'MissingReference',
      { file: parametersFile, referenced_value: 9 },
      caseWith(
        { expression: '@a * hydro_turbined(0) <= 1' },
        { parameters: [{ id: 0, name: 'a', kind: 'computed', computed_spec: { tag: 'max_storage', hydro_id: 9 } }] },
      ),
    ],
    [
      'a side that is bounded twice',
      'SchemaViolation',
      { file: constraintsFile, entity_id: 0, field: 'bound_upper' },
      caseWith({ expression: 'hydro_turbined(0) <= 3' }, inBoth({ bound_upper: 4 })),
    ],
    [
      'a storage between parallel blocks',
      'PhysicalConstraint',
      { file: constraintsFile, entity_id: 0 },
      caseWith({ expression: 'hydro_storage_final(0, 0) >= 1' }, twoBlocks('parallel')),
    ],
    [
      'evaporation of the second of two parallel blocks',
      'PhysicalConstraint',
      { file: constraintsFile, entity_id: 0 },
      caseWith({ expression: 'hydro_evaporation(0, 1) >= 0' }, twoBlocks('parallel')),
    ],
    [
      'evaporation without a block where blocks follow each other',
      'PhysicalConstraint',
      { file: constraintsFile, entity_id: 0 },
      caseWith({ expression: 'hydro_evaporation(0) >= 0' }, twoBlocks('chronological')),
    ],
    [
      'a block given twice',
      'ParseError',
      { file: constraintsFile },
      caseWith({ expression: 'hydro_turbined(0, 0, 0) >= 0' }),
    ],
    [
      'a block that a stage does not have',
      'OutOfRange',
      { file: constraintsFile, entity_id: 0, value: 3 },
      caseWith({ expression: 'hydro_turbined(0, 3) >= 0' }),
    ],
    [
      'a bus that does not exist',
      'MissingReference',
      { file: constraintsFile, referenced_value: 7 },
      caseWith({ expression: 'hydro_turbined(0, bus=7) >= 0' }),
    ],
    [
      'buses that no line joins',
      'PhysicalConstraint',
      { file: constraintsFile, entity_id: 0 },
      caseWith({ expression: 'line_exchange(from=0, to=0) >= 0' }),
    ],
  ])('%s', async (_, kind, context, files) => {
    const { errors } = await validateCase('case', memoryCase(files));
    const found = errors.find((error) => error.kind === kind);
    expect(found, JSON.stringify(errors)).toMatchObject({ context, suggestion: expect.any(String) });
  });
});
