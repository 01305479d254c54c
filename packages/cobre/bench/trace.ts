/**
 * A recorded training: which states were visited and which cuts were found. Replaying it lets every engine solve exactly
 * the same LPs in the same order, which is the only fair way to compare them.
 */
import type { StageSolver } from '../src/lp/solver.js';
import { randomOf, type StageFamily } from './stage-family.js';

export interface Trace {
  readonly family: StageFamily;
  /** Incoming state: iteration, trial, stage. */
  readonly states: readonly (readonly (readonly Float64Array[])[])[];
  /** Opening drawn in the forward pass: iteration, trial, stage. */
  readonly drawn: readonly (readonly Int32Array[])[];
  /** Cuts found in the backward pass for stage t: iteration, stage, trial; intercept first, then slopes. */
  readonly cuts: readonly (readonly (readonly Float64Array[])[])[];
  readonly lpCount: number;
}

/** Trains with the given solvers and writes everything down. */
export function record(family: StageFamily, solvers: readonly StageSolver[]): Trace {
  const { size } = family;
  const random = randomOf(11);
  const order = nearestNeighbours(family);
  const states: Float64Array[][][] = [];
  const drawn: Int32Array[][] = [];
  const cuts: Float64Array[][][] = [];
  for (let iteration = 0; iteration < size.iterations; iteration++) {
    states.push([]);
    drawn.push([]);
    for (let trial = 0; trial < size.trials; trial++) {
      const path = Int32Array.from({ length: size.stages }, () => Math.floor(random() * size.openings));
      drawn[iteration]!.push(path);
      states[iteration]!.push(forward(family, solvers, path));
    }
    cuts.push(Array.from({ length: size.stages }, () => []));
    for (let t = size.stages - 1; t > 0; t--) {
      for (let trial = 0; trial < size.trials; trial++) {
        cuts[iteration]![t - 1]!.push(backward(family, solvers[t]!, t, states[iteration]![trial]![t]!, order[t]!));
      }
      for (const cut of cuts[iteration]![t - 1]!) {
        family.problems[t - 1]!.future!.cuts.add(cut[0]!, cut.subarray(1));
      }
      solvers[t - 1]!.syncCuts();
    }
  }
  const lpCount = size.iterations * size.trials * (size.stages + (size.stages - 1) * size.openings);
  return { family, states, drawn, cuts, lpCount };
}

function forward(family: StageFamily, solvers: readonly StageSolver[], path: Int32Array): Float64Array[] {
  const visited: Float64Array[] = [];
  let state = family.initial;
  solvers.forEach((solver, t) => {
    visited.push(state);
    setScenario(solver, state, family.inflow[t]![path[t]!]!);
    mustSolve(solver, t);
    state = Float64Array.from(solver.problem.future!.stateColumn, (column) => solver.primal(column));
  });
  return visited;
}

function backward(family: StageFamily, solver: StageSolver, t: number, state: Float64Array, order: Int32Array) {
  const cut = new Float64Array(1 + state.length);
  for (const opening of order) {
    setScenario(solver, state, family.inflow[t]![opening]!);
    mustSolve(solver, t);
    const weight = 1 / order.length;
    cut[0]! += weight * solver.objective;
    for (let s = 0; s < state.length; s++) {
      const slope = weight * solver.rowDual(s);
      cut[1 + s]! += slope;
      cut[0]! -= slope * state[s]!;
    }
  }
  return cut;
}

export function setScenario(solver: StageSolver, state: Float64Array, inflow: Float64Array): void {
  for (let s = 0; s < state.length; s++) solver.setRowShift(s, state[s]! + inflow[s]!);
}

function mustSolve(solver: StageSolver, stage: number): void {
  const status = solver.solve();
  if (status !== 'optimal') throw new Error(`Stage ${stage} is ${status}.`);
}

/** Openings chained so that neighbours resemble each other; found once per stage. */
export function nearestNeighbours(family: StageFamily): Int32Array[] {
  return family.inflow.map((openings) => {
    const left = new Set(openings.keys());
    const chain: number[] = [];
    for (let at = 0; left.size > 0; ) {
      left.delete(at);
      chain.push(at);
      let [best, least] = [-1, Infinity];
      for (const other of left) {
        const far = distance(openings[at]!, openings[other]!);
        if (far < least) [best, least] = [other, far];
      }
      at = best;
    }
    return Int32Array.from(chain);
  });
}

function distance(a: Float64Array, b: Float64Array): number {
  return a.reduce((sum, value, k) => sum + (value - b[k]!) ** 2, 0);
}
