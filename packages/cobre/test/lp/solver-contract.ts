import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampledCount } from '../../../../test/support/sampling.js';
import { CutPool } from '../../src/lp/cuts/cut-pool.js';
import { type HighsRuntime, loadHighs } from '../../src/lp/highs/highs-runtime.js';
import { HighsSolver } from '../../src/lp/highs/highs-solver.js';
import { LpBuilder } from '../../src/lp/model/builder.js';
import { provesInfeasible } from '../../src/lp/model/farkas.js';
import type { LpModel } from '../../src/lp/model/lp-model.js';
import { basisCode, type StageProblem, type StageSolver } from '../../src/lp/solver.js';
import { optimalityViolation } from './optimality.js';
import { addTangents, randomFrom, randomLp, smallStage } from './random-lp.js';

const tolerance = 1e-7;

/** What every member of the solver family must do. */
export function solverContract(
  name: string,
  make: (runtime: HighsRuntime, problem: StageProblem) => StageSolver,
): void {
  describe(name, () => {
    let runtime: HighsRuntime;
    beforeAll(async () => {
      runtime = await loadHighs();
    });
    const solverOf = (model: LpModel) => make(runtime, { model });

    describe('on textbook problems', () => {
      test.each(textbook)('$title', ({ model, objective, primal, duals }) => {
        const solver = solverOf(model());
        expect(solver.solve()).toBe('optimal');
        expect(solver.objective).toBeCloseTo(objective, 8);
        primal?.forEach((value, column) => {
          expect(solver.primal(column)).toBeCloseTo(value, 8);
        });
        duals?.forEach((value, row) => {
          expect(solver.rowDual(row)).toBeCloseTo(value, 8);
        });
        expect(optimalityViolation(solver)).toBeLessThan(tolerance);
        solver.dispose();
      });

      test('reports an infeasible problem, with a proof, and recovers when the bounds are eased', () => {
        const builder = new LpBuilder();
        const [x, y] = [builder.column('x', 0, 1, 1), builder.column('y', 0, 1, 2)];
        const row = builder.row('more than both can give', 3, Infinity);
        builder.entry(row, x, 1).entry(row, y, 1);
        const model = builder.build();
        const solver = solverOf(model);
        expect(solver.solve()).toBe('infeasible');
        const proof = new Float64Array(1);
        expect(solver.infeasibilityProof(proof)).toBe(true);
        expect(provesInfeasible(model, model, proof)).toBe(true);
        solver.setRowBounds(row, 1.5, Infinity);
        expect(solver.solve()).toBe('optimal');
        expect(solver.objective).toBeCloseTo(2, 9);
        solver.dispose();
      });

      test('reports an unbounded problem and recovers when a bound appears', () => {
        const builder = new LpBuilder();
        const [x, y] = [builder.column('x', 0, Infinity, -1), builder.column('y', 0, Infinity, 0)];
        builder.entry(builder.row('x - y <= 1', -Infinity, 1), x, 1).entry(0, y, -1);
        const solver = solverOf(builder.build());
        expect(solver.solve()).toBe('unbounded');
        solver.setColumnBounds(y, 0, 4);
        expect(solver.solve()).toBe('optimal');
        expect(solver.objective).toBeCloseTo(-5, 9);
        solver.dispose();
      });
    });

    describe('on random problems', () => {
      test('agrees with HiGHS and satisfies the optimality conditions', () => {
        fc.assert(
          fc.property(fc.integer(), (seed) => {
            compare(runtime, make, randomLp(seed));
          }),
          { numRuns: sampledCount('random linear problems', 250, 25), seed: 1 },
        );
      });

      test('agrees with HiGHS about infeasible and unbounded problems', () => {
        fc.assert(
          fc.property(fc.integer(), (seed) => {
            compare(runtime, make, randomLp(seed, true));
          }),
          { numRuns: sampledCount('random linear problems', 250, 25), seed: 2 },
        );
      });

      test('stays right while bounds, sides and costs change', () => {
        fc.assert(
          fc.property(fc.integer(), (seed) => {
            changeAndCompare(runtime, make, seed);
          }),
          { numRuns: sampledCount('random linear problems', 60, 8), seed: 3 },
        );
      });
    });

    describe('with cuts', () => {
      test('follows a sequence of scenarios and growing cuts like HiGHS does', () => {
        for (const seed of [11, 12, 13]) followSequence(runtime, make, seed);
      });

      test('sees a cut only after syncCuts, and a switched-off cut no longer', () => {
        const problem = smallStage(21);
        const solver = make(runtime, problem);
        solver.solve();
        const myopic = solver.objective;
        const high = problem.future!.cuts.add(1000, [0, 0, 0]);
        solver.solve();
        expect(solver.objective).toBe(myopic);
        solver.syncCuts();
        solver.solve();
        expect(solver.objective).toBeCloseTo(myopic + 1000, 6);
        expect(solver.cutDual(high)).toBeCloseTo(1, 9);
        const binding = new Int32Array(8);
        expect(solver.bindingCuts(binding)).toBe(1);
        expect(binding[0]).toBe(high);
        problem.future!.cuts.setActive(high, false);
        solver.syncCuts();
        solver.solve();
        expect(solver.objective).toBeCloseTo(myopic, 6);
        solver.dispose();
      });

      test('treats outgoing states without a column as part of the intercept', () => {
        const builder = new LpBuilder();
        const theta = builder.column('theta', 0, Infinity, 1);
        const storage = builder.column('storage', 0, 10, 0.5);
        const cuts = CutPool.create(2, 64);
        const future = { thetaColumn: Int32Array.of(theta), stateColumn: Int32Array.of(storage, -1), cuts };
        const solver = make(runtime, { model: builder.build(), future });
        cuts.add(20, [-1, -3]);
        cuts.add(2, [0, 0]);
        solver.syncCuts();
        // theta >= 20 - storage - 3·lag: worth storing up to 10, at 0.5 each.
        solver.setStateConstant(1, 2);
        expect(solver.solve()).toBe('optimal');
        expect(solver.objective).toBeCloseTo(5 + 4, 9);
        expect(solver.stateConstantDual(1)).toBeCloseTo(-3, 9);
        // With a lag of 4 the cut is 8 - storage; the floor of 2 stops it after 6.
        solver.setStateConstant(1, 4);
        solver.solve();
        expect(solver.objective).toBeCloseTo(3 + 2, 9);
        expect(solver.stateConstantDual(1)).toBeCloseTo(-1.5, 9);
        solver.dispose();
      });

      test.each(['syncCuts', 'restore', 'reset'] as const)('keeps constants set before %s', (call) => {
        const builder = new LpBuilder();
        const theta = builder.column('theta', 0, Infinity, 1);
        const storage = builder.column('storage', 0, 10, 0.5);
        const cuts = CutPool.create(2, 64);
        cuts.add(20, [-1, -3]);
        const future = { thetaColumn: Int32Array.of(theta), stateColumn: Int32Array.of(storage, -1), cuts };
        const problem = { model: builder.build(), future };
        const [used, fresh] = [make(runtime, problem), make(runtime, problem)];
        used.solve();
        const snapshot = new Float64Array(used.snapshotSize);
        used.snapshot(snapshot);
        // theta >= 20 - storage - 3·lag, worth storing up to 10 at 0.5 each.
        for (const [lag, expected] of [
          [2, 5 + 4],
          [1, 5 + 7],
        ] as const) {
          fresh.setStateConstant(1, lag);
          if (call === 'restore') fresh.restore(snapshot);
          else fresh[call]();
          expect(fresh.solve()).toBe('optimal');
          expect(fresh.objective).toBeCloseTo(expected, 9);
        }
        used.dispose();
        fresh.dispose();
      });

      test('keeps several thetas apart', () => {
        const builder = new LpBuilder();
        const thetas = [builder.column('t0', 0, Infinity, 0.25), builder.column('t1', 0, Infinity, 0.75)];
        const storage = builder.column('storage', 0, 10, 0);
        const cuts = CutPool.create(1, 64);
        const future = { thetaColumn: Int32Array.from(thetas), stateColumn: Int32Array.of(storage), cuts };
        const solver = make(runtime, { model: builder.build(), future });
        cuts.add(30, [-2], 0);
        cuts.add(4, [1], 1);
        solver.syncCuts();
        expect(solver.solve()).toBe('optimal');
        // 0.25 (30 - 2v) + 0.75 (4 + v) grows in v.
        expect(solver.objective).toBeCloseTo(7.5 + 3, 9);
        expect([solver.cutDual(0), solver.cutDual(1)]).toEqual([0.25, 0.75]);
        solver.dispose();
      });

      test('allows a future cost below zero', () => {
        const builder = new LpBuilder();
        const theta = builder.column('theta', -Infinity, Infinity, 1);
        const storage = builder.column('storage', 0, 10, 0);
        const cuts = CutPool.create(1, 64);
        const future = { thetaColumn: Int32Array.of(theta), stateColumn: Int32Array.of(storage), cuts };
        const solver = make(runtime, { model: builder.build(), future });
        expect(solver.solve()).toBe('unbounded');
        cuts.add(5, [-2]);
        cuts.add(-12, [0]);
        solver.syncCuts();
        expect(solver.solve()).toBe('optimal');
        expect(solver.objective).toBeCloseTo(-12, 9);
        solver.dispose();
      });
    });

    describe('repeats itself', () => {
      test('gives the same bits for the same calls', () => {
        expect(transcript(make(runtime, freshStage(31)), 31)).toEqual(transcript(make(runtime, freshStage(31)), 31));
      });

      test.each([4, 12])(
        'gives the same bits from a snapshot, whatever happened before, with %i reservoirs',
        (reservoirs) => {
          const problem = freshStage(41, reservoirs);
          const first = make(runtime, problem);
          const second = make(runtime, problem);
          transcript(first, 41);
          const snapshot = new Float64Array(first.snapshotSize);
          first.snapshot(snapshot);
          transcript(second, 99);
          addTangents(problem, 42, 30);
          const answers = [first, second].map((solver) => {
            solver.syncCuts();
            solver.restore(snapshot);
            return transcript(solver, 43);
          });
          expect(answers[0]).toEqual(answers[1]);
        },
      );

      test('gives the same bits from a snapshot every time, also after another one', () => {
        const problem = freshStage(71);
        const solver = make(runtime, problem);
        const [one, other] = [71, 72].map((seed) => {
          transcript(solver, seed);
          const snapshot = new Float64Array(solver.snapshotSize);
          solver.snapshot(snapshot);
          return snapshot;
        });
        addTangents(problem, 73, 30);
        const fresh = make(runtime, problem);
        fresh.restore(one!);
        const expected = transcript(fresh, 74);
        solver.syncCuts();
        for (const snapshot of [one, one, other, one]) {
          solver.restore(snapshot!);
          const answer = transcript(solver, 74);
          if (snapshot === one) expect(answer).toEqual(expected);
        }
      });

      test('gives the same bits from a snapshot, also after a problem without a solution', () => {
        for (const seed of [81, 82, 83, 84]) {
          const problem = freshStage(seed);
          const [used, fresh] = [make(runtime, problem), make(runtime, problem)];
          transcript(used, seed);
          const snapshot = new Float64Array(used.snapshotSize);
          used.snapshot(snapshot);
          solveImpossible(used);
          const answers = [used, fresh].map((solver) => {
            solver.restore(snapshot);
            return transcript(solver, seed + 10);
          });
          expect(answers[0]).toEqual(answers[1]);
        }
      });

      test('describes a snapshot as a basis: one basic variable per row, all others on the bound they are said to be', () => {
        for (const seed of [61, 62, 63, 64]) expectBasis(make(runtime, freshStage(seed)), seed);
      });

      // From twelve reservoirs on, HiGHS would keep the scaling of an earlier scenario.
      test.each([4, 12])('gives the same bits after a reset as when new, with %i reservoirs', (reservoirs) => {
        const problem = freshStage(51, reservoirs);
        const used = make(runtime, problem);
        transcript(used, 52);
        used.reset();
        expect(transcript(used, 53)).toEqual(transcript(make(runtime, problem), 53));
      });

      test('gives the same bits with cuts that are attached later as with those it was made with', () => {
        const full = freshStage(91, 12);
        const solver = make(runtime, smallStage(91, 12, 12));
        expect(solver.solve()).toBe('optimal');
        solver.attachCuts(full.future!.cuts);
        solver.reset();
        expect(transcript(solver, 92)).toEqual(transcript(make(runtime, full), 92));
      });
    });
  });
}

