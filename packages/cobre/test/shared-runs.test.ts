/** What the specification's cases say about files, structure and continued runs (see the `expected.json` of each). */
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Case, Settings } from '../src/case/model.js';
import { loadCase, simulate, train } from '../src/index.js';
import { readConvergence, readPolicy } from '../src/results/index.js';
import { runCase } from '../src/service/runs/run-case.js';
import { buildStochasticModel } from '../src/stochastic/index.js';
import { expectBalances } from './balances.js';

const cases = fileURLToPath(new URL('../../../../shared/cases', import.meta.url));

async function load(name: string, change: (settings: Settings) => Partial<Settings> = () => ({})): Promise<Case> {
  const { case: study } = await loadCase(join(cases, name));
  return { ...study, settings: { ...study.settings, ...change(study.settings) } };
}

const limited = (limit: number) => (settings: Settings) => ({
  training: { ...settings.training, stoppingRules: [{ type: 'iteration_limit', limit } as const] },
});

const temporary = () => mkdtemp(join(tmpdir(), 'cobre-shared-'));

describe.skipIf(!existsSync(cases))('shared cases, whole runs', () => {
  test('1dtoy leaves its mark and a convergence that begins with iteration 1', async () => {
    const output = await temporary();
    await runCase(await load('1dtoy', limited(5)), cases, { output });
    expect(existsSync(join(output, 'training/_SUCCESS'))).toBe(true);
    expect((await readConvergence(output))[0]!.iteration).toBe(1);
  });

  test.each(['1dtoy', '4ree'])('%s conserves water and power in every simulated row', async (name) => {
    const study = await load(name, limited(3));
    const { policy, problem } = await train(study);
    for await (const scenario of simulate(study, policy, { scenarios: 2, problem })) expectBalances(study, scenario);
  });

  test('d01 goes on from 5 to 10 iterations, helps a warm start and takes boundary cuts', async () => {
    const half = await train(await load('d01-thermal-dispatch', limited(5)));
    const whole = await load('d01-thermal-dispatch');
    const resumed = await train(whole, { start: { mode: 'resume', policy: half.policy } });
    expect(resumed.policy.completedIterations).toBe(10);
    expect(resumed.policy.lowerBound).toBeGreaterThanOrEqual(half.policy.lowerBound);
    const fresh = await train(whole);
    const warm = await train(whole, { start: { mode: 'warm_start', policy: fresh.policy } });
    expect(warm.policy.lowerBound - fresh.policy.lowerBound).toBeGreaterThanOrEqual(-1e-6);
    const followed = await train(whole, { boundary: fresh.policy.stages[0]!.pool });
    expect(followed.policy.lowerBound).toBeGreaterThanOrEqual(fresh.policy.lowerBound);
  });

  test('d02 keeps a policy of two stages and one state that simulates to the known cost', async () => {
    const output = await temporary();
    const study = await load('d02-single-hydro');
    await runCase(study, cases, { output });
    expect(existsSync(join(output, 'policy/cuts/stage_000.bin'))).toBe(true);
    const policy = await readPolicy(join(output, 'policy'));
    expect([policy.stages.length, policy.stateCount]).toEqual([2, 1]);
    const { value } = await simulate(study, policy, { scenarios: 1 }).next();
    expect((value as { cost: number }).cost).toBeCloseTo(2626111.111111111, 1);
  });

  test('d12 writes the annual component it estimated', async () => {
    const output = await temporary();
    const study = await load('d12-par-annual', (settings) => ({
      ...limited(1)(settings),
      exports: { ...settings.exports, stochastic: true },
    }));
    await runCase(study, cases, { output });
    expect(existsSync(join(output, 'stochastic/inflow_annual_component.parquet'))).toBe(true);
  });

  test('d26 selects order 2 for its hydro', async () => {
    const { fits } = buildStochasticModel(await load('d26-estimated-par2')).provenance;
    expect(Math.max(...fits.map(({ selectedOrder }) => selectedOrder))).toBe(2);
    expect(fits.map(({ order }) => order)).toEqual([1, 2, 2, 1, 1, 2, 1, 1, 1, 2, 1, 1]);
  });

  test('d28 has six stages, one branching; boundary cuts do not lower its bound', async () => {
    const study = await load('d28-decomp-weekly-monthly');
    expect(buildStochasticModel(study).stages.map(({ openingCount }) => openingCount)).toEqual([1, 1, 1, 1, 1, 5]);
    expect(study.horizon.seasons!.seasons.length).toBe(12);
    const { policy, iterations } = await train(study);
    expect(iterations.length).toBeGreaterThanOrEqual(1);
    expect(policy.stages.at(-1)!.pool.count).toBe(0);
    expect(policy.lowerBound).toBeGreaterThanOrEqual(0);
    let scenarios = 0;
    for await (const _ of simulate(study, policy)) scenarios++;
    expect(scenarios).toBe(5);
    const followed = await train(study, { boundary: policy.stages[0]!.pool });
    expect(followed.policy.lowerBound).toBeGreaterThanOrEqual(policy.lowerBound - 1e-6);
  });

  test('d29 draws one noise for its four weeks, d30 has ten stages of five openings and sixteen seasons', async () => {
    const weekly = buildStochasticModel(await load('d29-weekly-par-noise-sharing'));
    expect(new Set(weekly.stages.map(({ noiseGroup }) => noiseGroup)).size).toBe(1);
    expect(weekly.stages.length).toBe(4);
    const mixed = await load('d30-multi-resolution-monthly-quarterly');
    const stochastic = buildStochasticModel(mixed);
    expect(stochastic.stages.map(({ openingCount }) => openingCount)).toEqual(new Array(10).fill(5));
    expect(mixed.horizon.seasons!.seasons.length).toBe(16);
  });
});
