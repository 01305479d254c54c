import { expect, test, vi } from 'vitest';
import { loadHighs } from '../../../src/lp/highs/highs-runtime.js';
import { HighsSolver } from '../../../src/lp/highs/highs-solver.js';
import { CertifiedSolver } from '../../../src/lp/simplex/certified-solver.js';
import type { StageProblem, StageSolver } from '../../../src/lp/solver.js';
import { addTangents, smallStage } from '../random-lp.js';
import { solverContract } from '../solver-contract.js';

solverContract('CertifiedSolver', (runtime, problem) => new CertifiedSolver(runtime, problem));

const runtime = await loadHighs();

/** No answer of its simplex is good enough, so that HiGHS solves everything. */
function distrustful(problem: StageProblem): CertifiedSolver {
  const solver = new CertifiedSolver(runtime, problem);
  vi.spyOn(solver.simplex, 'isCertain', 'get').mockReturnValue(false);
  return solver;
}

/** Everything a training would read of one scenario, solved from scratch. */
function answer(solver: StageSolver, inflow: number): number[] {
  const { stateColumn } = solver.problem.future!;
  for (let row = 0; row < stateColumn.length; row++) solver.setRowShift(row, inflow - 3 * (row % 12));
  solver.reset();
  expect(solver.solve()).toBe('optimal');
  return [
    solver.objective,
    ...Array.from(stateColumn, (column, row) => [solver.primal(column), solver.rowDual(row)]).flat(),
  ];
}

test('HiGHS behind a solver works with the cuts that were attached last', () => {
  const full = smallStage(7, 12, 12);
  addTangents(full, 8, 40);
  // Threads make their solvers before they are shown the cuts of the training.
  const solver = distrustful(smallStage(7, 12, 12));
  solver.attachCuts(full.future!.cuts);
  expect(answer(solver, 5)).toEqual(answer(new HighsSolver(runtime, full), 5));
  expect(solver.statistics.fallbacks).toBe(1);
});

test('HiGHS behind a solver does not remember what it solved before', () => {
  const problem = smallStage(7, 12, 12);
  addTangents(problem, 8, 40);
  const used = distrustful(problem);
  for (const inflow of [-20, 0, 20]) answer(used, inflow);
  expect(answer(used, 5)).toEqual(answer(distrustful(problem), 5));
  expect(used.statistics.fallbacks).toBe(4);
});

test('a solve that failed is tried once more with care before HiGHS is asked', () => {
  const problem = smallStage(7, 40, 12);
  addTangents(problem, 8, 40);
  const solver = new CertifiedSolver(runtime, problem, { basis: 'factored', asLarge: true });
  // As found, refined, and from fresh factors: refused.
  const certain = vi.spyOn(solver.simplex, 'isCertain', 'get');
  for (let k = 0; k < 3; k++) certain.mockReturnValueOnce(false);
  const [objective] = answer(solver, 5);
  const { fallbacks, certificateFailures, pivots, refactorisations } = solver.statistics;
  expect({ fallbacks, certificateFailures }).toEqual({ fallbacks: 0, certificateFailures: 1 });
  const [expected] = answer(new HighsSolver(runtime, problem), 5);
  expect(objective).toBeCloseTo(expected!, 6);
  // Both cold starts take about the same exchanges, and the careful one computes its basis every twenty of them.
  expect(refactorisations).toBeGreaterThan(pivots / 2 / 25);
});
