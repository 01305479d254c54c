/**
 * The one interface between the stage problems and whatever solves them.
 *
 * **How incoming states enter.** States are substituted out: storage, inflow and lags are not columns but an affine map
 * onto the right-hand sides, `row bounds = model bounds + shift`, `shift = base + S·state + N·noise` (`ScenarioMap`). The
 * simplex then has neither columns nor rows for them, and the slope of a cut is `S' · row duals`. A builder that prefers
 * states as fixed columns may still do so: `fixColumn(column, value)`, and the reduced cost is the slope.
 *
 * **How outgoing states leave.** `FutureCost.stateColumn[s]` names the column that holds outgoing state `s` (end storage).
 * Where it is -1 the outgoing state is known before the solve (a lag: this stage's inflow, or an incoming lag moved on by
 * one): `setStateConstant(s, value)` tells it, cuts treat it as part of their intercept, and `stateConstantDual(s)` is the
 * derivative of the optimum with respect to it. The complete slope with respect to incoming states is therefore
 * `S' · rowDuals + C' · constantDuals`; `ScenarioMap.addSlopes` computes exactly that.
 *
 * **Cuts** live in a shared `CutPool`: `theta[k] - Σ slope·x(state column) >= intercept + Σ slope·constant`. A solver sees
 * only what was there at the last `syncCuts()`. One theta column means single cut, several mean multi cut.
 *
 * **Signs.** Minimisation. `rowDual` is d objective / d right-hand side, `reducedCost` is d objective / d bound of the
 * column, `cutDual >= 0` is d objective / d intercept. The objective includes the model's offset.
 *
 * **Same bits.** The answer of `solve` is a function of the model, the data set since, the cuts and the history since the
 * last `restore` or `reset`; nothing else. Workers that restore the same snapshot before a chain get the same bits.
 *
 * Solvers are synchronous and belong to one thread. Members: `HighsSolver`, `StageSimplex`, `CertifiedSolver` (default).
 */
import type { CutPool } from './cuts/cut-pool.js';
import type { LpModel } from './model/lp-model.js';

export type SolveStatus = 'optimal' | 'infeasible' | 'unbounded' | 'failed';

/** Which columns carry the future: thetas, and the outgoing states the cuts are about. */
export interface FutureCost {
  readonly thetaColumn: Int32Array;
  /** Column of each outgoing state, or -1 where the state is a constant of the scenario. */
  readonly stateColumn: Int32Array;
  readonly cuts: CutPool;
}

export interface StageProblem {
  readonly model: LpModel;
  /** Absent in a last stage without boundary cuts. */
  readonly future?: FutureCost;
}

/** Where a variable is in a basis; the numbers are those of HiGHS, and so of the policy files. */
export const basisCode = { lower: 0, basic: 1, upper: 2, free: 3 } as const;

/** As many variables are basic as there are rows, cuts included. */
export interface BasisCodes {
  readonly columns: Uint8Array;
  /** The rows of the model, then the cuts that are rows. */
  readonly rows: Uint8Array;
  readonly cutRows: number;
}

export interface SolverStatistics {
  solves: number;
  pivots: number;
  flips: number;
  refactorisations: number;
  /** Passes over the cut pool, and cuts looked at in them. */
  pricings: number;
  cutsPriced: number;
  cutsEntered: number;
  /** Cuts that were rows, summed over the solves. */
  cutRows: number;
  /** The most cuts that were rows in one solve. */
  mostCutRows: number;
  /** Solves another member had to do again, and why: the answer failed its certificate, or there was none. */
  fallbacks: number;
  certificateFailures: number;
}

export interface StageSolver {
  readonly problem: StageProblem;
  readonly statistics: SolverStatistics;

  /** Replaces both bounds of a row; ±Infinity is allowed. */
  setRowBounds(row: number, lower: number, upper: number): void;
  /** Moves a row: bounds become the model's bounds plus `shift` (not cumulative). */
  setRowShift(row: number, shift: number): void;
  /** `setRowShift` for `rows[k]` with `shifts[k]`. */
  setRowShifts(rows: Int32Array, shifts: Float64Array): void;
  setColumnBounds(column: number, lower: number, upper: number): void;
  fixColumn(column: number, value: number): void;
  setCost(column: number, cost: number): void;
  /** The value of an outgoing state that has no column. */
  setStateConstant(state: number, value: number): void;

  /** Takes over cuts written or switched since the last call. */
  syncCuts(): void;
  /** Continues with a larger copy of the same pool. */
  attachCuts(cuts: CutPool): void;

  solve(): SolveStatus;

  /** The following describe the last solve, and are meaningful only when it was `optimal`. */
  readonly status: SolveStatus;
  readonly objective: number;
  primal(column: number): number;
  rowActivity(row: number): number;
  rowDual(row: number): number;
  reducedCost(column: number): number;
  stateConstantDual(state: number): number;
  /** Writes the slots of cuts with a positive dual, ascending, and returns how many there are. */
  bindingCuts(into: Int32Array): number;
  cutDual(slot: number): number;
  readPrimal(into: Float64Array): void;
  readRowDuals(into: Float64Array): void;

  /**
   * After `infeasible`: a Farkas proof, row multipliers whose combination of the rows cannot be met within the column
   * bounds (`provesInfeasible` checks it). Returns false when the member has a status but no proof.
   */
  infeasibilityProof(rowMultiplier: Float64Array): boolean;

  /** How many numbers a snapshot needs at most with the pool at its present capacity. */
  readonly snapshotSize: number;
  /** Writes the basis (and what is needed to restart exactly from it) of the last solve. */
  snapshot(into: Float64Array): void;
  restore(from: Float64Array): void;
  /** Reads a snapshot as a basis of the model and the cuts that were rows; null when it holds none. */
  describeBasis(snapshot: Float64Array): BasisCodes | null;
  /** Forgets the basis: the next solve starts cold. */
  reset(): void;
  /** Releases what the garbage collector cannot see. */
  dispose(): void;
}

export function emptyStatistics(): SolverStatistics {
  return {
    solves: 0,
    pivots: 0,
    flips: 0,
    refactorisations: 0,
    pricings: 0,
    cutsPriced: 0,
    cutsEntered: 0,
    cutRows: 0,
    mostCutRows: 0,
    fallbacks: 0,
    certificateFailures: 0,
  };
}

export function addStatistics(to: SolverStatistics, more: SolverStatistics): void {
  const most = Math.max(to.mostCutRows, more.mostCutRows);
  for (const key of Object.keys(to) as (keyof SolverStatistics)[]) to[key] += more[key];
  to.mostCutRows = most;
}
