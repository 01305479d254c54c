import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Case } from '../../src/case/model.js';
import { simulate, train } from '../../src/index.js';
import {
  isFinished,
  OutputFolder,
  readConvergence,
  readPolicy,
  readRows,
  readRunMetadata,
  writePolicy,
} from '../../src/results/index.js';
import { decodeStageBasis } from '../../src/results/policy/basis-file.js';
import { decodeStageStates } from '../../src/results/policy/states-file.js';
import { entitiesCsv } from '../../src/results/training/dictionaries.js';
import { runCase } from '../../src/service/runs/run-case.js';
import { ownCases } from '../own-cases/index.js';
import { caseOf, randomCase } from '../random-case.js';

const files = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((f) => f.isFile());

describe('a finished run', () => {
  let study: Case;
  let output: string;

  beforeAll(async () => {
    const contents = randomCase(7, { stages: 3, openings: 2, passes: 2, iterations: 6 });
    const config = contents['config.json'] as Record<string, object>;
    config.simulation = { enabled: true, num_scenarios: 3 };
    config.exports = { stochastic: true, states: true };
    study = await caseOf(contents);
    output = await mkdtemp(join(tmpdir(), 'cobre-run-'));
    await runCase(study, output, { output });
  });

  test('has the files of the format and no drafts', () => {
    for (const path of [
      'training/_SUCCESS',
      'training/convergence.parquet',
      'training/metadata.json',
      'training/dictionaries/codes.json',
      'training/dictionaries/entities.csv',
      'training/dictionaries/variables.csv',
      'training/dictionaries/bounds.parquet',
      'training/dictionaries/state_dictionary.json',
      'training/timing/iterations.parquet',
      'training/solver/iterations.parquet',
      'policy/metadata.json',
      'policy/cuts/stage_000.bin',
      'policy/states/stage_000.bin',
      'policy/basis/stage_000.bin',
      'policy/basis/stage_002.bin',
      'simulation/_SUCCESS',
      'simulation/metadata.json',
      'simulation/solver/iterations.parquet',
      'simulation/costs.parquet',
      'simulation/hydros.parquet',
      'policy/history.parquet',
      'stochastic/noise_openings.parquet',
      'stochastic/inflow_seasonal_stats.parquet',
    ]) {
      expect(existsSync(join(output, path)), path).toBe(true);
    }
    expect(readdirSync(output, { recursive: true }).filter((path) => /tmp|draft|progress/.test(String(path)))).toEqual(
      [],
    );
  });

  test('tells its convergence, iteration by iteration from one', async () => {
    const rows = await readConvergence(output);
    expect(rows.map((row) => row.iteration)).toEqual([1, 2, 3, 4, 5, 6]);
    const again = await train(study);
    expect(rows.map((row) => row.lowerBound)).toEqual(again.iterations.map((it) => it.lowerBound));
    expect(rows.at(-1)!.cutsActive).toBe(again.iterations.at(-1)!.cutsActive);
  });

  test('has tables with exactly the columns of the format', async () => {
    const names = async (path: string) => Object.keys((await readRows(join(output, path), path))[0]!);
    expect((await names('simulation/costs.parquet')).length).toBe(27);
    expect((await names('simulation/hydros.parquet')).length).toBe(32);
    expect((await names('simulation/thermals.parquet')).length).toBe(11);
    expect((await names('simulation/buses.parquet')).length).toBe(11);
    expect((await names('training/timing/iterations.parquet')).length).toBe(18);
    expect((await names('training/solver/iterations.parquet')).length).toBe(19);
    expect((await names('training/convergence.parquet')).slice(0, 13).at(-1)).toBe('lp_solves');
  });

  test('keeps a policy that simulates to the same costs', async () => {
    const policy = await readPolicy(join(output, 'policy'));
    const metadata = JSON.parse(readFileSync(join(output, 'policy/metadata.json'), 'utf8'));
    expect(policy.stages.length).toBe(3);
    expect(metadata).toMatchObject({ num_stages: 3, state_dimension: policy.stateCount, completed_iterations: 6 });
    const states = decodeStageStates(readFileSync(join(output, 'policy/states/stage_000.bin')));
    expect(states).toMatchObject({
      stageId: 0,
      stateDimension: policy.stateCount,
      count: policy.stages[0]!.pool.count,
    });
    expect(states.data).toEqual(policy.stages[0]!.log.states.slice(0, states.data.length));
    const basis = decodeStageBasis(readFileSync(join(output, 'policy/basis/stage_001.bin')));
    expect(basis).toMatchObject({ stageId: 1, iteration: 6 });
    const basic = [...basis.columnStatus, ...basis.rowStatus].filter((code) => code === 1);
    expect(basic).toHaveLength(basis.rowStatus.length);
    let scenario = 0;
    for await (const { cost } of simulate(study, policy, { scenarios: 3 })) {
      const all = await readRows(join(output, 'simulation/costs.parquet'), 'costs');
      const rows = all.filter(({ scenario_id }) => scenario_id === scenario);
      scenario++;
      const stored = rows.reduce((sum, row) => sum + Number(row.discount_factor) * Number(row.immediate_cost), 0);
      expect(cost).toBeCloseTo(stored, 6);
    }
  });
});

test('the dictionary of entities also tells the words a case calls them by', async () => {
  const { files: contents } = ownCases.find(({ name }) => name === 'string-ids')!;
  const lines = entitiesCsv(await caseOf(contents)).split('\n');
  const hydros = lines.filter((line) => line.startsWith('0,')).map((line) => line.split(','));
  expect(lines[0]).toBe('entity_type_code,entity_id,name,bus_id,system_id,key');
  expect(hydros.map(([, id]) => id)).toEqual(['0', '1']);
  const named = (contents['system/hydros.json'] as { hydros: { id: string }[] }).hydros.map(({ id }) => id);
  expect(hydros.map((fields) => fields.at(-1))).toEqual([...named].sort());
});

