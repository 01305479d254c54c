import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import { afterEach, expect, test } from 'vitest';
import { readPolicy } from '../../src/results/index.js';
import { decodeStageCuts } from '../../src/results/policy/cuts-file.js';
import { stageEntry } from '../case/write-case.js';
import { bundled } from '../cli/program.js';
import { newRoot, settings, writeStudy } from './served.js';

/** Runs that are interrupted, over a real process: by the protocol, by signals, by the power cord. */
interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
  readonly metadata: Readonly<Record<string, number>>;
}

const children: ChildServer[] = [];

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
});

async function start(root: string, ...flags: string[]): Promise<ChildServer> {
  const args = ['--allowed-dirs', root, '--allow-write', '--threads', '1', ...flags];
  const child = startChildServer(bundled('cobre-mcp'), { args });
  children.push(child);
  await child.session.initialize('2025-03-26');
  return child;
}

const long = { iterations: 800, scenarios: 0 };
const often = { checkpointing: { enabled: true, initial_iteration: 1, interval_iterations: 1 } };

function progressOf({ session }: ChildServer): Progress[] {
  const messages = session.received as { method?: string; params?: Progress }[];
  return messages.flatMap(({ method, params }) => (method === 'notifications/progress' && params ? [params] : []));
}

/** Resolves once the run has come past an iteration. */
async function pastIteration({ session }: ChildServer, iteration: number): Promise<void> {
  await session.find((message) => {
    const { method, params } = message as { method?: string; params?: Progress };
    return method === 'notifications/progress' && (params?.progress ?? 0) > iteration;
  });
}

const dataOf = (reply: unknown) => {
  const { result } = reply as { result: { content: { text: string }[] } };
  return JSON.parse(result.content[0]?.text ?? 'null');
};

/** A digest of all cuts, bit by bit; how a file reserves room for more is not part of them. */
async function cutsOf(caseDir: string): Promise<string> {
  const folder = join(caseDir, 'output/policy/cuts');
  const digest = createHash('sha256');
  for (const name of (await readdir(folder)).sort()) {
    for (const { slot, iteration, forwardPass, intercept, coefficients, stateAtGeneration } of decodeStageCuts(
      await readFile(join(folder, name)),
    ).cuts) {
      digest.update(Float64Array.of(slot, iteration, forwardPass, intercept, ...coefficients, ...stateAtGeneration));
    }
  }
  return digest.digest('hex');
}

test('progress arrives in order, with the fields of the specification, over training and simulation', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'both', { 'config.json': settings({ iterations: 100, scenarios: 20 }) });
  const child = await start(root);
  const reply = await child.session.call(1, 'cobre/run', { case_dir: caseDir }, { progressToken: 'run-001' });
  expect(dataOf(reply)).toMatchObject({ status: 'completed', simulation: { scenarios: 20 } });
  const all = progressOf(child);
  const steps = all.map(({ progress }) => progress);
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect(new Set(steps).size).toBe(steps.length);
  const training = all.filter(({ metadata }) => 'iteration' in metadata);
  const simulation = all.filter(({ metadata }) => 'scenarios_complete' in metadata);
  expect(training.length).toBeGreaterThan(0);
  for (const { progress, total, metadata } of training) {
    expect(total).toBe(100);
    expect(Object.keys(metadata)).toEqual(['iteration', 'lower_bound', 'upper_bound', 'gap', 'wall_time_ms']);
    expect(metadata.iteration).toBe(progress);
  }
  const last = simulation.at(-1);
  expect(last).toMatchObject({
    progress: 120,
    total: 120,
    metadata: { phase: 'simulation', scenarios_complete: 20, scenarios_total: 20, elapsed_ms: expect.any(Number) },
  });
  // The result is the last message: nothing follows it.
  expect(child.session.received.at(-1)).toBe(reply);
});

