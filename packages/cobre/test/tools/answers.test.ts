import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { decodeStageCuts } from '../../src/results/policy/cuts-file.js';
import { templates } from '../../src/templates/index.js';
import { sharedCaseNames, sharedCasesDir, skipShared } from '../case/shared-cases.js';
import { type Connected, connect, finishedStudy, newRoot, settings, study, writeStudy } from './served.js';

/** What answers carry beyond their shape: numbers are those of the files, defaults are those of the specification. */
let root: string;
let first: string;
let second: string;
let server: Connected;

beforeAll(async () => {
  root = await newRoot();
  first = await finishedStudy(root, 'first', { 'config.json': settings({ iterations: 5 }) });
  second = await finishedStudy(root, 'second', { 'config.json': settings({ iterations: 6 }) });
  server = await connect(root, { transport: 'stdio' });
});

afterAll(() => server.close());

const outputOf = (caseDir: string) => join(caseDir, 'output');
const policyOf = (caseDir: string) => join(caseDir, 'output/policy');
const json = async (path: string) => JSON.parse(await readFile(path, 'utf8'));

test('a run that only simulates carries no training, and one that only trains no simulation', async () => {
  const caseDir = await finishedStudy(root, 'phases', { 'config.json': settings({ iterations: 5 }) });
  const simulated = await server.call('cobre/run', { case_dir: caseDir, phases: 'simulation' });
  expect(simulated.data).toMatchObject({ status: 'completed', training: null, simulation: { scenarios: 6 } });
  const trained = await server.call('cobre/run', { case_dir: caseDir, phases: 'training' });
  expect(trained.data).toMatchObject({ status: 'completed', training: { iterations: 5 }, simulation: null });
});

test('phases that are named are run even where the settings leave them out, and both when none is named', async () => {
  const caseDir = await writeStudy(root, 'unsimulated', { 'config.json': settings({ iterations: 3, scenarios: 0 }) });
  for (const phases of [{}, { phases: 'both' }]) {
    const { data } = await server.call('cobre/run', { case_dir: caseDir, ...phases });
    expect(data).toMatchObject({ training: { iterations: 3 }, simulation: { scenarios: 1 } });
  }
});

test('a run says MissingFile for a directory that is not there and for what is no directory', async () => {
  for (const case_dir of [join(root, 'nowhere'), join(first, 'config.json')]) {
    const { isError, data } = await server.call('cobre/run', { case_dir });
    expect({ isError, kind: data.kind }).toEqual({ isError: true, kind: 'MissingFile' });
  }
});

test('after a solver failure what was written before stays on disk', async () => {
  const dry = [0, 1, 2].flatMap((stage_id) =>
    [0, 1].map((hydro_id) => ({ stage_id, scenario_id: 0, hydro_id, value_m3s: -1000 })),
  );
  const caseDir = await writeStudy(root, 'dry', {
    'config.json': {
      training: { forward_passes: 1, stopping_rules: [{ type: 'iteration_limit', limit: 3 }] },
      modeling: { inflow_non_negativity: { method: 'none' } },
      simulation: { enabled: true, num_scenarios: 1, scenario_source: { seed: 1, inflow: { scheme: 'external' } } },
    },
    'scenarios/external_inflow_scenarios.parquet': dry,
  });
  const { isError, data } = await server.call('cobre/run', { case_dir: caseDir });
  expect({ isError, kind: data.kind }).toEqual({ isError: true, kind: 'SolverFailure' });
  const history = await server.call('cobre/query-convergence', { output_dir: outputOf(caseDir) });
  expect(history.data).toMatchObject({ total_iterations: 3 });
  const policy = await server.call('cobre/inspect-policy', { policy_dir: policyOf(caseDir) });
  expect(policy.data).toMatchObject({ stages: 3 });
});

test('without columns all are given, without a range all iterations', async () => {
  const asked = { output_dir: outputOf(first), entity_type: 'costs' };
  const { data } = await server.call('cobre/query-results', asked);
  // The 26 columns of the table and the scenario, which its folders carry.
  expect(data.columns).toHaveLength(27);
  expect((data.rows as unknown as unknown[][])[0]).toHaveLength(27);
  const history = await server.call('cobre/query-convergence', { output_dir: outputOf(first) });
  expect(history.data.iterations).toHaveLength(5);
});

test('a stage of a policy shows the cuts of its FlatBuffers file in dollars, and nothing of how they are stored', async () => {
  for (const [caseDir, truncated] of [
    [first, false],
    [second, true],
  ] as const) {
    const { data } = await server.call('cobre/inspect-policy', { policy_dir: policyOf(caseDir), stage: 1 });
    const { cuts } = decodeStageCuts(await readFile(join(policyOf(caseDir), 'cuts/stage_000.bin')));
    expect(data.intercepts).toEqual(cuts.map(({ intercept }) => intercept * 1000));
    expect(data.coefficients_sample).toEqual(
      cuts.slice(0, 10).map(({ coefficients }) => Array.from(coefficients, (value) => value * 1000)),
    );
    // Five iterations with two passes are ten cuts, which all fit; six are not.
    expect(data).toMatchObject({ cuts: truncated ? 12 : 10, coefficients_truncated: truncated });
    expect(Object.keys(data).sort()).toEqual([
      'active_cuts',
      'coefficients_sample',
      'coefficients_truncated',
      'cuts',
      'intercepts',
      'stage',
      'stage_id',
      'state_dimension',
    ]);
  }
});

