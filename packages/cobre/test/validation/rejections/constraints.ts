/** What today's format refuses in user constraints, the parameters they refer to and their bounds. */
import { smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents, TableRow } from '../../case/write-case.js';
import { push, set } from '../edit.js';
import { all, expectText, type Rejection, type Spoil, type Topic, topic } from './rejection.js';

const file = 'constraints/generic_constraints.json';
const parameters = 'constraints/generic_parameters.json';
const bounds = 'constraints/generic_constraint_bounds.parquet';
const stages = 'stages.json';

const constraint = (expression: string, changes: object = {}) => ({
  id: 4,
  name: 'Mine',
  expression,
  slack: { enabled: false },
  ...changes,
});

/** Constraint 4 is at most 10 in stage 0. */
const says =
  (expression: string, changes: object = {}, more: object = {}): Spoil =>
  (files) => {
    files[file] = { constraints: [constraint(expression, changes)], ...more };
  };
/** Constraint 4 refers to expressions by name. */
const naming = (expression: string, ...named: readonly (readonly [name: string, expression: string])[]): Spoil =>
  says(expression, {}, { expressions: named.map(([name, text]) => ({ name, expression: text })) });
const given =
  (...list: readonly object[]): Spoil =>
  (files) => {
    files[parameters] = { scalar_parameters: list };
  };
const bounded =
  (...rows: readonly TableRow[]): Spoil =>
  (files) => {
    files[bounds] = rows;
  };
function constrained(): CaseContents {
  const files = smallCurrentCase();
  says('thermal_generation(0)')(files);
  bounded({ constraint_id: 4, stage_id: 0, block_id: null, bound_lower: null, bound_upper: 10 })(files);
  return files;
}

const grammar: readonly Rejection[] = (
  [
    ['a variable nobody knows', 'rainfall(0)'],
    ['an expression that is empty', ''],
    ['a sign that is none', '3 ** thermal_generation(0)'],
    ['a parenthesis that is left open', '2 * (thermal_generation(0)'],
    ['two variables that are multiplied', 'thermal_generation(0) * thermal_generation(1)'],
    ['two relations', 'thermal_generation(0) <= thermal_generation(1) <= 5'],
    ['a bus of what has none', 'thermal_generation(0, bus=0)'],
    ['a block of what has one value per stage', 'anticipated_decision(0, 0)'],
  ] as const
).map(([title, expression]) => [
  title,
  'ParseError',
  { file, entity_id: 4, detail: `constraint 4` },
  /sum of terms.*relation \(<=, >=, ==\)/,
  says(expression),
]);

const expressions = topic<Rejection>(
  '1.9',
  'expressions',
  grammar.map(([title, kind, context, advice, spoil]) => [
    title,
    kind,
    { ...context, detail: expectText(/^constraint 4, position \d+: /) },
    advice,
    spoil,
  ]),
  constrained,
);

const namesInUserConstraints = topic<Rejection>(
  '1.9',
  'names in user constraints',
  [
    [
      'a name that stands for nothing',
      'MissingReference',
      { file, entity_id: 4, field: 'expression', referenced_value: 'nobody' },
      /Declare it in constraints\/generic_parameters\.json/,
      says('@nobody * thermal_generation(0)'),
    ],
    [
      'a name that is nearly right',
      'MissingReference',
      { file, entity_id: 4, referenced_value: 'share' },
      /use one of: shares, both/,
      all(
        naming('@share * thermal_generation(0)', ['both', 'thermal_generation(1)']),
        given({ id: 0, name: 'shares', kind: 'constant', value: 1 }),
      ),
    ],
    [
      'expressions that refer to each other in a circle',
      'ParseError',
      { file, entity_id: 4, detail: expectText(/in a circle: @a → @b → @a/) },
      /sum of terms/,
      naming('@a', ['a', '@b'], ['b', '@a']),
    ],
    [
      'two expressions of one name',
      'DuplicateId',
      { file, entity_id: 'a' },
      /Remove the repeated/,
      naming('@a', ['a', 'thermal_generation(0)'], ['a', 'thermal_generation(1)']),
    ],
    [
      'an expression and a parameter of one name',
      'DuplicateId',
      { file: parameters, entity_id: 'a' },
      /Remove the repeated/,
      all(
        naming('thermal_generation(0)', ['a', 'thermal_generation(0)']),
        given({ id: 0, name: 'a', kind: 'constant', value: 1 }),
      ),
    ],
    [
      'a plant that does not exist',
      'MissingReference',
      { file, entity_id: 4, referenced_value: 9, referenced_registry: 'thermals.json' },
      /use one of: 0, 1/,
      says('thermal_generation(9)'),
    ],
    [
      'a bus that does not exist',
      'MissingReference',
      { file, entity_id: 4, referenced_value: 9, referenced_registry: 'buses.json' },
      /use one of: 0/,
      says('hydro_generation(0, bus=9)'),
    ],
    [
      'a bus at which a plant has no units',
      'PhysicalConstraint',
      { file, entity_id: 4, rule: 'bus arguments', detail: 'hydro 0 has no units at bus 1' },
      /another bus/,
      (f) => {
        push(f, 'system/buses.json', 'buses', { id: 1, name: 'Bus 1', operational_start_date: '2000-01-01' });
        says('hydro_generation(0, bus=1)')(f);
      },
    ],
    [
      'a decision ahead of a plant that is not decided so',
      'PhysicalConstraint',
      { file, entity_id: 4, rule: 'anticipated decisions' },
      /thermal_generation\(0\).*anticipated_config/,
      says('anticipated_decision(0)'),
    ],
    [
      'a sense',
      'SchemaViolation',
      { file, entity_id: 4, field: 'sense' },
      /bound_lower and bound_upper/,
      says('thermal_generation(0)', { sense: '<=' }),
    ],
    [
      'a slack without a price',
      'SchemaViolation',
      { file, entity_id: 4, field: 'slack.penalty' },
      /Add 'slack\.penalty'/,
      says('thermal_generation(0)', { slack: { enabled: true } }),
    ],
    [
      'a slack for nothing',
      'OutOfRange',
      { file, entity_id: 4, field: 'slack.penalty', value: 0 },
      /positive penalty/,
      says('thermal_generation(0)', { slack: { enabled: true, penalty: 0 } }),
    ],
  ],
  constrained,
);