test('a cancelled run stops, keeps its checkpoint, and resumed it ends with the bits of one that was never stopped', async () => {
  const root = await newRoot();
  const [stopped, whole] = [
    await writeStudy(root, 'stopped', { 'config.json': settings(long) }),
    await writeStudy(root, 'whole', { 'config.json': settings(long) }),
  ];
  const child = await start(root);
  void child.session.call(1, 'cobre/run', { case_dir: stopped }, { progressToken: 1 }).catch(() => {});
  await pastIteration(child, 20);
  const busy = dataOf(await child.session.call(2, 'cobre/run', { case_dir: whole }));
  expect(busy).toMatchObject({ kind: 'RunInProgress', context: { case_dir: stopped } });
  // Other questions are answered while it runs.
  expect(dataOf(await child.session.call(3, 'cobre/validate', { case_dir: whole }))).toMatchObject({ valid: true });
  child.session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  const history = await poll(async () => {
    const answer = dataOf(
      await child.session.call(`h${performance.now()}`, 'cobre/query-convergence', output(stopped)),
    );
    // The reason is the last thing that is written.
    return answer.termination_reason === 'shutdown' ? answer : undefined;
  });
  const reached = history.total_iterations as number;
  expect(reached).toBeGreaterThan(20);
  expect(reached).toBeLessThan(long.iterations);
  expect((await readPolicy(join(stopped, 'output/policy'))).completedIterations).toBe(reached);

  await writeFile(join(stopped, 'config.json'), JSON.stringify(settings({ ...long, policy: { mode: 'resume' } })));
  const resumed = dataOf(await child.session.call(4, 'cobre/run', { case_dir: stopped }));
  expect(resumed.training.iterations).toBe(long.iterations);
  const uninterrupted = dataOf(await child.session.call(5, 'cobre/run', { case_dir: whole }));
  expect(resumed.training.final_lower_bound).toBe(uninterrupted.training.final_lower_bound);
  expect(await cutsOf(stopped)).toEqual(await cutsOf(whole));
});

test('asked to end, the server finishes the iteration, writes the checkpoint and still sends the partial result', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'asked', { 'config.json': settings({ iterations: 100_000, scenarios: 0 }) });
  const child = await start(root);
  const reply = child.session.call(1, 'cobre/run', { case_dir: caseDir }, { progressToken: 1 });
  await pastIteration(child, 5);
  child.process.kill('SIGTERM');
  const partial = dataOf(await reply);
  expect(partial).toMatchObject({ status: 'partial', training: { termination_reason: 'shutdown' } });
  expect(await child.exited).toBe(0);
  const policy = await readPolicy(join(caseDir, 'output/policy'));
  expect(policy.completedIterations).toBe(partial.training.iterations);
});

test('a task that is cancelled amid an iteration of many minutes ends, and the results of the run before stay', async () => {
  const root = await newRoot();
  const openings = { stages: [0, 1, 2].map((id) => stageEntry(id, { num_scenarios: 3000 })) };
  const caseDir = await writeStudy(root, 'huge', {
    'config.json': settings({ iterations: 2, scenarios: 0 }),
    'stages.json': { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 }, ...openings },
  });
  const child = await start(root);
  const first = dataOf(await child.session.call(1, 'cobre/run', { case_dir: caseDir }));
  const cuts = await cutsOf(caseDir);
  const config = JSON.parse(await readFile(join(caseDir, 'config.json'), 'utf8'));
  config.training.forward_passes = 20_000;
  await writeFile(join(caseDir, 'config.json'), JSON.stringify(config));
  const started = child.session.call(2, 'cobre/run', { case_dir: caseDir, background: true });
  const { task_id } = dataOf(await started);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await child.session.call(3, 'cobre/cancel-task', { task_id });
  const ended = await poll(async () => {
    const task = dataOf(await child.session.call(`s${performance.now()}`, 'cobre/get-task-status', { task_id }));
    return task.status === 'running' ? undefined : task;
  });
  expect(ended).toMatchObject({ status: 'partial', result: { status: 'partial', training: null } });
  const history = dataOf(await child.session.call(4, 'cobre/query-convergence', output(caseDir)));
  expect(history).toMatchObject({ termination_reason: 'iteration_limit', total_iterations: 2 });
  expect(first.training.iterations).toBe(2);
  expect(await cutsOf(caseDir)).toBe(cuts);
}, 120_000);

test('asked to end amid an iteration of many minutes, the server drops it while there is time to write and to answer', async () => {
  const root = await newRoot();
  const config = settings({ iterations: 2, scenarios: 0 }) as { training: object };
  const openings = { stages: [0, 1, 2].map((id) => stageEntry(id, { num_scenarios: 3000 })) };
  const caseDir = await writeStudy(root, 'huge', {
    'config.json': { ...config, training: { ...config.training, forward_passes: 20_000 } },
    'stages.json': { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 }, ...openings },
  });
  const child = await start(root, '--grace-seconds', '6');
  const reply = child.session.call(1, 'cobre/run', { case_dir: caseDir });
  await poll(async () => (existsSync(join(caseDir, 'output/run.lock')) ? true : undefined));
  // Where it is not that far yet the server has less to do.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  child.process.kill('SIGTERM');
  expect(dataOf(await reply)).toMatchObject({ status: 'partial', training: null });
  expect(await child.exited).toBe(0);
  expect(existsSync(join(caseDir, 'output/run.lock'))).toBe(false);
}, 60_000);

