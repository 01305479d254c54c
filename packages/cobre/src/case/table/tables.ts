import {
  doubleColumn,
  idColumn,
  intColumn,
  notNegative,
  optionalDouble,
  optionalInt,
  stageIdColumn,
  table,
} from './column.js';

export const noiseOpenings = table('Opening tree given by the user', ['stage_id', 'opening_index', 'entity_index'], {
  stage_id: stageIdColumn,
  opening_index: intColumn(notNegative),
  entity_index: intColumn({ min: 0, description: 'Position in the noise vector' }),
  value: doubleColumn(),
});

export const genericConstraintBounds = table(
  'Right-hand sides of the user constraints',
  ['constraint_id', 'stage_id', 'block_id'],
  {
    constraint_id: idColumn(),
    stage_id: stageIdColumn,
    block_id: optionalInt({ description: 'Null: every block' }),
    bound: doubleColumn({ only: 'cobre-0.5' }),
    bound_lower: optionalDouble({ only: 'current', description: 'Null: no lower bound' }),
    bound_upper: optionalDouble({ only: 'current', description: 'Null: no upper bound' }),
  },
);
