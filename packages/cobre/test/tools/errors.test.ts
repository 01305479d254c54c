import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hydroEntry, parquetBytes } from '../case/write-case.js';
import { type Connected, connect, finishedStudy, newRoot, settings, writeStudy } from './served.js';

let root: string;
let caseDir: string;
let output: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  caseDir = await finishedStudy(root);
  output = join(caseDir, 'output');
  server = await connect(root, { transport: 'stdio' });
});

afterAll(() => server.close());

async function copyOf(name: string): Promise<string> {
  await cp(output, join(root, name), { recursive: true });
  return join(root, name);
}

async function expectError(name: string, args: object, kind: string, said: Record<string, unknown> = {}) {
  const { isError, data } = await server.call(name, args);
  expect({ name, isError, kind: data.kind }).toEqual({ name, isError: true, kind });
  expect(data).toMatchObject({ message: expect.any(String), context: said, suggestion: expect.any(String) });
  return data;
}

describe('cobre/validate', () => {
  test('says MissingFile for a directory that is not there or no directory', async () => {
    await expectError('cobre/validate', { case_dir: join(root, 'nowhere') }, 'MissingFile');
    await expectError('cobre/validate', { case_dir: join(caseDir, 'config.json') }, 'MissingFile');
  });

  test('answers normally about a file that cannot be parsed and a reference that leads nowhere', async () => {
    const broken = await writeStudy(root, 'broken', { 'config.json': '{ "training": ' });
    const parse = await server.call('cobre/validate', { case_dir: broken });
    expect(parse.isError).toBe(false);
    expect(parse.data).toMatchObject({
      valid: false,
      errors: [{ kind: 'ParseError', context: { file: 'config.json' } }],
      summary: { layers_completed: 1, error_count: 1 },
    });
    const lost = await writeStudy(root, 'lost', {
      'system/hydros.json': { hydros: [hydroEntry(0, { name: 'ITAIPU', bus_id: 'BUS_99' }), hydroEntry(1)] },
    });
    const reference = await server.call('cobre/validate', { case_dir: lost });
    expect(reference.data).toMatchObject({
      valid: false,
      errors: [
        {
          kind: 'MissingReference',
          context: { file: 'system/hydros.json', field: 'bus_id', referenced_value: 'BUS_99' },
          suggestion: expect.any(String),
        },
      ],
      summary: { layers_completed: 3 },
    });
  });
});

describe('cobre/run', () => {
  test('says MissingFile for a case that is not there', () =>
    expectError('cobre/run', { case_dir: join(root, 'nowhere') }, 'MissingFile'));

  test('repeats what validation found, with all errors, before anything runs', async () => {
    const bad = await writeStudy(root, 'bad', {
      'config.json': { training: { forward_passes: 0, stopping_rules: [{ type: 'iteration_limit', limit: 1 }] } },
    });
    const data = await expectError('cobre/run', { case_dir: bad }, 'OutOfRange', { file: 'config.json' });
    expect((data.context as unknown as { errors: unknown[] }).errors).toHaveLength(1);
  });

  test('says SolverFailure for a stage without a solution', async () => {
    const negative = [0, 1, 2].flatMap((stage_id) =>
      [0, 1].map((hydro_id) => ({ hydro_id, stage_id, mean_m3s: -1000, std_m3s: 0 })),
    );
    const dry = await writeStudy(root, 'dry', {
      'config.json': {
        training: { forward_passes: 1, stopping_rules: [{ type: 'iteration_limit', limit: 2 }] },
        modeling: { inflow_non_negativity: { method: 'none' } },
      },
      'scenarios/inflow_seasonal_stats.parquet': negative,
    });
    await expectError('cobre/run', { case_dir: dry, phases: 'training' }, 'SolverFailure');
  });

  test('says CheckpointFailed when the policy cannot be written', async () => {
    const config = settings({ scenarios: 0, policy: { path: './blocked/policy' } });
    const stuck = await writeStudy(root, 'stuck', { 'config.json': config });
    await mkdir(join(stuck, 'output'), { recursive: true });
    // A file where a directory is needed.
    await writeFile(join(stuck, 'output/blocked'), 'in the way');
    await expectError('cobre/run', { case_dir: stuck }, 'CheckpointFailed', { operation: 'write' });
  });

  test('says OutputNotFound when it should simulate a policy that was never trained, in the words of the caller', async () => {
    const name = 'un"trained"';
    await writeStudy(root, name);
    // A relative path begins at the first allowed directory, whose place must not be told.
    const data = await expectError('cobre/run', { case_dir: name, phases: 'simulation' }, 'OutputNotFound');
    expect(data.message).toContain(name);
    expect(JSON.stringify(data)).not.toContain(root);
  });

  test('takes the phases as a list of one, as an older example does, and nothing else', async () => {
    const again = await writeStudy(root, 'again');
    const answer = await server.call('cobre/run', { case_dir: again, phases: ['training'] });
    expect(answer.data).toMatchObject({ status: 'completed', simulation: null });
    for (const phases of [['training', 'simulation'], 'validation', 'Training', ''])
      await expectError('cobre/run', { case_dir: again, phases }, 'InvalidArguments');
  });

  test('writes a policy only below the output directory', async () => {
    const config = JSON.parse(await readFile(join(caseDir, 'config.json'), 'utf8'));
    const astray = await writeStudy(root, 'astray', {
      'config.json': { ...config, policy: { path: '../../elsewhere' } },
    });
    await expectError('cobre/run', { case_dir: astray }, 'IncompatibleSettings');
    const away = await writeStudy(root, 'away', { 'config.json': { ...config, policy: { path: '/etc/policy' } } });
    await expectError('cobre/run', { case_dir: away }, 'MissingFile', { path: '/etc/policy' });
  });
});

