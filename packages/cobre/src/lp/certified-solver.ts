/**
 * The default member: the kernel, every answer of which is certified, with HiGHS behind it.
 *
 * An answer that fails its certificate is refined, then computed again from a fresh factorisation, then from a cold start, and finally by
 * HiGHS; an infeasible problem needs its proof. Every repetition is counted. HiGHS is created only when it is needed.
 */
import type { CutPool } from './cut-pool.js';
import type { HighsRuntime } from './highs-runtime.js';
import { HighsSolver } from './highs-solver.js';
import { type KernelOptions, KernelSolver } from './kernel-solver.js';
import type { BasisCodes, SolverStatistics, SolveStatus, StageProblem, StageSolver } from './solver.js';

export class CertifiedSolver implements StageSolver {
  readonly problem: StageProblem;
  readonly kernel: KernelSolver;
  readonly #runtime: HighsRuntime;
  readonly #proof: Float64Array;
  #highs: HighsSolver | undefined;
  /** The member that gave the last answer. */
  #answer: StageSolver;

  constructor(runtime: HighsRuntime, problem: StageProblem, options: KernelOptions = {}) {
    this.problem = problem;
    this.kernel = new KernelSolver(problem, options);
    this.#runtime = runtime;
    this.#proof = new Float64Array(problem.model.rowCount);
    this.#answer = this.kernel;
  }

  get statistics(): SolverStatistics {
    return this.kernel.statistics;
  }

  solve(): SolveStatus {
    const { kernel } = this;
    this.#answer = kernel;
    if (this.#isCertain(kernel.solve())) return kernel.status;
    if (kernel.status === 'optimal') {
      kernel.refine();
      if (this.#isCertain(kernel.again())) return kernel.status;
    }
    this.statistics.certificateFailures++;
    kernel.refactor();
    if (this.#isCertain(kernel.again())) return kernel.status;
    kernel.reset();
    if (this.#isCertain(kernel.again())) return kernel.status;
    kernel.reset();
    return this.#solveByHighs();
  }

  #isCertain(status: SolveStatus): boolean {
    if (status === 'optimal') return this.kernel.holdsCuts && this.kernel.certificate.holds(this.kernel.objective);
    return status === 'infeasible' && this.kernel.infeasibilityProof(this.#proof);
  }

  #solveByHighs(): SolveStatus {
    this.statistics.fallbacks++;
    this.#highs ??= new HighsSolver(this.#runtime, this.problem);
    this.kernel.tell(this.#highs);
    this.#answer = this.#highs;
    return this.#highs.solve();
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
    this.kernel.setRowBounds(row, lower, upper);
  }

  setRowShift(row: number, shift: number): void {
    this.kernel.setRowShift(row, shift);
  }

  setRowShifts(rows: Int32Array, shifts: Float64Array): void {
    this.kernel.setRowShifts(rows, shifts);
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    this.kernel.setColumnBounds(column, lower, upper);
  }

  fixColumn(column: number, value: number): void {
    this.kernel.fixColumn(column, value);
  }

  setCost(column: number, cost: number): void {
    this.kernel.setCost(column, cost);
  }

  setStateConstant(state: number, value: number): void {
    this.kernel.setStateConstant(state, value);
  }

  syncCuts(): void {
    this.kernel.syncCuts();
  }

  attachCuts(cuts: CutPool): void {
    this.kernel.attachCuts(cuts);
    this.#highs?.attachCuts(cuts);
  }

  get snapshotSize(): number {
    return this.kernel.snapshotSize;
  }

  snapshot(into: Float64Array): void {
    this.kernel.snapshot(into);
  }

  restore(from: Float64Array): void {
    this.kernel.restore(from);
  }

  describeBasis(snapshot: Float64Array): BasisCodes | null {
    return this.kernel.describeBasis(snapshot);
  }

  reset(): void {
    this.kernel.reset();
  }

  dispose(): void {
    this.kernel.dispose();
    this.#highs?.dispose();
    this.#highs = undefined;
  }
}