/** Asks the first reservoir for water that nothing can bring, and takes it back. */
function solveImpossible(solver: StageSolver): void {
  const { rowLower, rowUpper } = solver.problem.model;
  solver.setRowBounds(0, -1e3, -1e3);
  expect(solver.solve()).toBe('infeasible');
  solver.setRowBounds(0, rowLower[0]!, rowUpper[0]!);
}

function freshStage(seed: number, reservoirs = 4): StageProblem {
  const problem = smallStage(seed, reservoirs, 12);
  addTangents(problem, seed + 1, 40);
  return problem;
}

/** Solves twenty scenarios and writes down everything a caller could see. */
function transcript(solver: StageSolver, seed: number): number[] {
  const random = randomFrom(seed);
  const seen: number[] = [];
  const rows = solver.problem.future!.stateColumn.length;
  for (let k = 0; k < 20; k++) {
    for (let row = 0; row < rows; row++) solver.setRowShift(row, 60 * random() - 30);
    solver.setRowShift(rows, 80 * random() - 40);
    expect(solver.solve()).toBe('optimal');
    seen.push(solver.objective);
    for (let row = 0; row <= rows; row++) seen.push(solver.rowDual(row));
    for (let column = 0; column < solver.problem.model.columnCount; column++) {
      seen.push(solver.primal(column), solver.reducedCost(column));
    }
  }
  return seen;
}