describe('cobre/query-results', () => {
  const ask = (dir: string, rest: object = {}) => ({ output_dir: dir, entity_type: 'hydros', ...rest });

  test('says OutputNotFound without a directory or without its table', async () => {
    await expectError('cobre/query-results', ask(join(root, 'nowhere')), 'OutputNotFound');
    await expectError('cobre/query-results', ask(caseDir), 'OutputNotFound', {
      expected_content: 'simulation/hydros/',
    });
  });

  test('finds no rows, and no fault, where the system has no such entities', async () => {
    const asked = { output_dir: output, entity_type: 'lines' };
    const { isError, data } = await server.call('cobre/query-results', asked);
    expect({ isError, data }).toMatchObject({ isError: false, data: { rows: [], total_rows: 0, truncated: false } });
    expect(data.columns).toEqual(expect.arrayContaining(['scenario_id', 'stage_id', 'line_id', 'net_flow_mw']));
    const columns = { filters: { columns: ['stage_id', 'nothing'] } };
    await expectError('cobre/query-results', { ...asked, ...columns }, 'InvalidArguments');
    const beyond = {
      ...asked,
      entity_type: 'hydros',
      filters: { scenario_range: [900, 999], columns: ['storage_hm3'] },
    };
    const none = await server.call('cobre/query-results', beyond);
    expect(none.data).toEqual({ columns: ['storage_hm3'], rows: [], total_rows: 0, truncated: false });
  });

  test('says OutputCorrupted for files that are no Parquet', async () => {
    const copy = await copyOf('damaged');
    await writeFile(join(copy, 'simulation/hydros.parquet'), 'PAR1 this is not');
    await expectError('cobre/query-results', ask(copy), 'OutputCorrupted');
  });

  test.each([
    ['an unknown column', { columns: ['nothing'] }],
    ['an unknown entity', { entity_id: 'NOWHERE' }],
    ['a limit above the most', { limit: 10_001 }],
    ['a limit below the least', { limit: 0 }],
    ['a range that ends before it begins', { stage_range: [2, 1] }],
    ['a range of three', { stage_range: [0, 1, 2] }],
    ['an unknown filter', { where: '1=1' }],
  ])('refuses %s with InvalidArguments', async (_, filters) => {
    await expectError('cobre/query-results', ask(output, { filters }), 'InvalidArguments');
  });

  test('has no entities of costs and no results of what is not listed', async () => {
    const filters = { entity_id: 0 };
    await expectError('cobre/query-results', { output_dir: output, entity_type: 'costs', filters }, 'InvalidArguments');
    await expectError('cobre/query-results', { output_dir: output, entity_type: 'turbines' }, 'InvalidArguments');
  });
});

