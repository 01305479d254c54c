import { join } from 'node:path';
import { openSandbox } from '@quadrivium/kernel';
import { serveRaw } from '@quadrivium/kernel/testing';
import { expect, test } from 'vitest';
import type { RunEvent } from '../../src/sddp/index.js';
import { cobreServer } from '../../src/server.js';
import { progressOf } from '../../src/service/runs/run-progress.js';
import { finishedStudy, newRoot, settings, writeStudy } from './served.js';

const iteration = (number: number) =>
  ({
    type: 'iteration',
    iteration: number,
    lowerBound: 72_050.1,
    upperBoundMean: 73_300.5,
    elapsedMs: 523_400.4,
  }) as unknown as RunEvent;

const scenarios = (completed: number, all: number) =>
  ({ type: 'simulation_progress', completed, scenarios: all, elapsedMs: 34_200 }) as unknown as RunEvent;

test('every iteration is a step, with the fields of the specification', () => {
  const step = progressOf();
  const steps = [1, 2, 3, 4].map((number) => step(iteration(number), null));
  expect(steps.map((update) => update?.progress)).toEqual([1, 2, 3, 4]);
  expect(steps[0]?.metadata).toEqual({
    iteration: 1,
    lower_bound: 72_050.1,
    upper_bound: 73_300.5,
    gap: (73_300.5 - 72_050.1) / 73_300.5,
    wall_time_ms: 523_400,
  });
});

test('the total is the iteration limit where there is one, and is left out where nobody knows it', () => {
  expect(progressOf()(iteration(42), 100)).toMatchObject({ progress: 42, total: 100 });
  expect(progressOf()(iteration(42), null)).not.toHaveProperty('total');
});

test('a simulation counts scenarios out of all of them, after the iterations that came before', () => {
  expect(progressOf()(scenarios(500, 2000), null)).toMatchObject({ progress: 500, total: 2000 });
  const step = progressOf();
  step(iteration(7), null);
  expect(step(scenarios(500, 2000), null)).toMatchObject({
    progress: 507,
    total: 2007,
    metadata: { phase: 'simulation', scenarios_complete: 500, scenarios_total: 2000, elapsed_ms: 34_200 },
  });
});

test('only cobre/run tells progress, whoever asks for it', async () => {
  const root = await newRoot();
  const done = await finishedStudy(root, 'done');
  const output_dir = join(done, 'output');
  const { session } = serveRaw(cobreServer(), { files: await openSandbox([root]), allowWrite: true });
  await session.initialize('2025-03-26');
  const quiet: readonly (readonly [string, object])[] = [
    ['cobre/validate', { case_dir: done }],
    ['cobre/query-results', { output_dir, entity_type: 'hydros' }],
    ['cobre/query-convergence', { output_dir }],
    ['cobre/inspect-policy', { policy_dir: join(output_dir, 'policy') }],
    ['cobre/compare-policies', { policy_dirs: [join(output_dir, 'policy'), join(output_dir, 'policy')] }],
    ['cobre/inspect-case', { case_dir: done }],
    ['cobre/list-scenarios', { case_dir: done }],
    ['cobre/export-results', { output_dir, format: 'csv', entity_type: 'costs' }],
    ['cobre/get-config-schema', {}],
  ];
  for (const [name, args] of quiet) {
    expect(await session.call(name, name, args, { progressToken: name })).toMatchObject({ result: { isError: false } });
  }
  const told = () => (session.received as { method?: string }[]).filter(({ method }) => method !== undefined);
  expect(told()).toEqual([]);
  const running = await writeStudy(root, 'running', { 'config.json': settings({ iterations: 40 }) });
  await session.call('run', 'cobre/run', { case_dir: running }, { progressToken: 'run-001' });
  expect(told().every(({ method }) => method === 'notifications/progress')).toBe(true);
  expect(told().length).toBeGreaterThan(0);
  session.end();
});
