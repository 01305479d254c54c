/** Cases whose numbers hang on the stochastic model, trained and simulated by the whole engine. */
import { describe, expect, test } from 'vitest';
import { type Case, type ScenarioResult, simulate, type Trained, train } from '../../src/index.js';
import { loadSolver, multistageProblem, solveDeterministicEquivalent } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { skipGoldens } from './goldens.js';
import { sharedCase } from './shared-case.js';

async function simulated(
  study: Case,
  policy: Trained['policy'],
  solver: 'simplex' | 'highs' = 'highs',
): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  for await (const result of simulate(study, policy, { solver })) results.push(result);
  return results;
}

describe.skipIf(skipGoldens).each(['simplex', 'highs'] as const)('solved by %s', (solver) => {
  // Lower bounds the original asserts, with its tolerance.
  test.each([
    ['d16-par1-lag-shift', 7_756_250],
    ['d19-multi-hydro-par', 1_332_571.7968919526],
    ['d26-estimated-par2', 50_607_484.90581006],
  ])('%s reaches its asserted bound', async (name, expected) => {
    const { policy } = await train(await sharedCase(name), { solver });
    expect(Math.abs(policy.lowerBound - expected)).toBeLessThan(1);
  });

  test('1dtoy comes within a tenth of a percent of its optimum and never exceeds it', async () => {
    const { iterations, policy } = await train(await sharedCase('1dtoy'), { solver });
    const optimum = 2_605_944.5860985667;
    expect(Math.max(...iterations.map(({ lowerBound }) => lowerBound))).toBeLessThanOrEqual(optimum + 1);
    expect(policy.lowerBound).toBeGreaterThan(0.999 * optimum);
    expect(iterations).toHaveLength(128);
  });
});

describe.skipIf(skipGoldens)('mixed resolutions and foreign noise', () => {
  test.each(['d29-weekly-par-noise-sharing', 'd30-multi-resolution-monthly-quarterly'])(
    '%s trains to a positive bound out of sample and simulates one scenario',
    async (name) => {
      const study = await sharedCase(name);
      const { policy } = await train(study, { solver: 'highs' });
      expect(policy.lowerBound).toBeGreaterThan(0);
      expect(await simulated(study, policy)).toHaveLength(1);
    },
  );

  test('d28 trains on external scenarios and simulates all five', async () => {
    const study = await sharedCase('d28-decomp-weekly-monthly');
    const { policy, iterations } = await train(study, { solver: 'highs' });
    expect(iterations.length).toBeGreaterThanOrEqual(1);
    expect(policy.lowerBound).toBeGreaterThanOrEqual(0);
    expect(policy.stages.at(-1)!.pool.count).toBe(0);
    expect(await simulated(study, policy)).toHaveLength(5);
  });

  test.each(['simplex', 'highs'] as const)(
    'd12 with one opening is deterministic: its simulation costs what the bound says, solved by %s',
    async (solver) => {
      const study = await sharedCase('d12-par-annual');
      const { policy } = await train(study, { solver });
      const [scenario] = await simulated(study, policy, solver);
      expect(Math.abs(scenario!.cost / policy.lowerBound - 1)).toBeLessThan(1e-9);
    },
  );
});

/** Two openings per stage, drawn from the tree, negative inflows allowed: small enough to solve as one program. */
function asSmallTree(path: string, text: string): string {
  const content = JSON.parse(text) as Record<string, never>;
  if (path.endsWith('config.json')) {
    return JSON.stringify({ ...content, ...smallConfig });
  }
  if (!path.endsWith('stages.json')) return text;
  return text.replaceAll(/"num_scenarios": \d+/g, '"num_scenarios": 2');
}

const smallConfig = {
  training: { tree_seed: 3, forward_passes: 2, stopping_rules: [{ type: 'iteration_limit', limit: 60 }] },
  modeling: { inflow_non_negativity: { method: 'none' } },
};

describe.skipIf(skipGoldens)('frozen, gathered and rebuilt lags leave cuts exact', () => {
  test.each(['d29-weekly-par-noise-sharing', 'd30-multi-resolution-monthly-quarterly', 'd16-par1-lag-shift'])(
    '%s meets the optimum of its whole tree',
    async (name) => {
      const study = await sharedCase(name, asSmallTree);
      const stochastic = buildStochasticModel(study);
      const makeSolver = await loadSolver('highs');
      const exact = solveDeterministicEquivalent(multistageProblem(study, stochastic), { makeSolver });
      const { policy, iterations } = await train(study, { solver: 'highs' });
      const size = Math.max(1, Math.abs(exact.cost));
      for (const { lowerBound } of iterations) expect(lowerBound).toBeLessThanOrEqual(exact.cost + 1e-7 * size);
      expect(policy.lowerBound).toBeGreaterThan(exact.cost - 1e-4 * size);
    },
  );
});