function expectBasis(solver: StageSolver, seed: number): void {
  transcript(solver, seed);
  const snapshot = new Float64Array(solver.snapshotSize);
  solver.snapshot(snapshot);
  const { columns, rows, cutRows } = solver.describeBasis(snapshot)!;
  const { model } = solver.problem;
  expect(columns).toHaveLength(model.columnCount);
  expect(rows).toHaveLength(model.rowCount + cutRows);
  expect([...columns, ...rows].filter((code) => code === basisCode.basic)).toHaveLength(rows.length);
  columns.forEach((code, j) => {
    if (code === basisCode.lower) expect(solver.primal(j)).toBeCloseTo(model.lower[j]!, 6);
    if (code === basisCode.upper) expect(solver.primal(j)).toBeCloseTo(model.upper[j]!, 6);
  });
  solver.dispose();
}

type Make = (runtime: HighsRuntime, problem: StageProblem) => StageSolver;

function compare(runtime: HighsRuntime, make: Make, model: LpModel): void {
  const solver = make(runtime, { model });
  const reference = new HighsSolver(runtime, { model });
  agree(solver, reference);
  solver.dispose();
  reference.dispose();
}

function agree(solver: StageSolver, reference: StageSolver, data?: Parameters<typeof optimalityViolation>[1]): void {
  const status = solver.solve();
  const expected = reference.solve();
  // A problem may be infeasible and dual infeasible at once; then either word is true, except that a proof decides.
  if (status !== expected) {
    const proof = new Float64Array(solver.problem.model.rowCount);
    expect([status, expected].sort()).toEqual(['infeasible', 'unbounded']);
    expect(status === 'infeasible' ? solver.infeasibilityProof(proof) : reference.infeasibilityProof(proof)).toBe(true);
    return;
  }
  if (status !== 'optimal') return;
  const size = Math.max(1, Math.abs(reference.objective));
  expect(Math.abs(solver.objective - reference.objective) / size).toBeLessThan(tolerance);
  expect(optimalityViolation(solver, data)).toBeLessThan(tolerance);
}

