/** What only current cases are refused for: kind, layer, file, entity and field of each, with something to do about it. */
import { describe, expect, test } from 'vitest';
import type { ValidationKind } from '../../src/faults.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { currentHydro, currentThermal, productionModel, smallCurrentCase, unitGroup } from '../case/current-case.js';
import { memoryCase } from '../case/memory-case.js';
import type { CaseContents } from '../case/write-case.js';
import { push, set } from './edit.js';

type Malformed = readonly [title: string, kind: ValidationKind, context: object, spoil: (files: CaseContents) => void];

const config = 'config.json';
const stages = 'stages.json';
const hydros = 'system/hydros.json';
const thermals = 'system/thermals.json';
const models = 'system/hydro_production_models.json';
const initial = 'initial_conditions.json';
const penalties = 'penalties.json';
const energy = 'system/hydro_energy_productivity.parquet';
const history = 'scenarios/inflow_history.parquet';
const postStudy = 'post_study_stages.json';
const dated = { operational_start_date: '2000-01-01' };

const keys: readonly Malformed[] = [
  [
    'a key is unknown',
    'SchemaViolation',
    { file: config, field: 'training.colour' },
    (f) => set(f, config, 'training.colour', 1),
  ],
  [
    'the version is given',
    'SchemaViolation',
    { file: penalties, field: 'version' },
    (f) => set(f, penalties, 'version', '1'),
  ],
  [
    'an entity has no date',
    'SchemaViolation',
    { file: thermals, entity_id: 1, field: 'operational_start_date' },
    (f) => set(f, thermals, 'thermals.1.operational_start_date', undefined),
  ],
  [
    'selection is missing',
    'SchemaViolation',
    { file: config, field: 'training.selection' },
    (f) => set(f, config, 'training.selection', undefined),
  ],
  [
    'a method of selection is unknown',
    'InvalidEnum',
    { file: config },
    (f) => set(f, config, 'training.selection.method', 'all'),
  ],
  [
    'a stopping mode is unknown',
    'InvalidEnum',
    { file: config, value: 'most' },
    (f) => set(f, config, 'training.stopping_mode', 'most'),
  ],
  [
    'an inflow method is unknown',
    'InvalidEnum',
    { file: config, value: 'wish' },
    (f) => set(f, config, 'modeling.inflow_non_negativity.method', 'wish'),
  ],
  [
    'a block size goes with by_scenario',
    'SchemaViolation',
    { file: config },
    (f) => set(f, config, 'training.parallelism', { backward_scheduler: { method: 'by_scenario', block_size: 2 } }),
  ],
  [
    'a gap rule has no tolerance',
    'SchemaViolation',
    { file: config },
    (f) => push(f, config, 'training.stopping_rules', { type: 'gap' }),
  ],
  [
    'the cost scale is zero',
    'OutOfRange',
    { file: config, value: 0 },
    (f) => set(f, config, 'modeling.cost_scale_factor', 0),
  ],
  [
    'domination has no tolerance',
    'SchemaViolation',
    { file: config, field: 'training.cut_selection.selection.domination_tolerance' },
    (f) => set(f, config, 'training.cut_selection', { selection: { method: 'domination' } }),
  ],
  [
    'there is no limit of iterations',
    'IncompatibleSettings',
    { settings: ['training.stopping_rules'] },
    (f) => set(f, config, 'training.stopping_rules', [{ type: 'time_limit', seconds: 5 }]),
  ],
  [
    'openings come from a file that is missing',
    'IncompatibleSettings',
    {},
    (f) => set(f, config, 'training.scenario_source', { openings: { source: 'file' } }),
  ],
  [
    'a risk measure is another word',
    'InvalidEnum',
    { file: stages, entity_id: 0 },
    (f) => set(f, stages, 'stages.0.risk_measure', 'worst'),
  ],
  [
    'a chain does not say its openings',
    'SchemaViolation',
    { file: stages, entity_id: 1, field: 'num_openings' },
    (f) => set(f, stages, 'stages.1.num_openings', undefined),
  ],
  [
    'a stage has no block',
    'SchemaViolation',
    { file: stages, entity_id: 0 },
    (f) => set(f, stages, 'stages.0.blocks', []),
  ],
  [
    'a block has no hours',
    'OutOfRange',
    { file: stages, entity_id: 0 },
    (f) => set(f, stages, 'stages.0.blocks.0.hours', 0),
  ],
  [
    'a file of 0.5.1 is there',
    'SchemaViolation',
    { file: 'constraints/exchange_factors.json' },
    (f) => {
      f['constraints/exchange_factors.json'] = { exchange_factors: [] };
    },
  ],
];

