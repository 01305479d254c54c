/** What today's format refuses about water that travels. */
import { currentHydro, productionModel, smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { type Doubt, type Rejection, type Topic, topic } from './rejection.js';

const hydros = 'system/hydros.json';
const thermals = 'system/thermals.json';
const models = 'system/hydro_production_models.json';
const initial = 'initial_conditions.json';
const stages = 'stages.json';
const _postStudy = 'post_study_stages.json';
const _curves = 'system/tailrace_curves.parquet';

const _plant = (path: string, value: unknown) => (files: CaseContents) => set(files, hydros, `hydros.0.${path}`, value);
const _thermal = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, thermals, `thermals.0.${path}`, value);
const _range = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, models, `production_models.0.stage_ranges.0.${path}`, value);

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

const waterThatTravels = topic<Rejection>(
  '2.7',
  'water that travels',
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
      /value_m3s' to at least 0/,
      pasts(past('2023-12-31', '2024-01-01', -5)),
    ],
    [
      'a release of a plant that does not exist',
      'MissingReference',
      { file: initial, referenced_value: 9 },
      /Add '9' to system\/hydros\.json, or use one of: 0, 1/,
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

const oddWaterThatTravels = topic<Doubt>('2.7', 'water that travels', [
  [
    'releases of a plant whose water arrives at once',
    { file: initial, entity_id: 0 },
    /no effect/,
    /travel_time_hours/,
    (f) => set(f, initial, 'past_defluences', [past('2023-12-31', '2024-01-01')]),
  ],
]);

export const travel: readonly Topic<Rejection>[] = [waterThatTravels];
export const oddTravel: readonly Topic<Doubt>[] = [oddWaterThatTravels];
