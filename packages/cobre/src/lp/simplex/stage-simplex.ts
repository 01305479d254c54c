/**
 * The stage simplex: our own dual simplex, kept warm per stage, on the compact piecewise linear problem.
 *
 * A solve applies what the scenario changed (`ScenarioBounds`: rows move their variables, constants move cuts), lets the
 * dual simplex make the basis of the `WarmStart` feasible again, prices all cuts outside the working set by one
 * matrix-vector product (`CutPricing`), and repeats with the most violated cut until there is none. Nothing is allocated on
 * that path. Answers (`Solution`) are not checked here; that is the business of `CertifiedSolver`.
 */
import { type BasisKind, makeBasis } from '../bases/choose-basis.js';
import type { CutPool } from '../cuts/cut-pool.js';
import { CutPricing } from '../cuts/cut-pricing.js';
import { CutValues } from '../cuts/cut-values.js';
import { NewCuts } from '../cuts/new-cuts.js';
import { WorkingSet } from '../cuts/working-set.js';
import { Arena } from '../inner-loops/arena.js';
import { type CompactLp, compactLp } from '../model/compact.js';
import { StageData } from '../model/stage-data.js';
import { type BasisCodes, emptyStatistics, type SolveStatus, type StageProblem, type StageSolver } from '../solver.js';
import { Certificate } from './certificate.js';
import { Refinement } from './refinement.js';
import { ScenarioBounds } from './scenario-bounds.js';
import { Simplex } from './simplex.js';
import { Solution } from './solution.js';
import { WarmStart } from './warm-start.js';

const roundLimit = 500;
/** Exchanges after which values and prices are computed afresh from the basis. */
const repairAfter = 80;
/** Slack cuts above the target that may wait for the next refactorisation. */
const spareCuts = 4;
/** In smaller stages a row costs next to nothing, and an exchange too. */
const largeFrom = 200;

/** Stands where the parts of a solver were; nothing can be got from it. */
const gone: never = new Proxy(
  {},
  {
    get() {
      throw new Error('A solver was asked after it had been disposed of.');
    },
  },
) as never;

export interface StageSimplexOptions {
  /** Chosen by size unless told. */
  readonly basis?: BasisKind;
  /** Cuts kept as rows between solves. */
  readonly workingCuts?: number;
  /** Whether rows of a single variable become a part of its cost and ties are broken; by size unless told. */
  readonly asLarge?: boolean;
}

export class StageSimplex implements StageSolver {
  readonly problem: StageProblem;
  readonly statistics = emptyStatistics();
  status: SolveStatus = 'failed';
  objective = Number.NaN;
  readonly #lp: CompactLp;
  #simplex: Simplex;
  #bounds: ScenarioBounds;
  #values: CutValues | undefined;
  #working: WorkingSet | undefined;
  #pricing: CutPricing | undefined;
  #newCuts: NewCuts | undefined;
  #warmStart: WarmStart;
  #refinement: Refinement;
  #solution: Solution;
  #certificate: Certificate;

