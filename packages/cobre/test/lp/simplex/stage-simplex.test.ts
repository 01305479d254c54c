import { describe, expect, it } from 'vitest';
import { CutPool } from '../../../src/lp/cuts/cut-pool.js';
import { threadMemory } from '../../../src/lp/inner-loops/memory.js';
import { LpBuilder } from '../../../src/lp/model/builder.js';
import { provesInfeasible } from '../../../src/lp/model/farkas.js';
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

describe.each([
  { basis: 'inverse', asLarge: false },
  { basis: 'factored', asLarge: false },
  { basis: 'inverse', asLarge: true },
  { basis: 'factored', asLarge: true },
] as const)('a long solve on a basis kept as $basis, as a large stage: $asLarge', ({ basis, asLarge }) => {
  it('computes its basis again on the way, and finds the optimum', () => {
    const solver = new StageSimplex({ model: chain(300) }, { basis, asLarge });
    expect(solver.solve()).toBe('optimal');
    expect(solver.objective).toBeCloseTo(598, 9);
    // Every row needs an exchange, but for the first of a large stage: it speaks of x(1) alone and is a bound there.
    expect(solver.statistics.pivots).toBeGreaterThanOrEqual(asLarge ? 298 : 299);
    expect(solver.statistics.refactorisations).toBeGreaterThan(0);
  });
});

describe('a solver that has been disposed of', () => {
  const solved = () => {
    const solver = new StageSimplex({ model: chain(300) }, { basis: 'factored' });
    expect(solver.solve()).toBe('optimal');
    return solver;
  };

  it('refuses to solve, because its memory is no longer its own', () => {
    const solver = solved();
    solver.dispose();
    solver.dispose();
    expect(() => solver.solve()).toThrow('disposed of');
  });

  it.each<[string, (solver: StageSimplex) => unknown]>([
    ['bounds of a row', (solver) => solver.setRowBounds(0, 2, 3)],
    ['a shift of a row', (solver) => solver.setRowShift(0, 1)],
    ['bounds of a column', (solver) => solver.setColumnBounds(0, 0, 1)],
    ['a cost', (solver) => solver.setCost(0, 7)],
    ['where to start', (solver) => solver.restore(new Float64Array(solver.snapshotSize))],
    ['to compute its basis again', (solver) => solver.refactor()],
    ['to refine', (solver) => solver.refine()],
    ['to hand over', (solver) => solver.tell(solved())],
    ['for a value', (solver) => solver.primal(0)],
    ['for a price', (solver) => solver.rowDual(0)],
    ['for its certificate', (solver) => solver.isCertain],
    ['for a snapshot', (solver) => solver.snapshot(new Float64Array(10_000))],
  ])('refuses to be told or asked %s, which would touch what others hold there', (_, ask) => {
    const solver = solved();
    solver.dispose();
    expect(() => ask(solver)).toThrow('disposed of');
  });

  it('gives no proof of what was infeasible', () => {
    const solver = new StageSimplex({ model: chain(300) }, { basis: 'factored' });
    for (let column = 0; column < solver.problem.model.columnCount; column++) solver.setColumnBounds(column, 0, 0);
    expect(solver.solve()).toBe('infeasible');
    solver.dispose();
    expect(() => solver.infeasibilityProof(new Float64Array(solver.problem.model.rowCount))).toThrow('disposed of');
  });

  it('leaves its memory to others, who find nothing of it there', () => {
    const lasting = solved();
    solved().dispose();
    const bytes = threadMemory().buffer.byteLength;
    for (let k = 0; k < 100; k++) {
      const next = solved();
      expect(next.objective).toBe(lasting.objective);
      next.dispose();
    }
    expect(threadMemory().buffer.byteLength).toBe(bytes);
    lasting.setRowBounds(0, 2, Number.POSITIVE_INFINITY);
    const fresh = new StageSimplex({ model: chain(300) }, { basis: 'factored' });
    fresh.setRowBounds(0, 2, Number.POSITIVE_INFINITY);
    expect([lasting.solve(), fresh.solve()]).toEqual(['optimal', 'optimal']);
    expect(lasting.objective).toBeCloseTo(fresh.objective, 9);
  });
});

/** One column between 0 and 1 that a row of its own keeps at `least` or more, beside a row of two columns. */
function squeezed(least: number): LpModel {
  const builder = new LpBuilder();
  const [x, y] = [builder.column('x', 0, 1, 1), builder.column('y', 0, 1, 2)];
  builder.entry(builder.row('x alone', least, Number.POSITIVE_INFINITY), x, 1);
  const both = builder.row('both', 0.5, Number.POSITIVE_INFINITY);
  builder.entry(both, x, 1).entry(both, y, 1);
  return builder.build();
}

it('a folded row that passes its bound by rounding is met there; one that passes it by more is infeasible, with a proof', () => {
  const nearly = new StageSimplex({ model: squeezed(1 + 1e-11) }, { asLarge: true });
  expect(nearly.solve()).toBe('optimal');
  expect(nearly.objective).toBeCloseTo(1, 9);
  const model = squeezed(1.5);
  const never = new StageSimplex({ model }, { asLarge: true });
  expect(never.solve()).toBe('infeasible');
  const proof = new Float64Array(2);
  expect(never.infeasibilityProof(proof)).toBe(true);
  expect(provesInfeasible(model, model, proof)).toBe(true);
});

/** theta >= level - v for each level, where v is at most 2: theta is the highest level less 2. */
function levels(...of: readonly number[]): StageProblem {
  const builder = new LpBuilder();
  const theta = builder.column('theta', 0, Number.POSITIVE_INFINITY, 1);
  const storage = builder.column('storage', 0, 10, 0);
  builder.entry(builder.row('water', 0, 2), storage, 1);
  const cuts = CutPool.create(1, 64);
  for (const level of of) cuts.add(level, [-1]);
  return {
    model: builder.build(),
    future: { thetaColumn: Int32Array.of(theta), stateColumn: Int32Array.of(storage), cuts },
  };
}

describe.each(['tableau', 'inverse', 'factored'] as const)(
  'cuts that a large stage kept as %s did not know',
  (basis) => {
    it('become rows at once, the highest four of them; those it knew wait until they are violated', () => {
      const problem = levels(1, 2, 3, 4, 5, 6, 7, 8);
      const solver = new StageSimplex(problem, { basis, asLarge: true });
      expect(solver.solve()).toBe('optimal');
      expect([solver.objective, solver.statistics.cutsEntered]).toEqual([6, 4]);
      solver.setRowBounds(0, 0, 1);
      expect(solver.solve()).toBe('optimal');
      expect([solver.objective, solver.statistics.cutsEntered]).toEqual([7, 4]);
      problem.future!.cuts.add(9, [-1]);
      solver.syncCuts();
      expect(solver.solve()).toBe('optimal');
      expect([solver.objective, solver.statistics.cutsEntered]).toEqual([8, 5]);
    });

    it('are those that came since the snapshot it starts from', () => {
      const problem = levels(1, 2, 3);
      const [first, second] = [1, 2].map(() => new StageSimplex(problem, { basis, asLarge: true }));
      expect(first!.solve()).toBe('optimal');
      const snapshot = new Float64Array(first!.snapshotSize);
      first!.snapshot(snapshot);
      problem.future!.cuts.add(4, [-1]);
      second!.syncCuts();
      second!.restore(snapshot);
      expect(second!.solve()).toBe('optimal');
      // The three of the snapshot were rows already.
      expect([second!.objective, second!.statistics.cutsEntered]).toEqual([2, 1]);
    });
  },
);
