import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { atLength } from '../../../../test/support/sampling.js';
import { isFinished, readPolicy } from '../../src/results/index.js';
import { plainFiles } from '../../src/service/files/files.js';
import { CaseRunner } from '../../src/service/runs/case-runner.js';
import { sharedCasesDir, skipShared } from '../case/shared-cases.js';
import { bundled } from '../cli/program.js';
import { newRoot, settings, writeStudy } from './served.js';

/** A shipped case of four regions through a real process: killed, continued, cancelled, continued, and the same in the end. */
const children: ChildServer[] = [];
const limit = 40;

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
});

async function start(root: string): Promise<ChildServer> {
  const args = ['--allowed-dirs', root, '--allow-write', '--threads', '2'];
  const child = startChildServer(bundled('cobre-mcp'), { args });
  children.push(child);
  await child.session.initialize('2025-03-26');
  return child;
}

async function configure(caseDir: string, policy: object): Promise<void> {
  const path = join(caseDir, 'config.json');
  const config = JSON.parse(await readFile(path, 'utf8'));
  config.training.stopping_rules = [{ type: 'iteration_limit', limit }];
  config.simulation.enabled = false;
  config.policy = { checkpointing: { enabled: true, initial_iteration: 4, interval_iterations: 4 }, ...policy };
  await writeFile(path, JSON.stringify(config));
}

const dataOf = (reply: unknown) =>
  JSON.parse((reply as { result: { content: { text: string }[] } }).result.content[0]?.text ?? 'null');

/** Starts a run and waits until it has come past an iteration; resolves with what was told until then. */
async function pastIteration(
  { session }: ChildServer,
  id: string,
  caseDir: string,
  iteration: number,
): Promise<number[]> {
  void session.call(id, 'cobre/run', { case_dir: caseDir }, { progressToken: id }).catch(() => {});
  const told = () =>
    (session.received as { method?: string; params?: { progressToken: string; progress: number } }[]).flatMap(
      ({ method, params }) =>
        method === 'notifications/progress' && params?.progressToken === id ? [params.progress] : [],
    );
  await session.find(() => (told().at(-1) ?? 0) > iteration);
  return told();
}

const reached = async (caseDir: string) => (await readPolicy(join(caseDir, 'output/policy'))).completedIterations;

describe.skipIf(skipShared)('4ree over stdio', () => {
  atLength('long stories')(
    'progress is ordered, a killed run leaves its last checkpoint, a cancelled one too, and the end is the same',
    async () => {
      const root = await newRoot();
      const [broken, whole] = [join(root, 'broken'), join(root, 'whole')];
      for (const copy of [broken, whole]) await cp(join(sharedCasesDir, '4ree'), copy, { recursive: true });
      await configure(broken, {});
      await configure(whole, {});

      const first = await start(root);
      const told = await pastIteration(first, 'first', broken, 10);
      expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
      await first.kill();
      const checkpoint = await reached(broken);
      expect(checkpoint).toBeGreaterThanOrEqual(8);
      // What was being written when the process died is under no name that counts.
      expect(await isFinished(join(broken, 'output'), 'training')).toBe(false);

      await configure(broken, { mode: 'resume' });
      const second = await start(root);
      const [begun = 0] = await pastIteration(second, 'second', broken, checkpoint + 5);
      expect(begun).toBeGreaterThan(checkpoint);
      second.session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'second' } });
      await free(second, broken);
      const stopped = await reached(broken);
      expect(stopped).toBeGreaterThan(checkpoint + 5);
      expect(stopped).toBeLessThanOrEqual(limit);

      const ended = dataOf(await second.session.call('third', 'cobre/run', { case_dir: broken }));
      const uninterrupted = dataOf(await second.session.call('whole', 'cobre/run', { case_dir: whole }));
      expect(ended.training).toMatchObject({ iterations: limit, termination_reason: 'iteration_limit' });
      const { wall_time_ms: _, ...same } = uninterrupted.training;
      expect(ended.training).toMatchObject(same);
      expect(await coefficients(broken)).toEqual(await coefficients(whole));
    },
    180_000,
  );
});

test('a run that is asked to stop at once has nothing to tell of', async () => {
  const caseDir = await writeStudy(await newRoot(), 'case', { 'config.json': settings({ iterations: 100_000 }) });
  const run = await new CaseRunner().start(plainFiles('/'), { caseDirectory: caseDir });
  run.stop();
  const { status, training } = await run.result;
  expect(status).toBe('partial');
  expect(training).toBeNull();
});

/** Resolves when the server takes another run, which says that the one before has ended. */
async function free({ session }: ChildServer, caseDir: string): Promise<void> {
  for (let ask = 0; ; ask++) {
    const answer = dataOf(
      await session.call(`free${ask}`, 'cobre/query-convergence', { output_dir: join(caseDir, 'output') }),
    );
    if (answer.termination_reason === 'shutdown' || answer.termination_reason === 'iteration_limit') return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Every number of every cut. */
async function coefficients(caseDir: string): Promise<number[][]> {
  const { stages } = await readPolicy(join(caseDir, 'output/policy'));
  return stages.map(({ pool }) =>
    Array.from({ length: pool.count }, (_, cut) => [
      pool.intercept[cut]!,
      ...Array.from({ length: pool.stateCount }, (_, state) => pool.slopeAt(cut, state)),
    ]).flat(),
  );
}