  constructor(problem: StageProblem, options: StageSimplexOptions = {}) {
    const { model, future } = problem;
    const slots = future === undefined ? 0 : future.stateColumn.length + 2 * future.thetaColumn.length + 30;
    const laidOut = new StageData(model);
    const isLarge = options.asLarge ?? model.rowCount > largeFrom;
    const arena = Arena.ownedBy(this);
    const lp = compactLp(problem, laidOut, slots, isLarge, arena);
    const variables = lp.columnCount + lp.rowCount + slots;
    const basis = makeBasis(lp, variables, future, options.basis);
    const simplex = new Simplex(lp, basis, variables, this.statistics, isLarge);
    this.problem = problem;
    this.#lp = lp;
    this.#simplex = simplex;
    this.#bounds = new ScenarioBounds(model, laidOut, lp, simplex);
    if (future !== undefined) {
      const target = options.workingCuts ?? 6 + 2 * future.thetaColumn.length;
      this.#values = new CutValues(future, (column) => lp.columnScale[lp.variableOf[column]!]!);
      this.#working = new WorkingSet(lp, this.#values, simplex, slots, target);
      this.#pricing = new CutPricing(lp, simplex, this.#values, this.#working, this.statistics);
      if (isLarge) this.#newCuts = new NewCuts(this.#values, this.#pricing, basis);
    }
    const parts = { model, lp, simplex, data: this.#bounds.data, values: this.#values, working: this.#working };
    this.#warmStart = new WarmStart(parts);
    this.#solution = new Solution(parts);
    this.#refinement = new Refinement(lp, simplex, this.#working);
    this.#certificate = new Certificate(lp, simplex, this.#working);
    this.syncCuts();
  }

  /** Whether the last optimum stands up to the matrix, cuts included. */
  get isCertain(): boolean {
    return (this.#pricing?.holdsCuts ?? true) && this.#certificate.holds(this.objective);
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    this.#bounds.setRowBounds(row, lower, upper);
  }

  setRowShift(row: number, shift: number): void {
    this.#bounds.setRowShift(row, shift);
  }

  setRowShifts(rows: Int32Array, shifts: Float64Array): void {
    const bounds = this.#bounds;
    for (let k = 0; k < rows.length; k++) bounds.setRowShift(rows[k]!, shifts[k]!);
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    this.#bounds.setColumnBounds(column, lower, upper);
  }

  fixColumn(column: number, value: number): void {
    this.#bounds.setColumnBounds(column, value, value);
  }

  setCost(column: number, cost: number): void {
    this.#bounds.setCost(column, cost);
  }

  setStateConstant(state: number, value: number): void {
    this.#values?.setConstant(state, value);
  }

  syncCuts(): void {
    if (this.#values?.sync() === false && this.#working!.holdsInactive()) this.#warmStart.isCold = true;
  }

  attachCuts(cuts: CutPool): void {
    this.#values?.attach(cuts);
    this.#working?.grow();
    this.#warmStart.forgetKept();
    this.syncCuts();
  }

  solve(): SolveStatus {
    this.statistics.solves++;
    const status = this.again();
    const held = this.#working?.size ?? 0;
    this.statistics.cutRows += held;
    this.statistics.mostCutRows = Math.max(this.statistics.mostCutRows, held);
    return status;
  }

  /** Solves without counting it as another LP. */
  again(): SolveStatus {
    const { basis, repairedAt } = this.#simplex;
    this.#solution.outdate();
    if (this.#warmStart.isCold) this.#warmStart.startCold();
    else if (basis.needsRefresh) this.refactor();
    else if (this.statistics.pivots - repairedAt > repairAfter) this.#simplex.stale = true;
    this.#applyScenario();
    this.#takeNewCuts();
    this.status = this.#run();
    // Whatever the rest came to, and the next solve must not start from a run that failed.
    if (this.#lp.segments.contradictions.size > 0) {
      if (this.status === 'failed') this.#warmStart.isCold = true;
      this.status = 'infeasible';
    }
    if (this.status === 'optimal' && this.#lp.segments.arbitrage.size > 0) this.status = 'unbounded';
    if (this.status === 'optimal') this.objective = this.#solution.objective();
    else if (this.status !== 'infeasible') this.#warmStart.isCold = true;
    this.#working?.tick();
    if (basis.refactor === undefined) this.#working?.tidy(spareCuts);
    return this.status;
  }

  /** Once more from the slack basis and with care, so that it does not take the same way as a solve that failed. */
  againWithCare(): SolveStatus {
    this.reset();
    this.#simplex.takeCare(true);
    const status = this.again();
    this.#simplex.takeCare(false);
    return status;
  }

  /** Computes the basis again from the matrix. */
  refactor(): void {
    this.statistics.refactorisations++;
    this.#warmStart.refactor();
  }

  refine(): void {
    this.#refinement.apply();
  }

  /** Hands everything that was set over to another solver, which starts cold so that its past does not matter. */
  tell(other: StageSolver): void {
    const values = this.#values;
    const { rowLower, rowUpper, lower, upper, cost } = this.#bounds.data;
    for (let i = 0; i < rowLower.length; i++) other.setRowBounds(i, rowLower[i]!, rowUpper[i]!);
    for (let j = 0; j < cost.length; j++) {
      other.setColumnBounds(j, lower[j]!, upper[j]!);
      other.setCost(j, cost[j]!);
    }
    for (const s of values?.constantStates ?? []) other.setStateConstant(s, values!.state[s]!);
    other.syncCuts();
    other.reset();
  }

  primal(column: number): number {
    return this.#solution.primal(column);
  }

  rowActivity(row: number): number {
    return this.#solution.rowActivity(row);
  }

  rowDual(row: number): number {
    return this.#solution.rowDual(row);
  }

  reducedCost(column: number): number {
    return this.#solution.reducedCost(column);
  }

  cutDual(cut: number): number {
    return this.#solution.cutDual(cut);
  }

  stateConstantDual(state: number): number {
    return this.#solution.stateConstantDual(state);
  }

  bindingCuts(into: Int32Array): number {
    return this.#solution.bindingCuts(into);
  }

  readPrimal(into: Float64Array): void {
    this.#solution.readPrimal(into);
  }

  readRowDuals(into: Float64Array): void {
    for (let row = 0; row < this.problem.model.rowCount; row++) into[row] = this.#solution.rowDual(row);
  }

  infeasibilityProof(rowMultiplier: Float64Array): boolean {
    return this.status === 'infeasible' && this.#solution.infeasibilityProof(rowMultiplier);
  }

  get snapshotSize(): number {
    return this.#warmStart.snapshotSize;
  }

  snapshot(into: Float64Array): void {
    this.#warmStart.snapshot(into);
  }

  restore(from: Float64Array): void {
    this.#warmStart.restore(from);
  }

  describeBasis(snapshot: Float64Array): BasisCodes | null {
    return this.#warmStart.describe(snapshot);
  }

  reset(): void {
    this.#warmStart.reset();
  }

  /** Whatever it is asked or told afterwards throws: its memory belongs to others. */
  dispose(): void {
    const { arena } = this.#lp;
    if (arena.isReleased) return;
    this.#values?.dispose();
    arena.release();
    [this.#simplex, this.#bounds, this.#warmStart, this.#solution] = [gone, gone, gone, gone];
    [this.#refinement, this.#certificate] = [gone, gone];
    [this.#values, this.#working, this.#pricing, this.#newCuts] = [gone, gone, gone, gone];
  }

  #applyScenario(): void {
    const simplex = this.#simplex;
    const levelsMoved = this.#values?.refresh() ?? false;
    this.#bounds.apply();
    if (simplex.stale) {
      this.#working?.anchorAll();
      simplex.repair();
      this.#refinement.apply();
      simplex.stale = false;
      simplex.repairedAt = this.statistics.pivots;
      return;
    }
    simplex.basis.settle(simplex.x);
    if (levelsMoved && this.#working !== undefined) {
      this.#working.follow();
      simplex.basis.settle(simplex.x);
    }
  }

  #takeNewCuts(): void {
    if (this.#newCuts === undefined) return;
    const known = this.#warmStart.knownCuts;
    this.#warmStart.knownCuts = this.#newCuts.enter(known, (cut) => this.#enter(cut));
    this.#refresh();
  }

  #run(): SolveStatus {
    const simplex = this.#simplex;
    for (let round = 0; round < roundLimit; round++) {
      const outcome = simplex.dual();
      if (outcome !== 'done') return outcome === 'infeasible' ? 'infeasible' : 'failed';
      if (simplex.shifted) {
        simplex.unshift();
        const after = simplex.primal();
        if (after === 'unbounded') {
          if (!this.#limitRay()) return 'unbounded';
          continue;
        }
        if (after !== 'done') return 'failed';
      }
      const cut = this.#pricing === undefined ? -1 : this.#pricing.mostViolated();
      if (cut < 0) return 'optimal';
      if (!this.#enter(cut)) return 'failed';
      this.#refresh();
    }
    return 'failed';
  }

  #enter(cut: number): boolean {
    this.statistics.cutsEntered++;
    if (this.#working!.enter(cut)) return true;
    this.#working!.shrink();
    this.#refresh();
    return this.#working!.enter(cut);
  }

  /** A worn basis is computed again, and the scenario applied to it. */
  #refresh(): void {
    if (!this.#simplex.basis.needsRefresh) return;
    this.refactor();
    this.#applyScenario();
  }

  /** Takes in the cut that ends an endless gain; false when there is none. */
  #limitRay(): boolean {
    const cut = this.#pricing?.fastestAlongRay() ?? -1;
    if (cut < 0 || !this.#enter(cut)) return false;
    this.#simplex.repair();
    return true;
  }
}
