/** What today's format refuses in `initial_conditions.json`. */
import { push, set } from '../edit.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const file = 'initial_conditions.json';
const seen = (start_date: string, end_date: string) => ({ hydro_id: 0, start_date, end_date, value_m3s: 5 });

const rows: readonly Rejection[] = [
  [
    'past inflows in their older place',
    'SchemaViolation',
    { file, field: 'past_inflows' },
    /recent_observations/,
    (f) => set(f, file, 'past_inflows', [{ hydro_id: 0, values_m3s: [5] }]),
  ],
  [
    'observations that overlap',
    'SchemaViolation',
    { file, entity_id: 0, field: 'recent_observations' },
    /Shorten one of the periods/,
    (f) => set(f, file, 'recent_observations', [seen('2023-12-01', '2023-12-20'), seen('2023-12-19', '2024-01-01')]),
  ],
  [
    'an observation that is no number',
    'TypeMismatch',
    { file, entity_id: 0, field: 'value_m3s' },
    /Write 'value_m3s' as number/,
    (f) => set(f, file, 'recent_observations', [{ ...seen('2023-12-01', '2024-01-01'), value_m3s: 'much' }]),
  ],
  [
    'an observation of a plant that does not exist',
    'MissingReference',
    { file, field: 'recent_observations.hydro_id', referenced_value: 9 },
    /Add '9' to system\/hydros\.json, or use one of: 0/,
    (f) => set(f, file, 'recent_observations', [{ ...seen('2023-12-01', '2024-01-01'), hydro_id: 9 }]),
  ],
  [
    'a storage that is given twice',
    'DuplicateId',
    { file, entity_id: 0, registry: 'storage' },
    /Remove the repeated entries/,
    (f) => push(f, file, 'storage', { hydro_id: 0, value_hm3: 1 }),
  ],
  [
    'a filled reservoir that starts in storage',
    'PhysicalConstraint',
    { file, entity_id: 0, rule: 'storage of filled reservoirs' },
    /Move the entry to filling_storage/,
    (f) => {
      set(f, 'system/hydros.json', 'hydros.0.entry_stage_id', 1);
      set(f, 'system/hydros.json', 'hydros.0.filling', { start_stage_id: 0, filling_min_rate_m3s: 1 });
    },
  ],
];

export const initial: readonly Topic<Rejection>[] = [topic('1.4', 'initial conditions', rows)];