function changeAndCompare(runtime: HighsRuntime, make: Make, seed: number): void {
  const model = randomLp(seed);
  const random = randomFrom(seed + 1);
  const solver = make(runtime, { model });
  const reference = new HighsSolver(runtime, { model });
  const data = {
    cost: model.cost.slice(),
    lower: model.lower.slice(),
    upper: model.upper.slice(),
    rowLower: model.rowLower.slice(),
    rowUpper: model.rowUpper.slice(),
  };
  for (let step = 0; step < 12; step++) {
    const shift = Math.floor(5 * random()) - 2;
    const row = Math.floor(random() * model.rowCount);
    const column = Math.floor(random() * model.columnCount);
    const kind = random();
    if (kind < 0.5) {
      data.rowLower[row] = model.rowLower[row]! + shift;
      data.rowUpper[row] = model.rowUpper[row]! + shift;
      for (const each of [solver, reference]) each.setRowShift(row, shift);
    } else if (kind < 0.8) {
      data.lower[column] = -Math.abs(shift);
      data.upper[column] = Math.abs(shift) + 2;
      for (const each of [solver, reference]) each.setColumnBounds(column, -Math.abs(shift), Math.abs(shift) + 2);
    } else {
      data.cost[column] = shift;
      for (const each of [solver, reference]) each.setCost(column, shift);
    }
    agree(solver, reference, data);
  }
  solver.dispose();
  reference.dispose();
}

