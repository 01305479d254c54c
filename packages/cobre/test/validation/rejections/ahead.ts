/** What today's format refuses about thermals that are decided ahead and the stages they deliver in. */
import { currentStage, currentThermal, smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { set } from '../edit.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const thermals = 'system/thermals.json';
const initial = 'initial_conditions.json';
const stages = 'stages.json';
const postStudy = 'post_study_stages.json';

const thermal = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, thermals, `thermals.0.${path}`, value);

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

const thermalsThatAreDecided = topic<Rejection>(
  '2.6',
  'thermals that are decided ahead',
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
      /Add '9' to system\/thermals\.json, or use one of: 0, 1/,
      promises(promise('2024-01-01', '2024-02-01'), { ...promise('2024-01-01', '2024-02-01'), thermal_id: 9 }),
    ],
    [
      'the form of an older release',
      'SchemaViolation',
      { file: initial, entity_id: 0, field: 'start_date' },
      /Add 'start_date'/,
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
      'stepwise costs of a plant that promises one number',
      'SchemaViolation',
      { file: thermals, entity_id: 0, field: 'cost_segments' },
      /plant of its own of every step/,
      thermal(
        'cost_segments',
        [10, 30].map((cost_per_mwh) => ({ capacity_mw: 20, cost_per_mwh })),
      ),
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

const stagesAfterTheStudy = topic<Rejection>('1.5', 'stages after the study', [
  [
    'a stage does not follow the study',
    'StageMismatch',
    { file: postStudy, stage_id: 0 },
    /follow each other/,
    following({ stages: [{ ...after, start_date: '2024-03-02' }] }),
  ],
  [
    'a cell names no stage',
    'OutOfRange',
    { file: postStudy, entity_id: 0, value: 3 },
    /Stages count from 0/,
    following({ thermal_bounds: [{ ...cell, post_study_stage_index: 3 }] }),
  ],
  [
    'a cell is given twice',
    'DuplicateId',
    { file: postStudy, entity_id: 0 },
    /Keep one of them/,
    following({ thermal_bounds: [cell, cell] }),
  ],
  [
    'a cell is upside down',
    'CapacityViolation',
    { file: postStudy, entity_id: 0, value_min: 20 },
    /Lower min_mw or raise max_mw/,
    following({ thermal_bounds: [{ ...cell, min_mw: 20 }] }),
  ],
  [
    'a cell names no plant',
    'MissingReference',
    { file: postStudy, referenced_value: 77 },
    /Add '77' to system\/thermals\.json, or use one of: 0, 1/,
    following({ thermal_bounds: [{ ...cell, thermal_id: 77 }] }),
  ],
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
    /duration_hours' to above 0/,
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

export const ahead: readonly Topic<Rejection>[] = [thermalsThatAreDecided, stagesAfterTheStudy];
