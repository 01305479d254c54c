/** What today's format refuses about tailrace curves. */
import { smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { set } from '../edit.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const hydros = 'system/hydros.json';
const thermals = 'system/thermals.json';
const models = 'system/hydro_production_models.json';
const _initial = 'initial_conditions.json';
const _stages = 'stages.json';
const _postStudy = 'post_study_stages.json';
const curves = 'system/tailrace_curves.parquet';

const _plant = (path: string, value: unknown) => (files: CaseContents) => set(files, hydros, `hydros.0.${path}`, value);
const _thermal = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, thermals, `thermals.0.${path}`, value);
const _range = (path: string, value: unknown) => (files: CaseContents) =>
  set(files, models, `production_models.0.stage_ranges.0.${path}`, value);

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

const tailraceCurves = topic<Rejection>(
  '2.12',
  'tailrace curves',
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
      /end above its start/,
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
      /Add '9' to system\/hydros\.json, or use one of: 0/,
      (f) => {
        f[curves] = [segment({ hydro_id: 9 })];
      },
    ],
  ],
  () => ({ ...smallCurrentCase(), [curves]: [segment({}), segment(second)] }),
);

export const tailrace: readonly Topic<Rejection>[] = [tailraceCurves];
