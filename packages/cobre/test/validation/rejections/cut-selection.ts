/** What today's format refuses about the selection of cuts. */
import type { CaseContents } from '../../case/write-case.js';
import { set } from '../edit.js';
import { type Rejection, type Topic, topic } from './rejection.js';

const config = 'config.json';
const selection = (value: object) => (files: CaseContents) =>
  set(files, config, 'training.cut_selection', { selection: value });

const selections = topic<Rejection>('1.2', 'cut selection', [
  ['a method of cut selection nobody knows', 'InvalidEnum', { file: config }, /level1/, selection({ method: 'best' })],
  [
    'a check every 0 iterations',
    'OutOfRange',
    { file: config, value: 0 },
    /check_frequency' to at least 1/,
    selection({ method: 'lml1', check_frequency: 0 }),
  ],
  [
    'a window of seeds below zero',
    'OutOfRange',
    { file: config, value: -1 },
    /seed_window' to at least 0/,
    selection({ method: 'dynamic', seed_window: -1 }),
  ],
  [
    'candidates of no iteration',
    'OutOfRange',
    { file: config, value: 0 },
    /candidate_recency' to at least 1/,
    selection({ method: 'dynamic', candidate_recency: 0 }),
  ],
  [
    'rounds that add nothing',
    'OutOfRange',
    { file: config, value: 0 },
    /max_added_per_round' to at least 1/,
    selection({ method: 'dynamic', max_added_per_round: 0 }),
  ],
  [
    'a start before the first iteration',
    'OutOfRange',
    { file: config, value: 0 },
    /start_iteration' to at least 1/,
    selection({ method: 'dynamic', start_iteration: 0 }),
  ],
  [
    'no tolerance of violations',
    'OutOfRange',
    { file: config, value: 0 },
    /violation_tolerance' to above 0/,
    selection({ method: 'dynamic', violation_tolerance: 0 }),
  ],
  [
    'a key of another method',
    'SchemaViolation',
    { file: config, field: 'training.cut_selection.selection.tie_tolerance' },
    /Remove|mean/,
    selection({ method: 'dynamic', tie_tolerance: 1 }),
  ],
  [
    'domination has no tolerance',
    'SchemaViolation',
    { file: config, field: 'training.cut_selection.selection.domination_tolerance' },
    /Add '.*domination_tolerance'/,
    selection({ method: 'domination' }),
  ],
]);

export const cutSelection: readonly Topic<Rejection>[] = [selections];
