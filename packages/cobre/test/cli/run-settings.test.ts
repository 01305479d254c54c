import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newRoot, settings, writeStudy } from '../tools/served.js';
import { answerOf, cobre, start } from './program.js';

test('--set changes settings for one run, --resume goes on where it stopped, and the case stays as it is', async () => {
  const directory = await writeStudy(await newRoot(), 'case', { 'config.json': settings({ scenarios: 0 }) });
  const before = readFileSync(join(directory, 'config.json'), 'utf8');
  const limit = (iterations: number) => `training.stopping_rules=[{"type":"iteration_limit","limit":${iterations}}]`;
  const first = await answerOf('run', directory, '--set', limit(4));
  expect(first.envelope.data.training).toMatchObject({ iterations: 4 });
  const more = ['--set', 'simulation.enabled=true', '--set', 'simulation.num_scenarios=3'];
  const second = await answerOf('run', directory, '--resume', '--set', limit(7), ...more);
  expect(second.envelope.data).toMatchObject({ training: { iterations: 7 }, simulation: { scenarios: 3 } });
  expect(readFileSync(join(directory, 'config.json'), 'utf8')).toBe(before);
  const history = await answerOf('query-convergence', join(directory, 'output'));
  expect(history.envelope.data.total_iterations).toBe(7);
});

test.each([
  ['no key', '=5'],
  ['no value', 'training.forward_passes'],
  ['a value that does not fit', 'training.forward_passes="many"'],
])('--set with %s is refused and nothing is run', async (_, text) => {
  const directory = await writeStudy(await newRoot());
  const { code } = await cobre('run', directory, '--set', text);
  expect(code).not.toBe(0);
  expect(existsSync(join(directory, 'output/training'))).toBe(false);
});

test.skipIf(process.platform !== 'linux')('threads beyond what there is work for are not even started', async () => {
  const directory = await writeStudy(await newRoot(), 'case', { 'config.json': settings({ scenarios: 3 }) });
  const child = start(['run', directory, '--threads', '4096', '--output-format', 'json-lines']);
  let most = 0;
  child.stdout.on('data', () => {
    const tasks = `/proc/${child.pid}/task`;
    // What is read last may come after the end.
    most = Math.max(most, existsSync(tasks) ? readdirSync(tasks).length : 0);
  });
  child.stderr.resume();
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  // Node itself has some eleven, and each of ours brings none besides itself.
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThan(100 + availableParallelism());
});

test('after a kill in simulation report, summary and query say how far it came', async () => {
  const many = 200_000;
  const config = settings({ iterations: 3, scenarios: many });
  const directory = await writeStudy(await newRoot(), 'case', { 'config.json': config });
  const child = await start(['run', directory, '--threads', '1']);
  child.stdout.resume();
  child.stderr.resume();
  const ended = once(child, 'close');
  while (!existsSync(join(directory, 'output/simulation/progress.json'))) await sleep(20);
  child.kill('SIGKILL');
  await ended;
  const output = join(directory, 'output');
  const report = await answerOf('report', output);
  expect(report.envelope.data.status).toBe('interrupted');
  expect((await cobre('report', output, '--quiet')).out).toMatch(
    new RegExp(`interrupted \\(\\d+ of ${many} scenarios\\)`),
  );
  expect((await cobre('summary', output)).out).toMatch(new RegExp(`did not finish: \\d+ of ${many} scenarios`));
  const query = await cobre('query', output, 'hydros');
  expect(query.code).not.toBe(0);
  expect(query.err + query.out).toMatch(new RegExp(`did not finish: \\d+ of ${many} scenarios`));
});
