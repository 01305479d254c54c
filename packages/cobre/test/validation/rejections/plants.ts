/** What today's format refuses about plants and their production models. */
import { currentHydro, productionModel, unitGroup } from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const hydros = 'system/hydros.json';
const thermals = 'system/thermals.json';
const energy = 'system/hydro_energy_productivity.parquet';
const models = 'system/hydro_production_models.json';
const _initial = 'initial_conditions.json';
const _stages = 'stages.json';
const _postStudy = 'post_study_stages.json';
const _curves = 'system/tailrace_curves.parquet';

const plant = (path: string, value: unknown) => (files: CaseContents) => set(files, hydros, `hydros.0.${path}`, value);
const thermal = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, thermals, `thermals.0.${path}`, value);
const range = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, models, `production_models.0.stage_ranges.0.${path}`, value);

const dated = { operational_start_date: '2000-01-01' };
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

const moved: readonly Rejection[] = [
  ['hydros.0.filling.filling_inflow_m3s', hydros, { start_stage_id: 0, filling_inflow_m3s: 1 }, /filling_min_rate_m3s/],
].map(([path, file, value, advice]) => [
  `${path} has another name`,
  'SchemaViolation',
  { file, entity_id: 0, field: 'filling.filling_inflow_m3s' },
  advice as RegExp,
  (files: CaseContents) => {
    set(files, file as string, 'hydros.0.entry_stage_id', 1);
    set(files, file as string, 'hydros.0.filling', value);
  },
]);