/** Stage 0 in two blocks; hydro 0 evaporates. */
const blocks =
  (block_mode: string): Spoil =>
  (files) => {
    set(files, stages, 'stages.0.block_mode', block_mode);
    set(files, stages, 'stages.0.blocks', [
      { id: 0, name: 'A', hours: 300 },
      { id: 1, name: 'B', hours: 430 },
    ]);
    set(files, 'system/hydros.json', 'hydros.0.evaporation', { coefficients_mm: Array(12).fill(10) });
    files['system/hydro_geometry.parquet'] = [
      { hydro_id: 0, volume_hm3: 0, height_m: 10, area_km2: 1 },
      { hydro_id: 0, volume_hm3: 100, height_m: 20, area_km2: 2 },
    ];
  };
const ruled = { file, entity_id: 4, rule: 'block arguments' };

const blocksInUserConstraints = topic<Rejection>(
  '1.9',
  'blocks in user constraints',
  [
    [
      'a block that does not exist',
      'OutOfRange',
      { file, entity_id: 4, value: 4, max: 0 },
      /existing block/,
      says('thermal_generation(0, 4)'),
    ],
    [
      'evaporation of no block where blocks follow each other',
      'PhysicalConstraint',
      ruled,
      /^Name a block\.$/,
      all(blocks('chronological'), says('hydro_evaporation(0)')),
    ],
    [
      'storage between blocks that are parallel',
      'PhysicalConstraint',
      ruled,
      /another block, or none/,
      all(blocks('parallel'), says('hydro_storage_final(0, 0)')),
    ],
  ],
  constrained,
);

const scaled = says('@a * thermal_generation(0)');
const unresolved = { file: parameters, missing_dimension: "parameter 'a' in stage 0" };

