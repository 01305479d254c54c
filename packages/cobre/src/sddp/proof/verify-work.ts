import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { MultistageProblem } from '../multistage-problem.js';
import type { SolverFactory } from '../stage-runner.js';
import { discountOfTurn, isCyclic } from './lower.js';
import type { Plane } from './minorant.js';

export interface CheckWork {
  readonly problem: MultistageProblem;
  readonly boundary: CutPool | undefined;
  /** Stages in order, or the nodes of the policy graph. */
  readonly places: readonly { readonly stage_id: number; readonly node_id?: number }[];
  readonly makeSolver: SolverFactory;
  /** The share of its size by which the proof lets a limit be missed. */
  readonly closeness: number;
  readonly step: (done: number, of: number) => Promise<void>;
}

/** Two solvers differ by this much of what they find. */
export const checkTolerance = 1e-7;

/** In a cycle what one turn is off by comes back with every turn, so that together it is as much over what is discounted. */
export function toleranceOf(problem: MultistageProblem): number {
  return isCyclic(problem) ? checkTolerance * (1 - discountOfTurn(problem)) : checkTolerance;
}

/** The cuts behind the last stage; null where there are none. */
export function boundaryPlanes({ boundary }: Pick<CheckWork, 'boundary'>): Plane[] | null {
  if (boundary === undefined) return null;
  return Array.from({ length: boundary.count }, (_, slot) => ({
    intercept: boundary.intercept[slot]!,
    slope: Float64Array.from({ length: boundary.stateCount }, (__, s) => boundary.slopeOf(slot, s)),
  }));
}