test('a resumed run goes on from its stored policy and keeps the history', async () => {
  const output = await mkdtemp(join(tmpdir(), 'cobre-resumed-'));
  const contents = randomCase(7, { stages: 3, openings: 2, passes: 2, iterations: 4 });
  await runCase(await caseOf(contents), output, { output });
  const config = contents['config.json'] as Record<string, Record<string, unknown>>;
  config.training!.stopping_rules = [{ type: 'iteration_limit', limit: 9 }];
  config.policy = { mode: 'resume' };
  const { training } = await runCase(await caseOf(contents), output, { output });
  expect(training!.iterations).toBe(9);
  const rows = await readConvergence(output);
  expect(rows.map((row) => row.iteration)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const whole = await train(await caseOf({ ...contents, 'config.json': { ...config, policy: {} } }));
  expect(rows.map((row) => row.lowerBound)).toEqual(whole.iterations.map((it) => it.lowerBound));
});

test('a stored policy is simulated without training when the case says so', async () => {
  const output = await mkdtemp(join(tmpdir(), 'cobre-simulated-'));
  const contents = randomCase(7, { stages: 3, openings: 2, passes: 2, iterations: 4 });
  const first = await runCase(await caseOf(contents), output, { output });
  const config = contents['config.json'] as Record<string, Record<string, unknown>>;
  config.training!.enabled = false;
  config.simulation = { enabled: true, num_scenarios: 2 };
  const second = await runCase(await caseOf(contents), output, { output });
  expect([first.simulation, second.training]).toEqual([null, null]);
  expect(second.simulation!.scenarios).toBe(2);
  expect(await isFinished(output, 'training')).toBe(true);
});

describe('a run that is not whole', () => {
  async function freshRun(): Promise<string> {
    const output = await mkdtemp(join(tmpdir(), 'cobre-half-'));
    await runCase(await caseOf({}), output, { output });
    return output;
  }

  test('is not taken for a finished one without its mark', async () => {
    const output = await freshRun();
    expect(await isFinished(output, 'training')).toBe(true);
    await rm(join(output, 'training/_SUCCESS'));
    await expect(readRunMetadata(output, 'training')).rejects.toMatchObject({ kind: 'OutputCorrupted' });
    await expect(readRunMetadata(output, 'simulation')).rejects.toMatchObject({ kind: 'OutputNotFound' });
  });

  test('loses the mark of the run before as soon as it has an iteration of its own', async () => {
    const output = await freshRun();
    const controller = new AbortController();
    const onEvent = ({ type }: { type: string }) => type === 'iteration' && controller.abort();
    const { status } = await runCase(await caseOf({}), output, { output, signal: controller.signal, onEvent });
    expect(status).toBe('partial');
    expect(await isFinished(output, 'training')).toBe(false);
    expect((await readConvergence(output)).map((row) => row.iteration)).toEqual([1]);
  });

  test('leaves the run before as it was when it is stopped before its first iteration', async () => {
    const output = await freshRun();
    const before = files(output).map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('base64'));
    const { status, training } = await runCase(await caseOf({}), output, { output, signal: AbortSignal.abort() });
    expect([status, training]).toEqual(['partial', null]);
    expect(await isFinished(output, 'training')).toBe(true);
    const after = files(output).map(({ parentPath, name }) => readFileSync(join(parentPath, name)).toString('base64'));
    expect(after).toEqual(before);
  });

  test('says that its policy could not be written, whatever else goes wrong', async () => {
    const output = await freshRun();
    const { policy } = await train(await caseOf({}));
    const head = { version: '0', createdAt: '', maxIterations: 1, seed: 1, states: false, stageIds: [0, 1] };
    // A file stands where the draft would become a directory, so that neither writing nor cleaning up can work.
    await writeFile(join(output, 'taken'), '');
    const place = { folder: await OutputFolder.open(output), name: 'taken/policy' };
    await expect(writePolicy(place, policy, { ...head, history: [] })).rejects.toMatchObject({
      kind: 'CheckpointFailed',
    });
    await place.folder.close();
  });

  test('has a policy that is refused when a file is cut short, missing or not a policy', async () => {
    const output = await freshRun();
    const cuts = join(output, 'policy/cuts/stage_000.bin');
    await truncate(cuts, 40);
    await expect(readPolicy(join(output, 'policy'))).rejects.toMatchObject({ kind: 'OutputCorrupted' });
    await rm(cuts);
    await expect(readPolicy(join(output, 'policy'))).rejects.toMatchObject({ kind: 'OutputCorrupted' });
    await writeFile(join(output, 'policy/metadata.json'), '{');
    await expect(readPolicy(join(output, 'policy'))).rejects.toMatchObject({ kind: 'OutputCorrupted' });
    await expect(readPolicy(join(output, 'nowhere'))).rejects.toMatchObject({ kind: 'OutputNotFound' });
  });

  test('has convergence that is refused when its file is damaged', async () => {
    const output = await freshRun();
    await truncate(join(output, 'training/convergence.parquet'), 100);
    await expect(readConvergence(output)).rejects.toMatchObject({ kind: 'OutputCorrupted' });
    await expect(readConvergence(join(output, 'none'))).rejects.toMatchObject({ kind: 'OutputNotFound' });
  });
});
