/** SDDP against the whole scenario tree as one linear program, which shares no step of the algorithm. */
import { describe, expect, test } from 'vitest';
import {
  evaluateCuts,
  loadSolver,
  multistageProblem,
  solveDeterministicEquivalent,
  trainPolicy,
} from '../../src/sddp/index.js';
import { moneyScale } from '../../src/stage/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { caseOf, dice, randomCase } from '../random-case.js';

const seeds = Array.from({ length: Number(process.env.RANDOM_CASES ?? 20) }, (_, k) => k + 1);
const makeSolver = await loadSolver();

describe('on random small cases', () => {
  test.each(seeds)('seed %i: the bound reaches the exact cost and no cut exceeds it', async (seed) => {
    const study = await caseOf(randomCase(seed));
    const stochastic = buildStochasticModel(study);
    const single = {
      ...study,
      settings: { ...study.settings, training: { ...study.settings.training, cutFormulation: 'single' as const } },
    };
    const tree = multistageProblem(single, stochastic);
    const exact = solveDeterministicEquivalent(tree, { makeSolver });
    const { policy, iterations, problem } = await trainPolicy(study, stochastic);

    const size = Math.max(1, Math.abs(exact.cost));
    for (const { lowerBound } of iterations) expect(lowerBound).toBeLessThanOrEqual(exact.cost + 1e-7 * size);
    expect(policy.lowerBound).toBeGreaterThanOrEqual(exact.cost - 1e-5 * size);

    if (problem.formulation === 'multi') return;
    const { between } = dice(seed + 1000);
    const state = Float64Array.from(problem.initialState);
    study.system.hydros.forEach((hydro, h) => {
      state[h] = between(0, hydro.at[0]!.maxStorageHm3);
    });
    const truth = solveDeterministicEquivalent(tree, { makeSolver, stage: 1, state }).cost;
    const claimed = evaluateCuts(policy.stages[0]!.pool, state) * moneyScale;
    expect(claimed).toBeLessThanOrEqual(truth + 1e-6 * Math.max(1, Math.abs(truth)));
  });
});
