import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { caseSchemas } from '../../src/case/registry.js';
import { validateCase } from '../../src/validation/validate-case.js';
import { memoryCase } from '../case/memory-case.js';
import { richCase } from '../case/rich-case.js';
import { type CaseContents, smallCase } from '../case/write-case.js';
import { set } from './edit.js';

const validate = (files: CaseContents) => validateCase('case', memoryCase(files));

describe('the summary', () => {
  test('of a valid case counts files, entities and all five layers', async () => {
    const report = await validate(smallCase());
    expect(report.valid).toBe(true);
    // Entities: 1 bus, 1 hydro, 2 thermals and 2 stages.
    expect(report.summary).toMatchObject({
      files_checked: 10,
      entities_validated: 6,
      layers_completed: 5,
      error_count: 0,
    });
    expect(report.summary.warning_count).toBe(report.warnings.length);
  });

  test('counts missing mandatory files as checked', async () => {
    const report = await validate({ ...smallCase(), 'system/lines.json': null });
    expect(report.summary).toMatchObject({ files_checked: 10, layers_completed: 1, error_count: 1 });
  });

  test('of a directory that does not exist has nothing but the error', async () => {
    const report = await validateCase('/nowhere/at/all');
    expect(report.errors).toMatchObject([{ kind: 'MissingFile', context: { file: '/nowhere/at/all' } }]);
    expect(report.summary).toMatchObject({ files_checked: 0, entities_validated: 0, layers_completed: 1 });
  });
});

describe('one report', () => {
  test('has the problems of several files and both gate layers at once', async () => {
    const files = smallCase();
    files['system/lines.json'] = '{"lines": [';
    set(files, 'config.json', 'training.stopping_mode', 'never');
    set(files, 'stages.json', 'stages.0.num_scenarios', 0);
    const report = await validate(files);
    expect(report.errors.map((error) => error.kind)).toEqual(['ParseError', 'InvalidEnum', 'OutOfRange']);
    expect(report.summary.layers_completed).toBe(1);
  });

  test('has problems of references, dimensions and semantics at once', async () => {
    const files = richCase();
    set(files, 'system/hydros.json', 'hydros.0.bus_id', 99);
    set(files, 'scenarios/correlation.json', 'schedule.0.profile_name', 'wet');
    set(files, 'system/thermals.json', 'thermals.0.generation.min_mw', 99);
    const report = await validate(files);
    expect(report.errors.map((error) => error.kind)).toEqual([
      'MissingReference',
      'StageMismatch',
      'CapacityViolation',
    ]);
    expect(report.summary.layers_completed).toBe(3);
  });

  test('suggests something for a reference that was misspelt', async () => {
    const files = smallCase();
    files['system/buses.json'] = { buses: [{ id: 'NORTH', name: 'North' }] };
    files['scenarios/load_seasonal_stats.parquet'] = [];
    set(files, 'system/hydros.json', 'hydros.0.bus_id', 'NOTRH');
    set(files, 'system/thermals.json', 'thermals', []);
    const [problem] = (await validate(files)).errors;
    expect(problem?.suggestion).toBe("Did you mean 'NORTH'? Otherwise add 'NOTRH' to system/buses.json.");
  });
});

describe('whatever has no effect gives a warning', () => {
  const warningsFor = async (change: (files: CaseContents) => void): Promise<string> => {
    const files = richCase();
    change(files);
    const report = await validate(files);
    expect(report.errors).toEqual([]);
    return report.warnings.map((warning) => `${warning.message} ${warning.suggestion}`).join('\n');
  };

  test.each([
    [
      'an unknown key',
      "'training.forward_pases' has no effect",
      (f: CaseContents) => set(f, 'config.json', 'training.forward_pases', 3),
    ],
    [
      'a misspelt key',
      "Did you mean 'forward_passes'?",
      (f: CaseContents) => set(f, 'config.json', 'training.forward_pases', 3),
    ],
    [
      'a key of an entity',
      "'colour' has no effect",
      (f: CaseContents) => set(f, 'system/hydros.json', 'hydros.0.colour', 'blue'),
    ],
    [
      'an unknown export',
      "'exports.cuts' has no effect",
      (f: CaseContents) => set(f, 'config.json', 'exports', { cuts: true }),
    ],
    [
      'a solver budget',
      "'training.solver' has no effect",
      (f: CaseContents) => set(f, 'config.json', 'training.solver', { retry_max_attempts: 3 }),
    ],
    [
      'anticipated dispatch',
      "'gnl_config' has no effect",
      (f: CaseContents) => set(f, 'system/thermals.json', 'thermals.0.gnl_config', { lag_stages: 2 }),
    ],
    [
      'a validity range of planes',
      "'valid_v_min_hm3' has no effect",
      (f: CaseContents) => {
        f['system/fpha_hyperplanes.parquet'] = (f['system/fpha_hyperplanes.parquet'] as object[]).map((row) => ({
          ...row,
          valid_v_min_hm3: 1,
        }));
      },
    ],
    [
      'an unknown column',
      "column 'note' has no effect",
      (f: CaseContents) => {
        f['constraints/line_bounds.parquet'] = (f['constraints/line_bounds.parquet'] as object[]).map((row) => ({
          ...row,
          note: 'x',
        }));
      },
    ],
    [
      'a linearized head',
      'treated as constant_productivity',
      (f: CaseContents) => set(f, 'system/hydros.json', 'hydros.1.generation.model', 'linearized_head'),
    ],
    [
      'bounds without constraints',
      'has no effect without',
      (f: CaseContents) => {
        f['constraints/generic_constraints.json'] = {
          constraints: (f['constraints/generic_constraints.json'] as { constraints: object[] }).constraints,
        };
        f['constraints/generic_constraint_bounds.parquet'] = null;
      },
    ],
    [
      'an export that costs',
      'an export that earns has a negative price',
      (f: CaseContents) => set(f, 'system/energy_contracts.json', 'contracts.1.price_per_mwh', 5),
    ],
    [
      'a cheap deficit',
      'bus.deficit_segments should exceed thermal cost_per_mwh',
      (f: CaseContents) => set(f, 'penalties.json', 'bus.deficit_segments.0.cost', 1),
    ],
    ['overlapping stages', 'overlap', (f: CaseContents) => set(f, 'stages.json', 'stages.0.end_date', '2024-02-03')],
  ])('%s', async (_, text, change) => {
    expect(await warningsFor(change)).toContain(text);
  });

  test('but the same key in many entries is one warning', async () => {
    const warnings = await warningsFor((files) => {
      for (const stage of [0, 1, 2]) set(files, 'stages.json', `stages.${stage}.weather`, 'fine');
    });
    expect(warnings.match(/weather' has no effect/g)).toHaveLength(1);
    expect(warnings).toContain('(in 3 places)');
  });
});

test('every file schema can be exported as JSON Schema', () => {
  const exported = Object.entries(caseSchemas('cobre-0.5')).map(
    ([path, schema]) => [path, z.toJSONSchema(schema, { io: 'input' })] as const,
  );
  expect(exported).toHaveLength(41);
  for (const [path, json] of exported) expect(json.type, path).toMatch(/object|array/);
});