const plants: readonly Malformed[] = [
  [
    'a plant has no units',
    'SchemaViolation',
    { file: hydros, entity_id: 0, field: 'unit_groups' },
    (f) => set(f, hydros, 'hydros.0.unit_groups', []),
  ],
  [
    'units are larger than their plant',
    'CapacityViolation',
    { file: hydros, entity_id: 0, value_min: 60, value_max: 50 },
    (f) => set(f, hydros, 'hydros.0.unit_groups', [unitGroup({ max_turbined_m3s: 60 })]),
  ],
  [
    'two groups have one id',
    'DuplicateId',
    { file: hydros, entity_id: 0, registry: 'unit_groups' },
    (f) =>
      set(f, hydros, 'hydros.0.unit_groups', [
        unitGroup({ max_turbined_m3s: 20, max_generation_mw: 20 }),
        unitGroup({ max_turbined_m3s: 20, max_generation_mw: 20 }),
      ]),
  ],
  [
    'a group sits on an unknown bus',
    'MissingReference',
    { file: hydros, entity_id: 0, field: 'unit_groups.bus_id', referenced_value: 9 },
    (f) => set(f, hydros, 'hydros.0.unit_groups.0.bus_id', 9),
  ],
  [
    'water travels to nowhere',
    'PhysicalConstraint',
    { file: hydros, entity_id: 0, rule: 'travel time needs a plant downstream' },
    (f) => set(f, hydros, 'hydros.0.travel_time_hours', 24),
  ],
  [
    'a plant has no production model',
    'CoverageMismatch',
    { file: models },
    (f) => set(f, models, 'production_models', []),
  ],
  [
    'a stage has no production model',
    'CoverageMismatch',
    { file: models },
    (f) => set(f, models, 'production_models.0.stage_ranges.0.end_stage_id', 0),
  ],
  [
    'nobody gives the productivity',
    'SchemaViolation',
    { file: models, entity_id: 0, actual: 'missing' },
    (f) => set(f, models, 'production_models.0.stage_ranges.0.productivity_mw_per_m3s', null),
  ],
  [
    'two files give the productivity',
    'SchemaViolation',
    { file: models, entity_id: 0, actual: 'twice' },
    (f) => {
      f[energy] = [{ hydro_id: 0, stage_id: null, equivalent_productivity_mw_per_m3s: 1 }];
    },
  ],
  [
    'planes have a productivity beside them',
    'SchemaViolation',
    { file: models, entity_id: 0, actual: 'misplaced' },
    (f) => set(f, models, 'production_models.0.stage_ranges.0.model', 'fpha'),
  ],
  [
    'a reference volume is given twice',
    'SchemaViolation',
    { file: models },
    (f) => set(f, models, 'production_models.0.stage_ranges.0.reference_volume', { volume_hm3: 5, percentile: 0.5 }),
  ],
  [
    'a lead is given in stages and hours',
    'SchemaViolation',
    { file: thermals, entity_id: 0 },
    (f) => set(f, thermals, 'thermals.0.anticipated_config', { lead_stages: 1, lead_time_hours: 24 }),
  ],
  [
    'a filled reservoir starts in storage',
    'PhysicalConstraint',
    { file: initial, entity_id: 0 },
    (f) => {
      set(f, hydros, 'hydros.0.entry_stage_id', 1);
      set(f, hydros, 'hydros.0.filling', { start_stage_id: 0, filling_min_rate_m3s: 1 });
    },
  ],
  [
    'a pump works without its reservoir',
    'PhysicalConstraint',
    { file: 'system/pumping_stations.json', entity_id: 3, rule: 'operating reservoirs' },
    (f) => {
      push(f, hydros, 'hydros', currentHydro(1, { entry_stage_id: 1 }));
      push(f, models, 'production_models', productionModel(1));
      f['system/pumping_stations.json'] = { pumping_stations: [pump] };
    },
  ],
];

const pump = {
  id: 3,
  name: 'Pump',
  ...dated,
  bus_id: 0,
  source_hydro_id: 0,
  destination_hydro_id: 1,
  consumption_mw_per_m3s: 1,
  flow: { min_m3s: 0, max_m3s: 5 },
};