const plantRows = topic<Rejection>('1.7', 'plants', [
  [
    'a plant has no units',
    'SchemaViolation',
    { file: hydros, entity_id: 0, field: 'unit_groups' },
    /'unit_groups' .* at least 1 entry/,
    (f) => set(f, hydros, 'hydros.0.unit_groups', []),
  ],
  [
    'units are larger than their plant',
    'CapacityViolation',
    { file: hydros, entity_id: 0, value_min: 60, value_max: 50 },
    /Raise max_turbined_m3s of the plant/,
    (f) => set(f, hydros, 'hydros.0.unit_groups', [unitGroup({ max_turbined_m3s: 60 })]),
  ],
  [
    'two groups have one id',
    'DuplicateId',
    { file: hydros, entity_id: 0, registry: 'unit_groups' },
    /different ids/,
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
    /Add '9' to system\/buses\.json, or use one of: 0/,
    (f) => set(f, hydros, 'hydros.0.unit_groups.0.bus_id', 9),
  ],
  [
    'water travels to nowhere',
    'PhysicalConstraint',
    { file: hydros, entity_id: 0, rule: 'travel time needs a plant downstream' },
    /Add downstream_id/,
    (f) => set(f, hydros, 'hydros.0.travel_time_hours', 24),
  ],
  [
    'a plant has no production model',
    'CoverageMismatch',
    { file: models },
    /Add it to system\/hydro_production_models\.json/,
    (f) => set(f, models, 'production_models', []),
  ],
  [
    'a stage has no production model',
    'CoverageMismatch',
    { file: models },
    /Add it to system\/hydro_production_models\.json/,
    (f) => set(f, models, 'production_models.0.stage_ranges.0.end_stage_id', 0),
  ],
  [
    'nobody gives the productivity',
    'SchemaViolation',
    { file: models, entity_id: 0, actual: 'missing' },
    /Add productivity_mw_per_m3s/,
    (f) => set(f, models, 'production_models.0.stage_ranges.0.productivity_mw_per_m3s', null),
  ],
  [
    'two files give the productivity',
    'SchemaViolation',
    { file: models, entity_id: 0, actual: 'twice' },
    /Keep one of the two/,
    (f) => {
      f[energy] = [{ hydro_id: 0, stage_id: null, equivalent_productivity_mw_per_m3s: 1 }];
    },
  ],
  [
    'planes have a productivity beside them',
    'SchemaViolation',
    { file: models, entity_id: 0, actual: 'misplaced' },
    /Remove productivity_mw_per_m3s/,
    (f) => set(f, models, 'production_models.0.stage_ranges.0.model', 'fpha'),
  ],
  [
    'a reference volume is given twice',
    'SchemaViolation',
    { file: models },
    /either volume_hm3 or percentile, and not both/,
    (f) => set(f, models, 'production_models.0.stage_ranges.0.reference_volume', { volume_hm3: 5, percentile: 0.5 }),
  ],
  [
    'a lead is given in stages and hours',
    'SchemaViolation',
    { file: thermals, entity_id: 0 },
    /either lead_stages or lead_time_hours, and not both/,
    (f) => set(f, thermals, 'thermals.0.anticipated_config', { lead_stages: 1, lead_time_hours: 24 }),
  ],
  ...moved,
  [
    'a travel time below zero',
    'OutOfRange',
    { file: hydros, entity_id: 0, field: 'travel_time_hours', value: -1 },
    /travel_time_hours' to at least 0/,
    plant('travel_time_hours', -1),
  ],
  [
    'units that generate more than their plant',
    'CapacityViolation',
    { file: hydros, entity_id: 0, value_min: 60, value_max: 50 },
    /Raise max_generation_mw of the plant/,
    plant('unit_groups', [unitGroup({ max_generation_mw: 60 })]),
  ],
  [
    'a unit group without a name',
    'SchemaViolation',
    { file: hydros, entity_id: 0 },
    /name/,
    plant('unit_groups', [unitGroup({ name: undefined })]),
  ],
  [
    'a unit group whose least flow is above its largest',
    'CapacityViolation',
    { file: hydros, entity_id: 0, value_min: 60 },
    /Lower min_turbined_m3s or raise max_turbined_m3s/,
    plant('unit_groups', [unitGroup({ min_turbined_m3s: 60 })]),
  ],
  [
    'a date that is none',
    'SchemaViolation',
    { file: hydros, entity_id: 0, field: 'operational_start_date' },
    /day of the calendar/,
    plant('operational_start_date', '2024-02-30'),
  ],
  [
    'a lead of no stage',
    'OutOfRange',
    { file: thermals, entity_id: 0, value: 0 },
    /lead_stages' to at least 1/,
    thermal('anticipated_config', { lead_stages: 0 }),
  ],
  [
    'a lead of no hour',
    'OutOfRange',
    { file: thermals, entity_id: 0, value: 0 },
    /lead_time_hours' to above 0/,
    thermal('anticipated_config', { lead_time_hours: 0 }),
  ],
  [
    'no lead at all',
    'SchemaViolation',
    { file: thermals, entity_id: 0 },
    /anticipated_config/,
    thermal('anticipated_config', {}),
  ],
  [
    'a productivity below zero',
    'OutOfRange',
    { file: models, value: -1 },
    /productivity_mw_per_m3s' to at least 0/,
    range('productivity_mw_per_m3s', -1),
  ],
  [
    'a reference volume of neither form',
    'SchemaViolation',
    { file: models },
    /volume_hm3|percentile|reference_volume/,
    range('reference_volume', {}),
  ],
  [
    'an angle beyond a right one',
    'OutOfRange',
    { file: models, value: 91 },
    /tolerance_deg' to at most 90/,
    (f) => set(f, models, 'fpha_plane_reduction', { method: 'angle', tolerance_deg: 91 }),
  ],
  [
    'a negative number of samples',
    'OutOfRange',
    { file: models, value: -5 },
    /n_samples' to at least 1/,
    (f) => set(f, models, 'fpha_plane_reduction', { method: 'distance', tolerance_pct: 1, n_samples: -5 }),
  ],
  [
    'a negative number of grid points',
    'OutOfRange',
    { file: models },
    /volume_discretization_points' to at least 1/,
    (f) => {
      range('model', 'fpha')(f);
      range('productivity_mw_per_m3s', undefined)(f);
      range('fpha_config', { source: 'computed', volume_discretization_points: -3 })(f);
    },
  ],
  [
    'no file of production models',
    'CoverageMismatch',
    { file: models },
    /Add it to system\/hydro_production_models\.json/,
    (f) => {
      delete f[models];
    },
  ],
  [
    'an override of the productivity under its old name',
    'SchemaViolation',
    { file: models, entity_id: 0, field: 'stage_ranges[0].productivity_override' },
    /productivity_mw_per_m3s/,
    range('productivity_override', 1),
  ],
]);

const pumps = topic<Rejection>('1.12', 'pumps', [
  [
    'a pump works without its reservoir',
    'PhysicalConstraint',
    { file: 'system/pumping_stations.json', entity_id: 3, rule: 'operating reservoirs' },
    /Narrow entry_stage_id and exit_stage_id/,
    (f) => {
      push(f, hydros, 'hydros', currentHydro(1, { entry_stage_id: 1 }));
      push(f, models, 'production_models', productionModel(1));
      f['system/pumping_stations.json'] = { pumping_stations: [pump] };
    },
  ],
]);

export const plants: readonly Topic<Rejection>[] = [plantRows, pumps];