function followSequence(runtime: HighsRuntime, make: Make, seed: number): void {
  const problem = smallStage(seed, 3, 8, 512);
  const random = randomFrom(seed);
  const solver = make(runtime, problem);
  const reference = new HighsSolver(runtime, problem, { eagerCuts: 1000 });
  const data = { ...problem.model, rowLower: problem.model.rowLower.slice(), rowUpper: problem.model.rowUpper.slice() };
  for (let round = 0; round < 12; round++) {
    for (let opening = 0; opening < 6; opening++) {
      for (let row = 0; row < 4; row++) {
        const shift = 80 * random() - 40;
        data.rowLower[row] = problem.model.rowLower[row]! + shift;
        data.rowUpper[row] = problem.model.rowUpper[row]! + shift;
        for (const each of [solver, reference]) each.setRowShift(row, shift);
      }
      agree(solver, reference, data);
    }
    addTangents(problem, seed * 100 + round, 20);
    for (const each of [solver, reference]) each.syncCuts();
  }
  solver.dispose();
  reference.dispose();
}

interface Textbook {
  readonly title: string;
  readonly model: () => LpModel;
  readonly objective: number;
  readonly primal?: readonly number[];
  readonly duals?: readonly number[];
}

/** Rows as `[lower, coefficients, upper]`, columns as `[lower, upper, cost]`. */
function lp(columns: readonly (readonly number[])[], rows: readonly (readonly [number, readonly number[], number])[]) {
  return (offset = 0): LpModel => {
    const builder = new LpBuilder();
    builder.offset = offset;
    columns.forEach(([lower, upper, cost], j) => {
      builder.column(`x${j}`, lower, upper, cost);
    });
    rows.forEach(([lower, coefficients, upper], i) => {
      const row = builder.row(`r${i}`, lower, upper);
      coefficients.forEach((a, j) => {
        if (a !== 0) builder.entry(row, j, a);
      });
    });
    return builder.build();
  };
}

const inf = Infinity;

