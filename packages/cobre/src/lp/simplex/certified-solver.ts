/**
 * The default member: the stage simplex, every answer of which is certified, with HiGHS behind it.
 *
 * An answer that fails its certificate is refined, then computed again from a fresh factorisation, then from a cold start
 * with care, and finally by HiGHS; an infeasible problem needs its proof. Every repetition is counted. HiGHS is created only
 * when it is needed.
 */
import type { CutPool } from '../cuts/cut-pool.js';
import type { HighsRuntime } from '../highs/highs-runtime.js';
import { HighsSolver } from '../highs/highs-solver.js';
import type { BasisCodes, SolverStatistics, SolveStatus, StageProblem, StageSolver } from '../solver.js';
import { StageSimplex, type StageSimplexOptions } from './stage-simplex.js';

export class CertifiedSolver implements StageSolver {
  readonly problem: StageProblem;
  readonly simplex: StageSimplex;
  readonly #runtime: HighsRuntime;
  readonly #proof: Float64Array;
  #highs: HighsSolver | undefined;
  /** The cuts in force; not those the problem began with once others were attached. */
  #cuts: CutPool | undefined;
  /** The member that gave the last answer. */
  #answer: StageSolver;

  constructor(runtime: HighsRuntime, problem: StageProblem, options: StageSimplexOptions = {}) {
    this.problem = problem;
    this.simplex = new StageSimplex(problem, options);
    this.#runtime = runtime;
    this.#cuts = problem.future?.cuts;
    this.#proof = new Float64Array(problem.model.rowCount);
    this.#answer = this.simplex;
  }

  get statistics(): SolverStatistics {
    return this.simplex.statistics;
  }

  solve(): SolveStatus {
    const { simplex } = this;
    this.#answer = simplex;
    if (this.#isCertain(simplex.solve())) return simplex.status;
    if (simplex.status === 'optimal') {
      simplex.refine();
      if (this.#isCertain(simplex.again())) return simplex.status;
    }
    this.statistics.certificateFailures++;
    simplex.refactor();
    if (this.#isCertain(simplex.again())) return simplex.status;
    if (this.#isCertain(simplex.againWithCare())) return simplex.status;
    simplex.reset();
    return this.#solveByHighs();
  }

  #isCertain(status: SolveStatus): boolean {
    if (status === 'optimal') return this.simplex.isCertain;
    return status === 'infeasible' && this.simplex.infeasibilityProof(this.#proof);
  }

  #solveByHighs(): SolveStatus {
    this.statistics.fallbacks++;
    this.#highs ??= new HighsSolver(this.#runtime, this.#problemNow);
    this.simplex.tell(this.#highs);
    this.#answer = this.#highs;
    return this.#highs.solve();
  }

  get #problemNow(): StageProblem {
    const { model, future } = this.problem;
    return future === undefined ? { model } : { model, future: { ...future, cuts: this.#cuts! } };
  }

  get status(): SolveStatus {
    return this.#answer.status;
  }

  get objective(): number {
    return this.#answer.objective;
  }

  primal(column: number): number {
    return this.#answer.primal(column);
  }

  rowActivity(row: number): number {
    return this.#answer.rowActivity(row);
  }

  rowDual(row: number): number {
    return this.#answer.rowDual(row);
  }

  reducedCost(column: number): number {
    return this.#answer.reducedCost(column);
  }

  stateConstantDual(state: number): number {
    return this.#answer.stateConstantDual(state);
  }

  bindingCuts(into: Int32Array): number {
    return this.#answer.bindingCuts(into);
  }

  cutDual(slot: number): number {
    return this.#answer.cutDual(slot);
  }

  readPrimal(into: Float64Array): void {
    this.#answer.readPrimal(into);
  }

  readRowDuals(into: Float64Array): void {
    this.#answer.readRowDuals(into);
  }

  infeasibilityProof(rowMultiplier: Float64Array): boolean {
    return this.#answer.infeasibilityProof(rowMultiplier);
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    this.simplex.setRowBounds(row, lower, upper);
  }

  setRowShift(row: number, shift: number): void {
    this.simplex.setRowShift(row, shift);
  }

  setRowShifts(rows: Int32Array, shifts: Float64Array): void {
    this.simplex.setRowShifts(rows, shifts);
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    this.simplex.setColumnBounds(column, lower, upper);
  }

  fixColumn(column: number, value: number): void {
    this.simplex.fixColumn(column, value);
  }

  setCost(column: number, cost: number): void {
    this.simplex.setCost(column, cost);
  }

  setStateConstant(state: number, value: number): void {
    this.simplex.setStateConstant(state, value);
  }

  syncCuts(): void {
    this.simplex.syncCuts();
  }

  attachCuts(cuts: CutPool): void {
    this.simplex.attachCuts(cuts);
    this.#highs?.attachCuts(cuts);
    this.#cuts = cuts;
  }

  get snapshotSize(): number {
    return this.simplex.snapshotSize;
  }

  snapshot(into: Float64Array): void {
    this.simplex.snapshot(into);
  }

  restore(from: Float64Array): void {
    this.simplex.restore(from);
  }

  describeBasis(snapshot: Float64Array): BasisCodes | null {
    return this.simplex.describeBasis(snapshot);
  }

  reset(): void {
    this.simplex.reset();
  }

  dispose(): void {
    this.simplex.dispose();
    this.#highs?.dispose();
    this.#highs = undefined;
  }
}
