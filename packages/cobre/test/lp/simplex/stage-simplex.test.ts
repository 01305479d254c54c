import { describe, expect, it } from 'vitest';
import { LpBuilder } from '../../../src/lp/model/builder.js';
import type { LpModel } from '../../../src/lp/model/lp-model.js';
import { StageSimplex } from '../../../src/lp/simplex/stage-simplex.js';
import type { StageProblem } from '../../../src/lp/solver.js';
import { solverContract } from '../solver-contract.js';

solverContract('StageSimplex on a tableau', (_, problem) => new StageSimplex(problem, { basis: 'tableau' }));
solverContract('StageSimplex on an inverse', (_, problem) => new StageSimplex(problem, { basis: 'inverse' }));
solverContract('StageSimplex on factors', (_, problem) => new StageSimplex(problem, { basis: 'factored' }));
for (const basis of ['tableau', 'inverse', 'factored'] as const) {
  const make = (_: unknown, problem: StageProblem) => new StageSimplex(problem, { basis, asLarge: true });
  solverContract(`StageSimplex on ${basis}, as a large stage: rows folded, ties broken`, make);
}

/** Minimise the sum of x, where x(1) >= 1 and x(i) >= 1 + x(i-1) / 2: x(i) = 2 - 2^(1-i), so 300 of them sum up to 598. */
function chain(length: number): LpModel {
  const builder = new LpBuilder();
  const columns = Array.from({ length }, (_, i) => builder.column(`x${i}`, 0, Number.POSITIVE_INFINITY, 1));
  columns.forEach((column, i) => {
    const row = builder.row(`r${i}`, 1, Number.POSITIVE_INFINITY);
    builder.entry(row, column, 1);
    if (i > 0) builder.entry(row, columns[i - 1]!, -0.5);
  });
  return builder.build();
}

describe.each(['inverse', 'factored'] as const)('a long solve on a basis kept as %s', (basis) => {
  it('computes its basis again on the way, and finds the optimum', () => {
    const solver = new StageSimplex({ model: chain(300) }, { basis, asLarge: false });
    expect(solver.solve()).toBe('optimal');
    expect(solver.objective).toBeCloseTo(598, 9);
    expect(solver.statistics.pivots).toBeGreaterThanOrEqual(299);
    expect(solver.statistics.refactorisations).toBeGreaterThan(0);
  });
});
