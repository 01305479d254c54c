/** What today's format refuses about plants, their past and what comes after the study. */
import {
  currentHydro,
  currentStage,
  currentThermal,
  productionModel,
  smallCurrentCase,
  unitGroup,
} from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { type Rejection, rejects, warns } from './rejection.js';

const hydros = 'system/hydros.json';
const thermals = 'system/thermals.json';
const models = 'system/hydro_production_models.json';
const initial = 'initial_conditions.json';
const stages = 'stages.json';
const postStudy = 'post_study_stages.json';
const curves = 'system/tailrace_curves.parquet';

const plant = (path: string, value: unknown) => (files: CaseContents) => set(files, hydros, `hydros.0.${path}`, value);
const thermal = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, thermals, `thermals.0.${path}`, value);
const range = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, models, `production_models.0.stage_ranges.0.${path}`, value);

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

rejects('plants of a current case', [
  ...moved,
  [
    'a travel time below zero',
    'OutOfRange',
    { file: hydros, entity_id: 0, field: 'travel_time_hours', value: -1 },
    /./,
    plant('travel_time_hours', -1),
  ],
  [
    'units that generate more than their plant',
    'CapacityViolation',
    { file: hydros, entity_id: 0, value_min: 60, value_max: 50 },
    /./,
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
    /./,
    plant('unit_groups', [unitGroup({ min_turbined_m3s: 60 })]),
  ],
  [
    'a date that is none',
    'SchemaViolation',
    { file: hydros, entity_id: 0, field: 'operational_start_date' },
    /./,
    plant('operational_start_date', '2024-02-30'),
  ],
  [
    'a lead of no stage',
    'OutOfRange',
    { file: thermals, entity_id: 0, value: 0 },
    /./,
    thermal('anticipated_config', { lead_stages: 0 }),
  ],
  [
    'a lead of no hour',
    'OutOfRange',
    { file: thermals, entity_id: 0, value: 0 },
    /./,
    thermal('anticipated_config', { lead_time_hours: 0 }),
  ],
  [
    'no lead at all',
    'SchemaViolation',
    { file: thermals, entity_id: 0 },
    /anticipated_config/,
    thermal('anticipated_config', {}),
  ],
  ['a productivity below zero', 'OutOfRange', { file: models, value: -1 }, /./, range('productivity_mw_per_m3s', -1)],
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
    /./,
    (f) => set(f, models, 'fpha_plane_reduction', { method: 'angle', tolerance_deg: 91 }),
  ],
  [
    'a negative number of samples',
    'OutOfRange',
    { file: models, value: -5 },
    /./,
    (f) => set(f, models, 'fpha_plane_reduction', { method: 'distance', tolerance_pct: 1, n_samples: -5 }),
  ],
  [
    'a negative number of grid points',
    'OutOfRange',
    { file: models },
    /./,
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
    /./,
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

const segment = (changes: object) => ({
  hydro_id: 0,
  family_id: 0,
  href_jus_m: null,
  segment_id: 0,
  q_jus_inf_m3s: 0,
  q_jus_sup_m3s: 50,
  a_cf0: 10,
  a_cf1: 0.01,
  a_cf2: 0,
  a_cf3: 0,
  a_cf4: 0,
  ...changes,
});
// 10 + 0.01 · 50 is 10.5 m: the second segment goes on from there.
const second = { segment_id: 1, q_jus_inf_m3s: 50, q_jus_sup_m3s: 100, a_cf0: 10.5, a_cf1: 0 };

rejects(
  'tailrace curves of a current case',
  [
    [
      'a gap between segments',
      'PhysicalConstraint',
      { file: curves, entity_id: 0, rule: 'segments without gaps' },
      /starts? where/,
      (f) => {
        f[curves] = [segment({}), segment({ ...second, q_jus_inf_m3s: 51 })];
      },
    ],
    [
      'a step between segments',
      'PhysicalConstraint',
      { file: curves, entity_id: 0, rule: 'a level without steps' },
      /coefficients/,
      (f) => {
        f[curves] = [segment({}), segment({ ...second, a_cf0: 10.502 })];
      },
    ],
    [
      'a segment that ends where it starts',
      'CapacityViolation',
      { file: curves, entity_id: 0, value_min: 50, value_max: 50 },
      /./,
      (f) => {
        f[curves] = [segment({ q_jus_inf_m3s: 50 })];
      },
    ],
    [
      'two families and one level',
      'PhysicalConstraint',
      { file: curves, entity_id: 0, rule: 'a level for every family' },
      /level/,
      (f) => {
        f[curves] = [segment({ href_jus_m: 3 }), segment({ family_id: 1 })];
      },
    ],
    [
      'a plant that does not exist',
      'MissingReference',
      { file: curves, referenced_value: 9 },
      /./,
      (f) => {
        f[curves] = [segment({ hydro_id: 9 })];
      },
    ],
  ],
  () => ({ ...smallCurrentCase(), [curves]: [segment({}), segment(second)] }),
);

/** Hydro 0 sends to hydro 1, a day later; January begins on day 19723. */
function river(): CaseContents {
  const files = smallCurrentCase();
  set(files, hydros, 'hydros', [currentHydro(0, { downstream_id: 1, travel_time_hours: 24 }), currentHydro(1)]);
  push(files, models, 'production_models', productionModel(1));
  push(files, initial, 'storage', { hydro_id: 1, value_hm3: 50 });
  set(files, initial, 'past_defluences', [past('2023-12-31', '2024-01-01')]);
  files['scenarios/inflow_seasonal_stats.parquet'] = [0, 1].flatMap((hydro_id) =>
    [0, 1].map((stage_id) => ({ hydro_id, stage_id, mean_m3s: 10, std_m3s: 0 })),
  );
  return files;
}

const past = (start_date: string, end_date: string, value_m3s = 5) => ({
  hydro_id: 0,
  start_date,
  end_date,
  value_m3s,
});
const pasts =
  (...windows: object[]) =>
  (files: CaseContents) =>
    set(files, initial, 'past_defluences', windows);
const uncovered = { file: initial, missing_dimension: 'hydro 0' };

rejects(
  'water that travels in a current case',
  [
    ['no release before the study', 'CoverageMismatch', uncovered, /without gaps/, pasts()],
    [
      'a gap in the releases before the study',
      'CoverageMismatch',
      uncovered,
      /without gaps/,
      (f) => {
        set(f, hydros, 'hydros.0.travel_time_hours', 72);
        pasts(past('2023-12-29', '2023-12-30'), past('2023-12-31', '2024-01-01'))(f);
      },
    ],
    [
      'releases that end too early',
      'CoverageMismatch',
      uncovered,
      /start of the study/,
      (f) => {
        set(f, hydros, 'hydros.0.travel_time_hours', 48);
        pasts(past('2023-12-30', '2023-12-31'))(f);
      },
    ],
    [
      'releases that overlap',
      'CoverageMismatch',
      uncovered,
      /one before/,
      (f) => {
        set(f, hydros, 'hydros.0.travel_time_hours', 48);
        pasts(past('2023-12-30', '2024-01-01'), past('2023-12-31', '2024-01-01'))(f);
      },
    ],
    [
      'a release below zero',
      'OutOfRange',
      { file: initial, entity_id: 0, value: -5 },
      /./,
      pasts(past('2023-12-31', '2024-01-01', -5)),
    ],
    [
      'a release of a plant that does not exist',
      'MissingReference',
      { file: initial, referenced_value: 9 },
      /./,
      pasts(past('2023-12-31', '2024-01-01'), { ...past('2023-12-31', '2024-01-01'), hydro_id: 9 }),
    ],
    [
      'a window that ends before it starts',
      'OutOfRange',
      { file: initial, entity_id: 0, field: 'end_date' },
      /first day after/,
      pasts(past('2023-12-31', '2024-01-01'), past('2023-12-20', '2023-12-19')),
    ],
    [
      'a target that does not operate yet',
      'PhysicalConstraint',
      { file: hydros, entity_id: 0, rule: 'travel to a plant that exists' },
      /exists/,
      (f) => set(f, hydros, 'hydros.1.entry_stage_id', 1),
    ],
    [
      'two travel times into blocks that follow each other',
      'PhysicalConstraint',
      { file: hydros, entity_id: 1, rule: 'one travel time into chronological blocks' },
      /one travel time|parallel/i,
      (f) => {
        push(f, hydros, 'hydros', currentHydro(2, { downstream_id: 1, travel_time_hours: 12 }));
        push(f, models, 'production_models', productionModel(2));
        push(f, initial, 'past_defluences', { ...past('2023-12-31', '2024-01-01'), hydro_id: 2 });
        set(f, stages, 'stages.0.block_mode', 'chronological');
        set(f, stages, 'stages.0.blocks', [
          { id: 0, name: 'A', hours: 300 },
          { id: 1, name: 'B', hours: 444 },
        ]);
      },
    ],
  ],
  river,
);

warns('water that travels in a current case', [
  [
    'releases of a plant whose water arrives at once',
    { file: initial, entity_id: 0 },
    /no effect/,
    (f) => set(f, initial, 'past_defluences', [past('2023-12-31', '2024-01-01')]),
  ],
]);

const promise = (start_date: string, end_date: string, value_mw = 10) => ({
  thermal_id: 0,
  start_date,
  end_date,
  value_mw,
});
const promises =
  (...windows: object[]) =>
  (files: CaseContents) =>
    set(files, initial, 'past_anticipated_commitments', windows);

/** Thermal 0 is decided a stage ahead: what it delivers in January was promised before the study. */
function anticipating(): CaseContents {
  const files = smallCurrentCase();
  thermal('anticipated_config', { lead_stages: 1 })(files);
  promises(promise('2024-01-01', '2024-02-01'))(files);
  return files;
}

const cell = { thermal_id: 0, post_study_stage_index: 0, cost_per_mwh: 5, min_mw: 0, max_mw: 10 };
const after = { start_date: '2024-03-01', duration_hours: 744 };

rejects(
  'thermals that are decided ahead in a current case',
  [
    [
      'no promise',
      'CoverageMismatch',
      { file: initial, missing_dimension: 'thermal 0, delivery 0' },
      /0 MW/,
      promises(),
    ],
    [
      'a promise for half of the stage',
      'CoverageMismatch',
      { file: initial, missing_dimension: 'thermal 0, delivery 0' },
      /windows/,
      promises(promise('2024-01-01', '2024-01-16')),
    ],
    [
      'a promise made twice',
      'CoverageMismatch',
      { file: initial, missing_dimension: 'thermal 0, delivery 0' },
      /windows/,
      promises(promise('2024-01-01', '2024-02-01'), promise('2024-01-10', '2024-01-20')),
    ],
    [
      'a promise beyond what the plant can',
      'OutOfRange',
      { file: initial, entity_id: 0, field: 'value_mw', value: 41, max: 40 },
      /can generate/,
      promises(promise('2024-01-01', '2024-02-01', 41)),
    ],
    [
      'a promise below what the plant must',
      'OutOfRange',
      { file: initial, entity_id: 0, field: 'value_mw', value: 10, min: 20 },
      /can generate/,
      thermal('generation.min_mw', 20),
    ],
    [
      'a promise of a plant that does not exist',
      'MissingReference',
      { file: initial, referenced_value: 9 },
      /./,
      promises(promise('2024-01-01', '2024-02-01'), { ...promise('2024-01-01', '2024-02-01'), thermal_id: 9 }),
    ],
    [
      'the form of an older release',
      'SchemaViolation',
      { file: initial },
      /start_date|values_mw/,
      promises({ thermal_id: 0, values_mw: [5] }),
    ],
    [
      'deliveries after the study in their older place',
      'SchemaViolation',
      { file: initial, field: 'future_anticipated_deliveries' },
      /post_study_stages/,
      (f) => set(f, initial, 'future_anticipated_deliveries', []),
    ],
    [
      'several deliveries decided in one stage',
      'PhysicalConstraint',
      { file: thermals, entity_id: 0, rule: 'one decision per stage' },
      /lead_stages/,
      (f) => {
        // Two weeks end within the 1000 h after January began, whose decisions both fall into January.
        set(f, stages, 'stages', [
          currentStage(0),
          currentStage(1, {
            start_date: '2024-02-01',
            end_date: '2024-02-08',
            blocks: [{ id: 0, name: 'W', hours: 168 }],
          }),
          currentStage(2, {
            start_date: '2024-02-08',
            end_date: '2024-02-15',
            blocks: [{ id: 0, name: 'W', hours: 168 }],
          }),
        ]);
        for (const [file, id] of [
          ['inflow', 'hydro_id'],
          ['load', 'bus_id'],
        ] as const) {
          const path = `scenarios/${file}_seasonal_stats.parquet`;
          const rows = f[path] as Record<string, number>[];
          f[path] = [...rows, { ...rows[0]!, [id]: 0, stage_id: 2 }];
        }
        thermal('anticipated_config', { lead_time_hours: 400 })(f);
        promises(promise('2023-12-01', '2024-02-01'))(f);
      },
    ],
    [
      'a lead beyond the study',
      'PhysicalConstraint',
      { file: thermals, entity_id: 0, rule: 'lead within the study' },
      /post_study_stages/,
      (f) => {
        thermal('anticipated_config', { lead_stages: 2 })(f);
        promises(promise('2024-01-01', '2024-03-01'))(f);
      },
    ],
    [
      'no cell of a stage after the study that is reached',
      'CoverageMismatch',
      { file: postStudy, missing_dimension: 'thermal 0, post_study_stage_index 0' },
      /cost_per_mwh/,
      (f) => {
        f[postStudy] = { stages: [after], thermal_bounds: [] };
      },
    ],
    [
      'limits of a block',
      'SchemaViolation',
      { file: 'constraints/thermal_bounds.parquet', entity_id: 0 },
      /whole stage|without block_id/,
      (f) => {
        f['constraints/thermal_bounds.parquet'] = [{ thermal_id: 0, stage_id: 0, block_id: 0, max_generation_mw: 30 }];
      },
    ],
    [
      'the key of release 0.5.1',
      'SchemaViolation',
      { file: thermals, entity_id: 1, field: 'gnl_config' },
      /anticipated_config/,
      (f) => set(f, thermals, 'thermals.1', { ...currentThermal(1, 30, 60), gnl_config: { lag_stages: 1 } }),
    ],
  ],
  anticipating,
);

rejects('stages after the study of a current case', [
  [
    'no cells',
    'SchemaViolation',
    { file: postStudy, field: 'thermal_bounds' },
    /thermal_bounds/,
    following({ thermal_bounds: undefined }),
  ],
  ['no stages', 'SchemaViolation', { file: postStudy, field: 'stages' }, /stages/, following({ stages: undefined })],
  [
    'a stage of no hours',
    'OutOfRange',
    { file: postStudy, value: 0 },
    /./,
    following({ stages: [{ ...after, duration_hours: 0 }] }),
  ],
  [
    'a gap between stages',
    'StageMismatch',
    { file: postStudy, stage_id: 1 },
    /follow/,
    following({ stages: [after, { ...after, start_date: '2024-04-02' }] }),
  ],
  [
    'one date twice',
    'StageMismatch',
    { file: postStudy, stage_id: 1 },
    /follow/,
    following({ stages: [after, after] }),
  ],
  [
    'stages in another order',
    'StageMismatch',
    { file: postStudy, stage_id: 0 },
    /follow/,
    following({ stages: [{ ...after, start_date: '2024-04-01' }, after] }),
  ],
]);

function following(changes: object): (files: CaseContents) => void {
  return (files) => {
    files[postStudy] = { stages: [after], thermal_bounds: [cell], ...changes };
  };
}
