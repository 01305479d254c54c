/** A planner's case with ten mistakes: all that can be told is told at once, and what is left is told the next time. */
import { expect, test } from 'vitest';
import { validateCase } from '../../../src/validation/validate-case.js';
import { currentHydro, productionModel, smallCurrentCase, unitGroup } from '../../case/current-case.js';
import { memoryCase } from '../../case/memory-case.js';
import { push, set } from '../edit.js';

test('ten mistakes in keys and values of six files are ten errors', async () => {
  const files = smallCurrentCase();
  set(files, 'config.json', 'training.colour', 1);
  set(files, 'config.json', 'modeling.cost_scale_factor', 0);
  set(files, 'config.json', 'policy', { validate_compatibility: true });
  set(files, 'stages.json', 'stages.0.weather', 'fine');
  set(files, 'stages.json', 'stages.1.risk_measure', 'worst');
  set(files, 'penalties.json', 'version', '1');
  set(files, 'system/thermals.json', 'thermals.0.operational_start_date', undefined);
  set(files, 'system/thermals.json', 'thermals.1.gnl_config', { lag_stages: 1 });
  set(files, 'system/hydros.json', 'hydros.0.travel_time_hours', 'a day');
  set(files, 'initial_conditions.json', 'past_inflows', []);
  const { errors, valid } = await validateCase('case', memoryCase(files));
  const told = errors.map(
    ({ kind, context }) => `${kind} ${context.file} ${context.entity_id ?? '-'} ${context.field}`,
  );
  expect(valid).toBe(false);
  expect(told.sort()).toEqual([
    'InvalidEnum stages.json 1 risk_measure',
    'OutOfRange config.json - modeling.cost_scale_factor',
    'SchemaViolation config.json - policy.validate_compatibility',
    'SchemaViolation config.json - training.colour',
    'SchemaViolation initial_conditions.json - past_inflows',
    'SchemaViolation penalties.json - version',
    'SchemaViolation stages.json 0 weather',
    'SchemaViolation system/thermals.json 0 operational_start_date',
    'SchemaViolation system/thermals.json 1 gnl_config',
    'TypeMismatch system/hydros.json 0 travel_time_hours',
  ]);
  for (const { suggestion } of errors) expect(suggestion).toMatch(/\w/);
});

test('ten mistakes of sense, in files that can all be read, are told at once too', async () => {
  const files = smallCurrentCase();
  set(files, 'config.json', 'training.stopping_rules', [{ type: 'gap', tolerance: 1 }]);
  set(files, 'config.json', 'policy', { path: '..', checkpointing: { enabled: true } });
  set(files, 'stages.json', 'stages.1.num_openings', undefined);
  push(files, 'system/hydros.json', 'hydros', currentHydro(1, { unit_groups: [unitGroup({ bus_id: 8 })] }));
  push(files, 'system/hydros.json', 'hydros', currentHydro(2, { travel_time_hours: 5 }));
  push(files, 'system/hydros.json', 'hydros', currentHydro(3, { unit_groups: [unitGroup({ max_generation_mw: 99 })] }));
  for (const id of [1, 2]) push(files, 'system/hydro_production_models.json', 'production_models', productionModel(id));
  files['constraints/thermal_bounds.parquet'] = [
    { thermal_id: 1, stage_id: 9, block_id: null, max_generation_mw: 5 },
    { thermal_id: 1, stage_id: 0, block_id: 4, max_generation_mw: 5 },
  ];
  const { errors } = await validateCase('case', memoryCase(files));
  const words = errors.map(({ message }) => message).join('\n');
  for (const told of [
    /iteration_limit/,
    /gap/,
    /policy\.path/,
    /checkpoints/,
    /num_openings/,
    /'8' not found|bus_id '8'/,
    /travel_time_hours/,
    /max_generation_mw of its unit groups sums to 99/,
    /production model.*3|hydro 3/,
    /stage_id '9' not found/,
    /block 4/,
  ])
    expect(words).toMatch(told);
  for (const { suggestion } of errors) expect(suggestion).toMatch(/\w/);
});