const parameterRows = topic<Rejection>(
  '1.10',
  'parameters',
  [
    [
      'two of one id',
      'DuplicateId',
      { file: parameters, entity_id: 0, registry: 'scalar_parameters' },
      /other ids/,
      given({ id: 0, name: 'a', kind: 'constant', value: 1 }, { id: 0, name: 'b', kind: 'constant', value: 1 }),
    ],
    [
      'two of one name',
      'DuplicateId',
      { file: parameters, entity_id: 'a' },
      /other ids/,
      given({ id: 0, name: 'a', kind: 'constant', value: 1 }, { id: 1, name: 'a', kind: 'constant', value: 1 }),
    ],
    [
      'two values for one stage',
      'DuplicateId',
      { file: parameters, registry: "values of parameter 'a'" },
      /Remove the repeated/,
      given({
        id: 0,
        name: 'a',
        kind: 'per_stage',
        values: [
          [0, 5],
          [0, 6],
        ],
      }),
    ],
    [
      'two values for one block',
      'DuplicateId',
      { file: parameters, registry: "values of parameter 'a'" },
      /Remove the repeated/,
      given({
        id: 0,
        name: 'a',
        kind: 'per_stage_block',
        block_values: [
          [0, 0, 5],
          [0, 0, 6],
        ],
      }),
    ],
    [
      'a kind nobody knows',
      'InvalidEnum',
      { file: parameters, entity_id: 0, field: 'kind', value: 'weekly' },
      /constant, per_stage, seasonal/,
      given({ id: 0, name: 'a', kind: 'weekly', value: 1 }),
    ],
    [
      'a tag nobody knows',
      'InvalidEnum',
      { file: parameters, entity_id: 0, field: 'computed_spec.tag' },
      /max_stored_energy/,
      given({ id: 0, name: 'a', kind: 'computed', computed_spec: { tag: 'colour', hydro_id: 0 } }),
    ],
    [
      'a plant that does not exist',
      'MissingReference',
      { file: parameters, entity_id: 0, referenced_value: 9 },
      /use one of: 0/,
      given({ id: 0, name: 'a', kind: 'computed', computed_spec: { tag: 'min_storage', hydro_id: 9 } }),
    ],
    [
      'no value in a stage',
      'CoverageMismatch',
      unresolved,
      /Give 'a' a value/,
      all(scaled, given({ id: 0, name: 'a', kind: 'per_stage', values: [[1, 5]] })),
    ],
    [
      'no value in a season',
      'CoverageMismatch',
      unresolved,
      /Give 'a' a value/,
      all(scaled, given({ id: 0, name: 'a', kind: 'seasonal', values: [[0, 5]] })),
    ],
    [
      'no value in a block',
      'CoverageMismatch',
      unresolved,
      /Give 'a' a value/,
      all(scaled, given({ id: 0, name: 'a', kind: 'per_stage_block', block_values: [[0, 3, 5]] })),
    ],
    [
      'a plant without what is asked of it',
      'CoverageMismatch',
      unresolved,
      /Give 'a' a value/,
      all(
        scaled,
        given({ id: 0, name: 'a', kind: 'computed', computed_spec: { tag: 'specific_productivity', hydro_id: 0 } }),
      ),
    ],
  ],
  constrained,
);

const row = { constraint_id: 4, stage_id: 0, block_id: null, bound_lower: null, bound_upper: 10 };

const boundsOfUserConstraints = topic<Rejection>(
  '1.9',
  'bounds of user constraints',
  [
    [
      'the column of release 0.5.1',
      'SchemaViolation',
      { file: bounds, field: 'bound' },
      /bound_lower, bound_upper/,
      bounded({ constraint_id: 4, stage_id: 0, bound: 5 }),
    ],
    [
      'a lower bound above the upper one',
      'CapacityViolation',
      { file: bounds, entity_id: 4, value_min: 11, value_max: 10 },
      /Lower bound_lower/,
      bounded({ ...row, bound_lower: 11 }),
    ],
    [
      'a stage that does not exist',
      'MissingReference',
      { file: bounds, entity_id: 4, referenced_value: 9 },
      /use one of: 0, 1/,
      bounded({ ...row, stage_id: 9 }),
    ],
    [
      'a block that does not exist',
      'OutOfRange',
      { file: bounds, entity_id: 4, value: 7 },
      /null for every block/,
      bounded({ ...row, block_id: 7 }),
    ],
    [
      'a constraint that does not exist',
      'MissingReference',
      { file: bounds, referenced_value: 7 },
      /use one of: 4/,
      bounded({ ...row, constraint_id: 7 }),
    ],
    ['two rows for one bound', 'DuplicateId', { file: bounds }, /Keep one of the rows/, bounded(row, row)],
    [
      'a reference to no parameter',
      'MissingReference',
      { file, entity_id: 4, field: 'bound_lower_ref', referenced_value: 'nobody' },
      /Declare it/,
      says('thermal_generation(0)', { bound_lower_ref: 'nobody' }),
    ],
    [
      'a bound by reference beside one of the table',
      'SchemaViolation',
      { file, entity_id: 4, field: 'bound_upper' },
      /Keep one/,
      all(
        says('thermal_generation(0)', { bound_upper_ref: 'a' }),
        given({ id: 0, name: 'a', kind: 'constant', value: 5 }),
      ),
    ],
    [
      'a relation beside a bound of the table',
      'SchemaViolation',
      { file, entity_id: 4, field: 'bound_upper' },
      /Keep one/,
      says('thermal_generation(0) <= 5'),
    ],
  ],
  constrained,
);

const later = topic<Rejection>(
  '1.12',
  'expressions that later releases refuse',
  [
    [
      'evaporation of a later block where blocks are parallel',
      'PhysicalConstraint',
      ruled,
      /another block, or none/,
      all(blocks('parallel'), says('hydro_evaporation(0, 1)')),
    ],
    [
      'a block argument that is repeated',
      'ParseError',
      { file, entity_id: 4, detail: expectText(/a repeated or misplaced block argument/) },
      /sum of terms/,
      says('thermal_generation(0, 0, 0)'),
    ],
  ],
  constrained,
);

export const constraints: readonly Topic<Rejection>[] = [
  later,
  expressions,
  namesInUserConstraints,
  blocksInUserConstraints,
  parameterRows,
  boundsOfUserConstraints,
];