const tables: readonly Malformed[] = [
  [
    'storage is limited for a block',
    'SchemaViolation',
    { file: 'constraints/hydro_bounds.parquet', entity_id: 0, field: 'max_storage_hm3' },
    (f) => {
      f['constraints/hydro_bounds.parquet'] = [{ hydro_id: 0, stage_id: 0, block_id: 0, max_storage_hm3: 5 }];
    },
  ],
  [
    'a fill rate is given for a block',
    'SchemaViolation',
    { file: 'constraints/hydro_bounds.parquet', field: 'filling_min_rate_m3s' },
    (f) => {
      f['constraints/hydro_bounds.parquet'] = [{ hydro_id: 0, stage_id: 0, block_id: 0, filling_min_rate_m3s: 5 }];
    },
  ],
  [
    'a cost is given for a block',
    'SchemaViolation',
    { file: 'constraints/thermal_bounds.parquet', entity_id: 1, field: 'cost_per_mwh' },
    (f) => {
      f['constraints/thermal_bounds.parquet'] = [{ thermal_id: 1, stage_id: 0, block_id: 0, cost_per_mwh: 5 }];
    },
  ],
  [
    'a block does not exist',
    'StageMismatch',
    { file: 'constraints/thermal_bounds.parquet', stage_id: 0 },
    (f) => {
      f['constraints/thermal_bounds.parquet'] = [{ thermal_id: 1, stage_id: 0, block_id: 4, max_generation_mw: 5 }];
    },
  ],
  [
    'a limit of a block is given twice',
    'DuplicateId',
    { file: 'constraints/thermal_bounds.parquet', entity_id: 1 },
    (f) => {
      const row = { thermal_id: 1, stage_id: 0, block_id: 0, max_generation_mw: 5 };
      f['constraints/thermal_bounds.parquet'] = [row, row];
    },
  ],
  [
    'a bound is for no stage of the study',
    'MissingReference',
    { file: 'constraints/thermal_bounds.parquet', field: 'stage_id', referenced_value: 9 },
    (f) => {
      f['constraints/thermal_bounds.parquet'] = [{ thermal_id: 1, stage_id: 9, max_generation_mw: 5 }];
    },
  ],
  [
    'a renamed column names an unknown station',
    'MissingReference',
    { file: 'constraints/pumping_bounds.parquet', field: 'pumping_station_id', referenced_value: 8 },
    (f) => {
      f['constraints/pumping_bounds.parquet'] = [{ pumping_station_id: 8, stage_id: 0, max_m3s: 1 }];
    },
  ],
  [
    'a column has its old name',
    'SchemaViolation',
    { file: 'constraints/pumping_bounds.parquet', field: 'pumping_station_id' },
    (f) => {
      f['constraints/pumping_bounds.parquet'] = [{ station_id: 8, stage_id: 0, max_m3s: 1 }];
    },
  ],
  [
    'a window of history is empty',
    'OutOfRange',
    { file: history, entity_id: 0, field: 'end_date' },
    (f) => {
      f[history] = [{ hydro_id: 0, start_date: 19000, end_date: 19000, value_m3s: 5 }];
    },
  ],
  [
    'external scenarios have gaps',
    'CoverageMismatch',
    { file: 'scenarios/external_load_scenarios.parquet' },
    (f) => {
      const row = (stage_id: number, scenario_id: number) => ({ stage_id, scenario_id, bus_id: 0, value_mw: 80 });
      f['scenarios/external_load_scenarios.parquet'] = [row(0, 0), row(0, 2), row(1, 0), row(1, 2)];
    },
  ],
  [
    'two seasons share days',
    'PhysicalConstraint',
    { file: stages, entity_id: 1, rule: 'seasons share no day' },
    (f) => {
      const season = (id: number, month_start: number, day_end: number) => ({
        id,
        label: `S${id}`,
        month_start,
        day_start: 1,
        month_end: 1,
        day_end,
      });
      set(f, stages, 'season_definitions', { cycle_type: 'custom', seasons: [season(0, 1, 31), season(1, 1, 28)] });
    },
  ],
];

const after = { start_date: '2024-03-01', duration_hours: 744 };
const cell = { thermal_id: 0, post_study_stage_index: 0, cost_per_mwh: 5, min_mw: 0, max_mw: 10 };
const following = (changes: object) => (f: CaseContents) => {
  f[postStudy] = { stages: [after], thermal_bounds: [cell], ...changes };
};

const later: readonly Malformed[] = [
  [
    'a stage does not follow the study',
    'StageMismatch',
    { file: postStudy, stage_id: 0 },
    following({ stages: [{ ...after, start_date: '2024-03-02' }] }),
  ],
  [
    'a cell names no stage',
    'OutOfRange',
    { file: postStudy, entity_id: 0, value: 3 },
    following({ thermal_bounds: [{ ...cell, post_study_stage_index: 3 }] }),
  ],
  [
    'a cell is given twice',
    'DuplicateId',
    { file: postStudy, entity_id: 0 },
    following({ thermal_bounds: [cell, cell] }),
  ],
  [
    'a cell is upside down',
    'CapacityViolation',
    { file: postStudy, entity_id: 0, value_min: 20 },
    following({ thermal_bounds: [{ ...cell, min_mw: 20 }] }),
  ],
  [
    'a cell names no plant',
    'MissingReference',
    { file: postStudy, referenced_value: 77 },
    following({ thermal_bounds: [{ ...cell, thermal_id: 77 }] }),
  ],
];

describe.each([
  ['keys', keys],
  ['plants', plants],
  ['tables', tables],
  ['stages after the study', later],
])('%s of a current case', (_, list) => {
  test.each(list)('%s: %s', async (_title, kind, context, spoil) => {
    const files = smallCurrentCase();
    expect((await validateCase('case', memoryCase(files))).errors).toEqual([]);
    spoil(files);
    const { errors } = await validateCase('case', memoryCase(files));
    expect(errors).toContainEqual(
      expect.objectContaining({ kind, context: expect.objectContaining(context), suggestion: expect.any(String) }),
    );
  });
});

test('several faults of a current case are told at once', async () => {
  const files = smallCurrentCase();
  set(files, config, 'training.colour', 1);
  push(files, thermals, 'thermals', { ...currentThermal(5, 1, 1), operational_start_date: 'soon' });
  set(files, stages, 'stages.0.weather', 'fine');
  const { errors } = await validateCase('case', memoryCase(files));
  expect(errors.map(({ context }) => context.file).sort()).toEqual([config, stages, thermals]);
});