test('a client that leaves stops the run at the next boundary, and its checkpoint stays', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'left', { 'config.json': settings({ iterations: 100_000, scenarios: 0 }) });
  const child = await start(root);
  void child.session.call(1, 'cobre/run', { case_dir: caseDir }, { progressToken: 1 }).catch(() => {});
  await pastIteration(child, 5);
  child.process.stdout.destroy();
  child.session.end();
  expect(await child.exited).toBe(0);
  expect((await readPolicy(join(caseDir, 'output/policy'))).completedIterations).toBeGreaterThan(5);
});

test('killed in the middle, the last checkpoint is whole, nothing half-written counts, and a run can resume from it', async () => {
  const root = await newRoot();
  const config = (policy: object) => settings({ iterations: 60, scenarios: 0, policy: { ...often, ...policy } });
  const caseDir = await writeStudy(root, 'killed', { 'config.json': config({}) });
  const first = await start(root);
  void first.session.call(1, 'cobre/run', { case_dir: caseDir }, { progressToken: 1 }).catch(() => {});
  await pastIteration(first, 10);
  await first.kill();
  const second = await start(root);
  const policyDir = join(caseDir, 'output/policy');
  const policy = dataOf(await second.session.call(1, 'cobre/inspect-policy', { policy_dir: policyDir }));
  expect(policy.stages).toBe(3);
  const history = dataOf(await second.session.call(2, 'cobre/query-convergence', output(caseDir)));
  expect(history.termination_reason).toBe('interrupted');
  expect(history.iterations.length).toBeGreaterThanOrEqual(10);
  await writeFile(join(caseDir, 'config.json'), JSON.stringify(config({ mode: 'resume' })));
  const resumed = dataOf(await second.session.call(3, 'cobre/run', { case_dir: caseDir }));
  expect(resumed).toMatchObject({ status: 'completed', training: { iterations: 60 } });
});

test('a run in the background can be asked about, cancelled, and is still known to another server', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'task', { 'config.json': settings({ iterations: 100_000, scenarios: 0 }) });
  const first = await start(root);
  const started = dataOf(await first.session.call(1, 'cobre/run', { case_dir: caseDir, background: true }));
  expect(started).toMatchObject({ status: 'running', output_dir: join(caseDir, 'output') });
  const { task_id } = started;
  const status = async (child: ChildServer) =>
    dataOf(await child.session.call(`s${performance.now()}`, 'cobre/get-task-status', { task_id }));
  const running = await poll(async () => ((await status(first)).progress ? status(first) : undefined));
  expect(running).toMatchObject({ status: 'running', progress: { metadata: { iteration: expect.any(Number) } } });
  await first.session.call(2, 'cobre/cancel-task', { task_id });
  const over = await poll(async () => {
    const now = await status(first);
    return now.status === 'running' ? undefined : now;
  });
  expect(over).toMatchObject({
    status: 'partial',
    result: { training: { termination_reason: 'shutdown' } },
    error: null,
  });
  await first.kill();
  const second = await start(root);
  expect(await status(second)).toEqual(over);

  const again = dataOf(await second.session.call(3, 'cobre/run', { case_dir: caseDir, background: true }));
  await poll(async () => ((await readdir(join(caseDir, 'output/tasks'))).length > 1 ? true : undefined));
  await second.kill();
  const third = await start(root);
  const interrupted = await third.session.call(4, 'cobre/get-task-status', { task_id: again.task_id });
  expect(dataOf(interrupted)).toMatchObject({ status: 'interrupted', result: null });
  const unknown = await third.session.call(5, 'cobre/get-task-status', { task_id: 'abc~L2V0Yy9wYXNzd2Q' });
  expect(dataOf(unknown)).toMatchObject({ kind: 'MissingFile', message: expect.stringContaining('not within') });
});

test('a run in the background that fails says why', async () => {
  const root = await newRoot();
  const caseDir = await writeStudy(root, 'failing', { 'config.json': { training: {} } });
  const child = await start(root);
  const { task_id } = dataOf(await child.session.call(1, 'cobre/run', { case_dir: caseDir, background: true }));
  const over = await poll(async () => {
    const now = dataOf(await child.session.call(`f${performance.now()}`, 'cobre/get-task-status', { task_id }));
    return now.status === 'running' ? undefined : now;
  });
  expect(over).toMatchObject({ status: 'failed', error: { kind: 'SchemaViolation' } });
  await rm(caseDir, { recursive: true });
});

const output = (caseDir: string) => ({ output_dir: join(caseDir, 'output') });

/** Asks until there is an answer; the timeout of the test is the end. */
async function poll<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
