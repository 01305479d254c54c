import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { bundledSource } from '../../../test/support/bundled-source.js';
import { isFinished, readPolicy } from '../src/results/index.js';
import { smallCase, stageEntry, temporaryCase } from './case/write-case.js';

const program = fileURLToPath(new URL('../src/bin/cobre.ts', import.meta.url));

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [bundledSource(program), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const child = start(...args);
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** A case whose training takes long enough to be interrupted, with a checkpoint after every iteration. */
function longCase() {
  const config = {
    training: { forward_passes: 1, stopping_rules: [{ type: 'iteration_limit', limit: 1_000_000 }] },
    modeling: { inflow_non_negativity: { method: 'none' } },
    policy: { checkpointing: { enabled: true, initial_iteration: 1, interval_iterations: 1 } },
  };
  return temporaryCase({ ...smallCase(), 'config.json': config });
}

/** So many that 20,000 forward passes solve a hundred million problems in one iteration. */
const manyOpenings = (id: number) => stageEntry(id, { num_scenarios: 3000 });

/** Every file below a directory, by its path. */
async function contentsOf(directory: string): Promise<Record<string, string>> {
  const files = (await readdir(directory, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    await Promise.all(paths.sort().map(async (path) => [path, (await readFile(path)).toString('base64')] as const)),
  );
}

/** Waits until some iterations were announced; the stream stays open. */
function iterations(child: ChildProcess, count: number): Promise<void> {
  let text = '';
  return new Promise((resolve) => {
    child.stdout!.on('data', (chunk) => {
      text += chunk;
      if (text.split('\n').filter((line) => line.includes('"iteration"')).length >= count) resolve();
    });
  });
}

describe('cobre run', () => {
  test('answers with one envelope and leaves results in the output folder', async () => {
    const directory = await temporaryCase();
    const output = join(await mkdtemp(join(tmpdir(), 'cobre-out-')), 'results');
    const { code, out } = await run('run', directory, '--output', output, '--output-format', 'json');
    const answer = JSON.parse(out);
    expect(code).toBe(0);
    expect(answer).toMatchObject({ $schema: 'urn:cobre:response:v1', command: 'run', success: true, exit_code: 0 });
    expect(answer.data.training).toMatchObject({ iterations: 20, termination_reason: 'iteration_limit' });
    expect(await isFinished(output, 'training')).toBe(true);
  });

  test('streams its life as lines, from started to result', async () => {
    const { out } = await run('run', await temporaryCase(), '--output-format', 'json-lines');
    const types = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).type);
    expect(types[0]).toBe('started');
    expect(types.filter((type) => type === 'progress').length).toBe(20);
    expect(types.slice(-2)).toEqual(['terminated', 'result']);
  });

  test('stops when asked, keeps the policy and says 130', async () => {
    const directory = await longCase();
    const child = start('run', directory, '--output-format', 'json-lines');
    await iterations(child, 3);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    expect(await isFinished(join(directory, 'output'), 'training')).toBe(false);
    expect((await readPolicy(join(directory, 'output/policy'))).completedIterations).toBeGreaterThanOrEqual(3);
  });

  test('tells people who stop it how to go on, and does so when they do', async () => {
    const directory = await longCase();
    const child = start('run', directory);
    let [out, err] = ['', ''];
    child.stdout!.on('data', (chunk) => {
      out += chunk;
    });
    await new Promise<void>((resolve) => {
      child.stderr!.on('data', (chunk) => {
        err += chunk;
        if (err.includes('iteration')) resolve();
      });
    });
    child.kill('SIGINT');
    expect((await once(child, 'close'))[0]).toBe(130);
    expect(err).toContain('The iteration under way is dropped');
    expect(out).toContain(`cobre run ${directory} --resume`);
    const { completedIterations } = await readPolicy(join(directory, 'output/policy'));
    const rules = `training.stopping_rules=[{"type":"iteration_limit","limit":${completedIterations}}]`;
    const resumed = await run('run', directory, '--resume', '--set', rules);
    expect(resumed).toMatchObject({ code: 0, out: expect.stringContaining(`${completedIterations} iteration`) });
    expect(resumed.out).not.toContain('--resume');
  });

  test.each([
    ['one thread', 'SIGTERM', '1'],
    ['two threads', 'SIGINT', '2'],
  ] as const)(
    'with %s leaves an iteration of many minutes at %s, and earlier results stay',
    async (_, signal, threads) => {
      const stages = {
        policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
        stages: [0, 1].map(manyOpenings),
      };
      const directory = await temporaryCase({ ...smallCase(), 'stages.json': stages });
      const few = 'training.stopping_rules=[{"type":"iteration_limit","limit":2}]';
      expect((await run('run', directory, '--set', few)).code).toBe(0);
      const before = await contentsOf(join(directory, 'output'));
      const child = start('run', directory, '--threads', threads, '--set', 'training.forward_passes=20000');
      let err = '';
      await new Promise<void>((resolve) => {
        child.stderr!.on('data', (chunk) => {
          err += chunk;
          if (err.includes('20,000 forward passes')) resolve();
        });
      });
      // Amid the first iteration: asked a moment earlier, it would stop all the same.
      await new Promise((resolve) => setTimeout(resolve, 200));
      child.kill(signal);
      expect((await once(child, 'close'))[0]).toBe(130);
      expect(await contentsOf(join(directory, 'output'))).toEqual(before);
    },
    120_000,
  );

  test('leaves a whole policy and no mark of success when it is killed', async () => {
    const directory = await longCase();
    const child = start('run', directory, '--output-format', 'json-lines');
    await iterations(child, 4);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const output = join(directory, 'output');
    expect(existsSync(join(output, 'training/_SUCCESS'))).toBe(false);
    const policy = await readPolicy(join(output, 'policy'));
    expect(policy.completedIterations).toBeGreaterThanOrEqual(3);
    expect(policy.stages[0]!.pool.count).toBe(policy.completedIterations);
  });
});

describe('cobre validate', () => {
  test('says what is wrong and where, with exit code 3', async () => {
    const directory = await temporaryCase({ 'penalties.json': null });
    const { code, out } = await run('validate', directory, '--output-format', 'json');
    const answer = JSON.parse(out);
    expect(code).toBe(3);
    expect(answer.errors).toMatchObject([{ kind: 'MissingFile', context: { file: 'penalties.json' } }]);
    expect(answer.data).toMatchObject({ valid: false, layers_completed: 1 });
  });

  test('refuses words it does not know with exit code 1', async () => {
    const { code } = await run('validate', await temporaryCase(), '--output-format', 'poem');
    expect(code).toBe(1);
  });
});
