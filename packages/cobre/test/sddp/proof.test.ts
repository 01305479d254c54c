/** Intervals that are proven, against the optimum of the whole scenario tree and against optima derived by hand. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import type { Case } from '../../src/case/model.js';
import { exactCost, loadCase } from '../../src/index.js';
import { loadSolver, type Policy, prove, provenProblem, trainPolicy } from '../../src/sddp/index.js';
import { visitedStates } from '../../src/sddp/proof/lower.js';
import { reachOf } from '../../src/sddp/proof/reach.js';
import { proveInner } from '../../src/sddp/proof/upper-inner.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { ownCases } from '../own-cases/index.js';
import { caseOf, randomCase } from '../random-case.js';

const step = async () => {};
const makeSolver = await loadSolver('simplex');

async function proven(study: Case) {
  const stochastic = buildStochasticModel(study);
  const { policy, iterations } = await trainPolicy(study, stochastic);
  const parts = await prove(study, stochastic, policy, { step, last: iterations.at(-1)! });
  return { policy, parts, stochastic };
}

async function innerBound(study: Case, policy: Policy): Promise<number> {
  const { problem } = provenProblem(study, buildStochasticModel(study), undefined);
  const visited = policy.stages.map(visitedStates);
  return (await proveInner(problem, visited, reachOf(problem), undefined, { makeSolver, step })).value * 1000;
}

// The reference holds up to what solvers allow a row to be off (seed 29: tree and inner bound agree and lie 1.8e-9 below it).
const offByRows = 1e-8;

const seeds = sampled(
  'random cases with a proof',
  [...Array(Number(process.env.PROOF_CASES ?? 30)).keys()].map((k) => k + 1),
  8,
);

describe('on random small cases, risk-averse and with several cuts per trial among them', () => {
  // Trees of three stages and three openings have 39 nodes, so the exact cost is at hand.
  test.each(seeds)('seed %i: the exact cost lies in the interval, which is narrow', async (seed) => {
    const study = await caseOf(randomCase(seed));
    const { cost } = await exactCost(study);
    const { parts, policy } = await proven(study);
    const size = Math.max(1, Math.abs(cost));
    if ('kind' in parts.lower || parts.upper.kind !== 'tree') throw new Error('nothing was proven');
    expect((parts.lower.value - cost) / size).toBeLessThanOrEqual(1e-11);
    expect((cost - parts.upper.value) / size).toBeLessThanOrEqual(offByRows);
    expect((parts.upper.value - parts.lower.value) / size).toBeLessThan(2e-5);
    const inner = await innerBound(study, policy);
    expect((cost - inner) / size).toBeLessThanOrEqual(offByRows);
  });

  test.each([3, 4, 7])('seed %i: after two iterations the interval is wide and still holds', async (seed) => {
    const study = await caseOf(randomCase(seed, { iterations: 2, passes: 1 }));
    const { cost } = await exactCost(study);
    const { parts, policy } = await proven(study);
    const size = Math.max(1, Math.abs(cost));
    if ('kind' in parts.lower || parts.upper.kind !== 'tree') throw new Error('nothing was proven');
    expect((parts.lower.value - cost) / size).toBeLessThanOrEqual(1e-11);
    expect((cost - parts.upper.value) / size).toBeLessThanOrEqual(offByRows);
    expect((cost - (await innerBound(study, policy))) / size).toBeLessThanOrEqual(offByRows);
  });
});

describe('optima derived by hand', () => {
  const finite = ownCases.filter(({ name }) => name !== 'cyclic-horizon');

  // Each DERIVATION.md has the number; risk-averse is the one under CVaR: 712,500.
  test.each(finite)('$name lies in its proven interval', async ({ name, lowerBound }) => {
    const dir = fileURLToPath(new URL(`../../cases/${name}`, import.meta.url));
    const { tolerance } = JSON.parse(readFileSync(`${dir}/expected.json`, 'utf8')) as { tolerance: number };
    const { parts } = await proven((await loadCase(`${dir}/case`)).case);
    if ('kind' in parts.lower || parts.upper.kind !== 'tree') throw new Error('nothing was proven');
    expect(parts.lower.value).toBeLessThanOrEqual(lowerBound + tolerance);
    expect(parts.upper.value).toBeGreaterThanOrEqual(lowerBound - tolerance);
    expect(parts.upper.value - parts.lower.value).toBeLessThanOrEqual(2 * tolerance + 1e-3);
  });

  test('a cycle has no proof yet and says why; its upper bound is that of a sample where there is one', async () => {
    const dir = fileURLToPath(new URL('../../cases/cyclic-horizon', import.meta.url));
    const { parts } = await proven((await loadCase(`${dir}/case`)).case);
    expect(parts.lower).toMatchObject({ kind: 'none', reason: expect.stringContaining('cycle') });
    expect(parts.upper).toMatchObject({
      kind: 'none',
      reason: expect.stringContaining('fewer than two forward passes'),
    });
  });
});

describe('what no proof covers', () => {
  const truncated = (cvar: boolean) => {
    // Seed 2 has inflows with memory; cutting them off at zero makes the cost bend the wrong way.
    const contents = randomCase(2, { iterations: 3, passes: 4 });
    const config = contents['config.json'] as Record<string, object>;
    config.modeling = { inflow_non_negativity: { method: 'truncation' } };
    const stages = (contents['stages.json'] as { stages: { risk_measure: unknown }[] }).stages;
    if (!cvar) for (const stage of stages) stage.risk_measure = 'expectation';
    return caseOf(contents);
  };

  test('inflows with memory that are cut off at zero: the sample is given with its interval', async () => {
    const { parts } = await proven(await truncated(false));
    expect(parts.lower).toMatchObject({ kind: 'none', reason: expect.stringContaining('not convex') });
    expect(parts.upper).toMatchObject({ kind: 'statistical', samples: 4 });
    if (parts.upper.kind !== 'statistical') return;
    expect(parts.upper.low).toBeLessThanOrEqual(parts.upper.mean);
    expect(parts.upper.high - parts.upper.mean).toBeCloseTo(parts.upper.mean - parts.upper.low, 6);
  });

  test('under CVaR the mean of a sample bounds nothing and is not offered', async () => {
    const { parts } = await proven(await truncated(true));
    expect(parts.upper).toMatchObject({ kind: 'none', reason: expect.stringContaining('CVaR') });
  });
});