describe('cobre/query-convergence', () => {
  test('says OutputNotFound and OutputCorrupted', async () => {
    await expectError('cobre/query-convergence', { output_dir: join(root, 'nowhere') }, 'OutputNotFound');
    await expectError('cobre/query-convergence', { output_dir: caseDir }, 'OutputNotFound');
    const copy = await copyOf('converged');
    const whole = await readFile(join(copy, 'training/convergence.parquet'));
    await writeFile(join(copy, 'training/convergence.parquet'), whole.subarray(0, whole.length / 2));
    await expectError('cobre/query-convergence', { output_dir: copy }, 'OutputCorrupted', {
      file: 'training/convergence.parquet',
    });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('says OutputCorrupted of a bound of %s', async (bound) => {
    const copy = await copyOf(`bound-${bound}`);
    const table = parquetBytes({}, [{ iteration: 1, lower_bound: 1, upper_bound_mean: bound }]);
    await writeFile(join(copy, 'training/convergence.parquet'), table);
    await expectError('cobre/query-convergence', { output_dir: copy }, 'OutputCorrupted', {
      file: 'training/convergence.parquet',
    });
  });
});

describe('cobre/inspect-policy and cobre/compare-policies', () => {
  test('say OutputNotFound for a directory without a policy', async () => {
    await expectError('cobre/inspect-policy', { policy_dir: join(root, 'nowhere') }, 'OutputNotFound');
    await expectError('cobre/inspect-policy', { policy_dir: caseDir }, 'OutputNotFound');
    const dirs = [join(output, 'policy'), join(root, 'nowhere')];
    await expectError('cobre/compare-policies', { policy_dirs: dirs }, 'OutputNotFound');
  });

  test('say OutputCorrupted for damaged cuts and metadata', async () => {
    const copy = await copyOf('cut');
    await writeFile(join(copy, 'policy/cuts/stage_001.bin'), Buffer.alloc(40, 7));
    await expectError('cobre/inspect-policy', { policy_dir: join(copy, 'policy') }, 'OutputCorrupted');
    const dirs = [join(output, 'policy'), join(copy, 'policy')];
    await expectError('cobre/compare-policies', { policy_dirs: dirs }, 'OutputCorrupted');
    await writeFile(join(copy, 'policy/metadata.json'), '{"num_stages":');
    await expectError('cobre/inspect-policy', { policy_dir: join(copy, 'policy') }, 'OutputCorrupted');
  });

  test('know which stages there are, and want at least two policies', async () => {
    await expectError('cobre/inspect-policy', { policy_dir: join(output, 'policy'), stage: 4 }, 'InvalidArguments');
    await expectError('cobre/inspect-policy', { policy_dir: join(output, 'policy'), stage: 0 }, 'InvalidArguments');
    await expectError('cobre/compare-policies', { policy_dirs: [join(output, 'policy')] }, 'InvalidArguments');
  });

  test('report policies that do not fit together in the answer, not as an error', async () => {
    const copy = await copyOf('other');
    const path = join(copy, 'policy/metadata.json');
    const metadata = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...metadata, num_stages: 2 }));
    const dirs = [join(output, 'policy'), join(copy, 'policy')];
    const { isError, data } = await server.call('cobre/compare-policies', { policy_dirs: dirs });
    expect(isError).toBe(false);
    expect(data).toMatchObject({
      compatible: false,
      deltas: null,
      errors: [{ kind: 'IncompatibleRuns', context: { field: 'stages', run_a_value: 3, run_b_value: 2 } }],
    });
  });
});

describe('cobre/inspect-case and cobre/list-scenarios', () => {
  test('say MissingFile without a directory, settings or scenarios', async () => {
    await expectError('cobre/inspect-case', { case_dir: join(root, 'nowhere') }, 'MissingFile');
    await expectError('cobre/inspect-case', { case_dir: output }, 'MissingFile', { file: 'config.json' });
    await expectError('cobre/list-scenarios', { case_dir: join(root, 'nowhere') }, 'MissingFile');
    const bare = await writeStudy(root, 'bare', {
      'scenarios/inflow_seasonal_stats.parquet': null,
      'scenarios/load_seasonal_stats.parquet': null,
    });
    await expectError('cobre/list-scenarios', { case_dir: bare }, 'MissingFile');
  });

  test('say ParseError for what cannot be read', async () => {
    const torn = await writeStudy(root, 'torn', {
      'system/hydros.json': '{"hydros": [',
      'scenarios/inflow_seasonal_stats.parquet': new Uint8Array([1, 2, 3]),
    });
    await expectError('cobre/inspect-case', { case_dir: torn }, 'ParseError', { file: 'system/hydros.json' });
    await expectError('cobre/list-scenarios', { case_dir: torn }, 'ParseError');
  });
});

describe('cobre/export-results', () => {
  const ask = (dir: string) => ({ output_dir: dir, format: 'csv', entity_type: 'hydros' });

  test('says OutputNotFound and OutputCorrupted, and leaves no file behind', async () => {
    await expectError('cobre/export-results', ask(join(root, 'nowhere')), 'OutputNotFound');
    const copy = await copyOf('unexported');
    await writeFile(join(copy, 'simulation/hydros.parquet'), 'no');
    await expectError('cobre/export-results', ask(copy), 'OutputCorrupted');
    const { readdir } = await import('node:fs/promises');
    expect(await readdir(join(copy, 'exports'))).toEqual([]);
    // A system without lines has results, of which none are of lines.
    const none = await server.call('cobre/export-results', { ...ask(output), entity_type: 'lines' });
    expect(none).toMatchObject({ isError: false, data: { rows: 0 } });
  });
});

test('a name that several entities share is reported with their ids', async () => {
  const twins = await finishedStudy(root, 'twins', {
    'system/hydros.json': { hydros: [hydroEntry(0, { name: 'SAME' }), hydroEntry(1, { name: 'SAME' })] },
  });
  const filters = { entity_id: 'SAME' };
  const asked = { output_dir: join(twins, 'output'), entity_type: 'hydros', filters };
  const data = await expectError('cobre/query-results', asked, 'InvalidArguments', { matching_ids: [0, 1] });
  expect(data.message).toContain('ids 0, 1');
});

test('a call without its arguments and a tool that does not exist are told apart', async () => {
  await expectError('cobre/validate', {}, 'InvalidArguments');
  await expect(server.call('cobre/nothing', {})).rejects.toMatchObject({ code: -32602 });
});