test('compared policies carry their own bounds, gap and iterations, and deltas of both bounds', async () => {
  const { data } = await server.call('cobre/compare-policies', { policy_dirs: [policyOf(first), policyOf(second)] });
  const [a, b] = await Promise.all([first, second].map((caseDir) => json(join(policyOf(caseDir), 'metadata.json'))));
  const gap = (of: typeof a) => (of.best_upper_bound - of.final_lower_bound) / Math.abs(of.best_upper_bound);
  expect(data.policies).toMatchObject(
    [a, b].map((of) => ({
      final_lower_bound: of.final_lower_bound,
      final_upper_bound: of.best_upper_bound,
      final_gap: gap(of),
      iterations: of.completed_iterations,
    })),
  );
  const ub = b.best_upper_bound - a.best_upper_bound;
  expect(data).toMatchObject({
    compatible: true,
    deltas: { ub_delta: ub, ub_delta_pct: ub / Math.abs(a.best_upper_bound) },
  });
});

test('a policy that does not say its bounds has null for them', async () => {
  const copied = join(root, 'unbounded');
  await mkdir(join(copied, 'cuts'), { recursive: true });
  for (const name of ['cuts/stage_000.bin', 'cuts/stage_001.bin'])
    await writeFile(join(copied, name), await readFile(join(policyOf(first), name)));
  await writeFile(join(copied, 'metadata.json'), JSON.stringify({ num_stages: 3, state_dimension: 2 }));
  const { data } = await server.call('cobre/compare-policies', { policy_dirs: [copied, policyOf(first)] });
  expect((data.policies as unknown as object[])[0]).toMatchObject({
    final_lower_bound: null,
    final_upper_bound: null,
    final_gap: null,
    iterations: null,
  });
  expect(data).toMatchObject({ compatible: true, deltas: { cut_count_delta: 0 } });
});

test('a case that is not valid is still inspected, with its settings as they are written', async () => {
  const config = { training: { forward_passes: 0 }, note: 'anything' };
  const caseDir = await writeStudy(root, 'invalid', { 'config.json': config });
  expect((await server.call('cobre/validate', { case_dir: caseDir })).data.valid).toBe(false);
  const { isError, data } = await server.call('cobre/inspect-case', { case_dir: caseDir });
  expect({ isError, config: data.config }).toEqual({ isError: false, config });
});

test.each(['config.json', 'system/buses.json', 'stages.json'])(
  'a %s that cannot be parsed gives ParseError',
  async (file) => {
    const caseDir = await writeStudy(root, `torn-${file.replace('/', '-')}`, { [file]: '{"a":' });
    const { isError, data } = await server.call('cobre/inspect-case', { case_dir: caseDir });
    expect({ isError, kind: data.kind, context: data.context }).toMatchObject({
      isError: true,
      kind: 'ParseError',
      context: { file },
    });
  },
);

test('the schema of config.json is whole, accepts real configurations and refuses broken ones', async () => {
  const { isError, data } = await server.call('cobre/get-config-schema');
  expect(isError).toBe(false);
  const schema = data.schema as unknown as { properties: object };
  expect(Object.keys(schema.properties)).toEqual(
    expect.arrayContaining(['training', 'simulation', 'policy', 'modeling', 'estimation', 'exports']),
  );
  const check = z.fromJSONSchema(schema as never);
  expect(check.safeParse(study()['config.json']).success).toBe(true);
  // Templates are written in the current form, whose schema is another.
  const { data: asked } = await server.call('cobre/get-config-schema', { generation: 'current' });
  const checkCurrent = z.fromJSONSchema(asked.schema as never);
  for (const template of templates) {
    const file = template.files().find(({ path }) => path === 'config.json');
    const config = JSON.parse(Buffer.from(file!.content).toString('utf8'));
    expect([check, checkCurrent].map((schema) => schema.safeParse(config).success)).toEqual([false, true]);
  }
  for (const broken of [{}, { training: { forward_passes: 0 } }, { training: { forward_passes: 'many' } }]) {
    expect(check.safeParse(broken).success, JSON.stringify(broken)).toBe(false);
  }
});

test.skipIf(skipShared)('the schema of config.json accepts every shipped configuration', async () => {
  const { data } = await server.call('cobre/get-config-schema');
  const check = z.fromJSONSchema(data.schema as never);
  for (const name of sharedCaseNames()) {
    const found = check.safeParse(await json(join(sharedCasesDir, name, 'config.json')));
    expect({ name, problem: found.error?.message }).toEqual({ name, problem: undefined });
  }
});