const textbook: readonly Textbook[] = [
  {
    title: 'solves the Wyndor glass problem (Hillier and Lieberman): profit 36 at (2, 6), shadow prices 0, 3/2, 1',
    model: lp(
      [
        [0, inf, -3],
        [0, inf, -5],
      ],
      [
        [-inf, [1, 0], 4],
        [-inf, [0, 2], 12],
        [-inf, [3, 2], 18],
      ],
    ),
    objective: -36,
    primal: [2, 6],
    duals: [0, -1.5, -1],
  },
  {
    title: 'solves the transport problem of Dantzig (two plants, three markets): 153.675',
    model: lp(
      [2.5, 1.7, 1.8, 2.5, 1.8, 1.4].map((thousandMiles) => [0, inf, (90 * thousandMiles) / 1000]),
      [
        [-inf, [1, 1, 1, 0, 0, 0], 350],
        [-inf, [0, 0, 0, 1, 1, 1], 600],
        [325, [1, 0, 0, 1, 0, 0], inf],
        [300, [0, 1, 0, 0, 1, 0], inf],
        [275, [0, 0, 1, 0, 0, 1], inf],
      ],
    ),
    objective: 153.675,
  },
  {
    title: 'does not cycle on the example of Beale: -1/20',
    model: lp(
      [
        [0, inf, -0.75],
        [0, inf, 150],
        [0, inf, -0.02],
        [0, inf, 6],
      ],
      [
        [-inf, [0.25, -60, -0.04, 9], 0],
        [-inf, [0.5, -90, -0.02, 3], 0],
        [-inf, [0, 0, 1, 0], 1],
      ],
    ),
    objective: -0.05,
    primal: [0.04, 0, 1, 0],
  },
  {
    title: 'solves the Klee-Minty cube of dimension three: -10000 at (0, 0, 10000)',
    model: lp(
      [
        [0, inf, -100],
        [0, inf, -10],
        [0, inf, -1],
      ],
      [
        [-inf, [1, 0, 0], 1],
        [-inf, [20, 1, 0], 100],
        [-inf, [200, 20, 1], 10000],
      ],
    ),
    objective: -10000,
    primal: [0, 0, 10000],
  },
  {
    title: 'finds a distance with a free variable: |5 - 3| = 2',
    model: lp(
      [
        [0, inf, 1],
        [-inf, inf, 0],
      ],
      [
        [-3, [1, -1], inf],
        [3, [1, 1], inf],
        [5, [0, 1], 5],
      ],
    ),
    objective: 2,
    primal: [2, 5],
    duals: [1, 0, 1],
  },
  {
    title: 'respects ranges: least x with 2 <= x + y <= 5 and y <= 1 is 1',
    model: lp(
      [
        [0, inf, 1],
        [0, 1, 0],
      ],
      [[2, [1, 1], 5]],
    ),
    objective: 1,
    primal: [1, 1],
    duals: [1],
  },
  {
    title: 'respects negative lower bounds: x + y with x + 2y >= -12 falls to -11',
    model: lp(
      [
        [-10, inf, 1],
        [-5, inf, 1],
      ],
      [[-12, [1, 2], inf]],
    ),
    objective: -11,
    primal: [-10, -1],
    duals: [0.5],
  },
  {
    title: 'solves two equations for two unknowns: (3, 1)',
    model: lp(
      [
        [-inf, inf, 1],
        [-inf, inf, 1],
      ],
      [
        [4, [1, 1], 4],
        [2, [1, -1], 2],
      ],
    ),
    objective: 4,
    primal: [3, 1],
    duals: [1, 0],
  },
  {
    title: 'uses upper bounds of columns with negative cost, without any row in the way',
    model: lp(
      [
        [0, 7, -2],
        [-3, 5, 1],
        [4, 4, 10],
      ],
      [[-inf, [1, 1, 1], 100]],
    ),
    objective: -14 - 3 + 40,
    primal: [7, -3, 4],
    duals: [0],
  },
  {
    title: 'adds the objective offset',
    model: () => lp([[1, 2, 3]], [[0, [1], 9]])(1000),
    objective: 1003,
    primal: [1],
  },
  {
    title: 'solves a problem without any row',
    model: lp(
      [
        [1, 2, 3],
        [0, 4, -1],
      ],
      [],
    ),
    objective: -1,
    primal: [1, 4],
  },
  {
    title: 'solves a degenerate assignment: cheapest permutation costs 5',
    model: lp(
      [4, 1, 3, 2, 0, 5, 3, 2, 2].map((cost) => [0, inf, cost]),
      [
        [1, [1, 1, 1, 0, 0, 0, 0, 0, 0], 1],
        [1, [0, 0, 0, 1, 1, 1, 0, 0, 0], 1],
        [1, [0, 0, 0, 0, 0, 0, 1, 1, 1], 1],
        [1, [1, 0, 0, 1, 0, 0, 1, 0, 0], 1],
        [1, [0, 1, 0, 0, 1, 0, 0, 1, 0], 1],
        [1, [0, 0, 1, 0, 0, 1, 0, 0, 1], 1],
      ],
    ),
    objective: 5,
  },
];
