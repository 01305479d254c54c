/**
 * The stage simplex: our own dual simplex, kept warm per stage, on the compact piecewise linear problem.
 *
 * A solve applies what the scenario changed (rows move their variables, constants move cuts), lets the dual simplex make
 * the basis feasible again, prices all cuts outside the working set by one matrix-vector product, and repeats with the
 * most violated cut until there is none. Nothing is allocated on that path. Answers are not checked here; that is the
 * business of `CertifiedSolver`.
 */

import type { Basis } from '../bases/basis.js';
import { type BasisKind, makeBasis } from '../bases/choose-basis.js';
import { type CutPool, cutBlock } from '../cuts/cut-pool.js';
import { CutValues } from '../cuts/cut-values.js';
import { WorkingSet } from '../cuts/working-set.js';
import { type CompactLp, compactLp } from '../model/compact.js';
import { provesInfeasible } from '../model/farkas.js';
import { StageData } from '../model/stage-data.js';
import {
  type BasisCodes,
  basisCode,
  emptyStatistics,
  type SolveStatus,
  type StageProblem,
  type StageSolver,
} from '../solver.js';
import { Certificate } from './certificate.js';
import { Simplex } from './simplex.js';

const violationTolerance = 1e-9;
const roundLimit = 500;
/** Exchanges after which values and prices are computed afresh from the basis. */
const repairAfter = 80;

export interface StageSimplexOptions {
  /** Chosen by size unless told. */
  readonly basis?: BasisKind;
  /** Cuts kept as rows between solves. */
  readonly workingCuts?: number;
}

export class StageSimplex implements StageSolver {
  readonly problem: StageProblem;
  readonly statistics = emptyStatistics();
  /** Bounds and costs in force. */
  readonly data: StageData;
  readonly lp: CompactLp;
  readonly simplex: Simplex;
  readonly values: CutValues | undefined;
  readonly working: WorkingSet | undefined;
  readonly certificate: Certificate;
  readonly #basis: Basis;
  /** The bounds the segments were laid out with; rows that merely moved differ from `data` by their origin. */
  readonly #anchor: StageData;
  readonly #workingCuts: number;
  readonly #origin: Float64Array;
  readonly #movedRows: Int32Array;
  readonly #isMoved: Uint8Array;
  #moved = 0;
  // Never a small integer, which would make compiled code forget the object's shape when the first fraction comes.
  #heldViolation = Number.NEGATIVE_INFINITY;
  #repairedAt = 0;
  #stale = true;
  #cold = true;
  #status: SolveStatus = 'failed';
  #objective = Number.NaN;
  readonly #x: Float64Array;
  readonly #activity: Float64Array;
  #xStale = true;
  #activityStale = true;
  readonly #marks: Uint8Array;
  /** The snapshot whose basis is kept; chains start from the same one many times. */
  readonly #kept: Float64Array;
  readonly #put = (column: number, value: number) => {
    this.#x[column] = value;
  };

  constructor(problem: StageProblem, options: StageSimplexOptions = {}) {
    const { model, future } = problem;
    const cutRoom = future === undefined ? 0 : future.stateColumn.length + 2 * future.thetaColumn.length + 30;
    this.problem = problem;
    this.data = new StageData(model);
    this.#anchor = new StageData(model);
    this.lp = compactLp(problem, this.#anchor, cutRoom);
    const variables = this.lp.columnCount + this.lp.rowCount + cutRoom;
    this.#basis = makeBasis(this.lp, variables, future, options.basis);
    this.simplex = new Simplex(this.lp, this.#basis, variables, this.statistics);
    this.#workingCuts = options.workingCuts ?? 6 + 2 * (future?.thetaColumn.length ?? 0);
    const sizeOf = (column: number) => this.lp.columnScale[this.lp.variableOf[column]!]!;
    this.values = future && new CutValues(future, sizeOf);
    this.working = future && new WorkingSet(this.lp, this.values!, this.simplex, future.thetaColumn, cutRoom);
    this.certificate = new Certificate(this.lp, this.simplex, this.working);
    this.#origin = new Float64Array(model.rowCount);
    this.#movedRows = new Int32Array(model.rowCount);
    this.#isMoved = new Uint8Array(model.rowCount);
    this.#x = new Float64Array(model.columnCount);
    this.#activity = new Float64Array(model.rowCount);
    this.#marks = new Uint8Array(variables);
    this.#kept = new Float64Array(1 + (this.working?.cutOf.length ?? 0) + variables);
    this.syncCuts();
  }

  get status(): SolveStatus {
    return this.#status;
  }

  get objective(): number {
    return this.#objective;
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    const anchor = this.#anchor;
    this.data.setRowBounds(row, lower, upper);
    const [low, high] = [anchor.rowLower[row]!, anchor.rowUpper[row]!];
    const [byLow, byHigh] = [low === lower ? 0 : lower - low, high === upper ? 0 : upper - high];
    const free = low === -Infinity;
    if (free ? lower === low : high === Infinity ? upper === high : byLow === byHigh) {
      this.#moveRow(row, free ? byHigh : byLow);
      return;
    }
    anchor.setRowBounds(row, lower, upper);
    this.#moveRow(row, 0);
    this.lp.segments.rebuild(this.lp.columnCount + row);
    this.#stale = true;
  }

  setRowShift(row: number, shift: number): void {
    const { model } = this.problem;
    const [low, high] = [model.rowLower[row]!, model.rowUpper[row]!];
    this.data.setRowBounds(row, low + shift, high + shift);
    if (this.#anchor.rowLower[row] === low && this.#anchor.rowUpper[row] === high) this.#moveRow(row, shift);
    else this.setRowBounds(row, low + shift, high + shift);
  }

  setRowShifts(rows: Int32Array, shifts: Float64Array): void {
    for (let k = 0; k < rows.length; k++) this.setRowShift(rows[k]!, shifts[k]!);
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    if (this.data.lower[column] === lower && this.data.upper[column] === upper) return;
    this.data.setColumnBounds(column, lower, upper);
    this.#anchor.setColumnBounds(column, lower, upper);
    this.lp.segments.rebuild(this.lp.variableOf[column]!);
    this.#stale = true;
  }

  fixColumn(column: number, value: number): void {
    this.setColumnBounds(column, value, value);
  }

  setCost(column: number, cost: number): void {
    if (this.data.cost[column] === cost) return;
    this.data.cost[column] = cost;
    this.#anchor.cost[column] = cost;
    this.lp.segments.rebuild(this.lp.variableOf[column]!);
    this.#stale = true;
  }

  setStateConstant(state: number, value: number): void {
    this.values?.setConstant(state, value);
  }

  syncCuts(): void {
    if (this.values === undefined || this.working === undefined) return;
    if (!this.values.sync() && this.working.holdsInactive()) this.#cold = true;
  }

  attachCuts(cuts: CutPool): void {
    this.values?.attach(cuts);
    this.working?.makeRoom();
    this.#kept[0] = 0;
    this.syncCuts();
  }

  solve(): SolveStatus {
    this.statistics.solves++;
    return this.again();
  }

  /** Solves without counting it as another LP. */
  again(): SolveStatus {
    this.#xStale = true;
    this.#activityStale = true;
    if (this.#cold) this.#startCold();
    else if (this.#basis.needsRefresh) this.refactor();
    else if (this.statistics.pivots - this.#repairedAt > repairAfter) this.#stale = true;
    this.#applyScenario();
    this.#status = this.#run();
    if (this.#status === 'optimal' && this.lp.segments.arbitrage.size > 0) this.#status = 'unbounded';
    if (this.#status === 'optimal') this.#objective = this.#evaluate();
    else if (this.#status !== 'infeasible') this.#cold = true;
    this.working?.tick();
    if (this.#basis.refactor === undefined) this.#tidy(this.#workingCuts + 4);
    return this.#status;
  }

  primal(column: number): number {
    if (this.#xStale) this.#spread();
    return this.#x[column]!;
  }

  rowActivity(row: number): number {
    if (this.#activityStale) this.#computeActivity();
    return this.#activity[row]!;
  }

  rowDual(row: number): number {
    return -this.simplex.price[this.lp.columnCount + row]! * this.lp.rowScale[row]! * this.lp.costScale;
  }

  reducedCost(column: number): number {
    const price = this.simplex.price[this.lp.variableOf[column]!]!;
    return this.data.cost[column]! - price * this.lp.factorOf[column]! * this.lp.costScale;
  }

  cutDual(slot: number): number {
    const place = this.working?.slotOf(slot) ?? -1;
    if (place < 0) return 0;
    const price = this.simplex.price[this.working!.firstVariable + place]!;
    return Math.max(0, -price * this.values!.scale[slot]! * this.lp.costScale);
  }

  stateConstantDual(state: number): number {
    let sum = 0;
    const { cutOf } = this.working!;
    for (let slot = 0; slot < cutOf.length; slot++) {
      const cut = cutOf[slot]!;
      if (cut >= 0) sum += this.cutDual(cut) * this.values!.cuts.slopeOf(cut, state);
    }
    return sum;
  }

  bindingCuts(into: Int32Array): number {
    if (this.working === undefined) return 0;
    const { cutOf } = this.working;
    let count = 0;
    for (let slot = 0; slot < cutOf.length; slot++) {
      const cut = cutOf[slot]!;
      if (cut < 0 || this.cutDual(cut) <= 0) continue;
      let at = count++;
      for (; at > 0 && into[at - 1]! > cut; at--) into[at] = into[at - 1]!;
      into[at] = cut;
    }
    return count;
  }

  readPrimal(into: Float64Array): void {
    if (this.#xStale) this.#spread();
    into.set(this.#x);
  }

  readRowDuals(into: Float64Array): void {
    for (let row = 0; row < this.lp.rowCount; row++) into[row] = this.rowDual(row);
  }

  infeasibilityProof(rowMultiplier: Float64Array): boolean {
    const r = this.simplex.stuckRow;
    if (this.#status !== 'infeasible' || r < 0 || r >= this.#basis.rows) return false;
    rowMultiplier.fill(0);
    const put = (v: number, coefficient: number) => {
      const row = v - this.lp.columnCount;
      if (row >= 0 && row < this.lp.rowCount) rowMultiplier[row] = coefficient * this.lp.rowScale[row]!;
    };
    const count = this.#basis.loadRow(r);
    for (let k = 0; k < count; k++) put(this.#basis.rowVariable[k]!, this.#basis.rowValue[k]!);
    put(this.#basis.basic[r]!, 1);
    if (provesInfeasible(this.problem.model, this.data, rowMultiplier)) return true;
    for (let i = 0; i < rowMultiplier.length; i++) rowMultiplier[i] = -rowMultiplier[i]!;
    return provesInfeasible(this.problem.model, this.data, rowMultiplier);
  }

  get snapshotSize(): number {
    const cuts = this.working?.cutOf.length ?? 0;
    return 1 + cuts + this.#marks.length + this.#basis.edgeWeight.length;
  }

  /** A flag, then the cuts in their slots, then for each variable its segment, as -1 - segment where it is basic. */
  snapshot(into: Float64Array): void {
    const cutOf = this.working?.cutOf ?? new Int32Array(0);
    into[0] = this.#cold ? 0 : 1;
    into.set(cutOf, 1);
    const { segment } = this.simplex;
    for (let v = 0; v < this.#marks.length; v++) {
      const segmentOf = segment[v]!;
      into[1 + cutOf.length + v] = this.#basis.place[v]! >= 0 ? -1 - segmentOf : segmentOf;
    }
    into.set(this.#basis.edgeWeight, 1 + cutOf.length + this.#marks.length);
  }

  restore(from: Float64Array): void {
    this.reset();
    if (from[0] === 0) return;
    const first = 1 + (this.working?.cutOf.length ?? 0);
    const cuts = from.subarray(1, first);
    for (let slot = 0; slot < cuts.length; slot++) {
      if (cuts[slot]! >= 0 && this.values!.cuts.active[cuts[slot]!] === 0) return;
    }
    this.values?.refresh();
    for (let v = 0; v < this.#marks.length; v++) {
      const code = from[first + v]!;
      this.#marks[v] = code < 0 ? 1 : 0;
      this.simplex.segment[v] = code < 0 ? -1 - code : code;
    }
    if (this.#isKept(from)) {
      this.#basis.recall();
      this.working?.adopt(cuts);
      this.#cold = false;
    } else {
      this.#cold = !this.#reach(cuts);
      this.#keep(from);
    }
    const weights = first + this.#marks.length;
    this.#basis.edgeWeight.set(from.subarray(weights, weights + this.#basis.edgeWeight.length));
    this.#stale = true;
  }

  describeBasis(snapshot: Float64Array): BasisCodes | null {
    if (snapshot.length === 0 || snapshot[0] === 0) return null;
    const { lp, problem } = this;
    const slots = this.working?.cutOf.length ?? 0;
    const held = [...snapshot.subarray(1, 1 + slots).keys()].filter((slot) => snapshot[1 + slot]! >= 0);
    const columns = new Uint8Array(problem.model.columnCount);
    const rows = new Uint8Array(lp.rowCount + held.length);
    const code = (v: number) => snapshot[1 + slots + v]!;
    for (let v = 0; v < lp.columnCount + lp.rowCount; v++) {
      const isBasic = code(v) < 0;
      lp.segments.describe(v, isBasic ? -1 - code(v) : code(v), isBasic, (column, where) => {
        if (column >= 0) columns[column] = where;
        else rows[v - lp.columnCount] = where;
      });
    }
    held.forEach((slot, k) => {
      const isBasic = code(lp.columnCount + lp.rowCount + slot) < 0;
      rows[lp.rowCount + k] = isBasic ? basisCode.basic : basisCode.lower;
    });
    return { columns, rows, cutRows: held.length };
  }

  reset(): void {
    this.values?.forget();
    this.#cold = true;
  }

  /** Computes the basis again from the matrix: errors of many exchanges disappear. */
  refactor(): void {
    this.statistics.refactorisations++;
    if (this.#basis.refactor !== undefined) {
      this.#tidy(this.#workingCuts);
      if (!this.#basis.refactor()) this.#startCold();
      this.#stale = true;
      return;
    }
    for (let v = 0; v < this.#marks.length; v++) this.#marks[v] = this.#basis.place[v]! >= 0 ? 1 : 0;
    const cuts = this.working?.cutOf.slice() ?? new Int32Array(0);
    if (!this.#reach(cuts)) this.#startCold();
    this.#stale = true;
  }

  /**
   * One step of iterative refinement: an inverse gives values whose rows are off by its condition, and correcting them by
   * the residual brings that down to rounding.
   */
  refine(): void {
    const { columnCount, rowCount, start, index, value } = this.lp;
    const { x } = this.simplex;
    const activity = this.#activity.fill(0);
    this.#activityStale = true;
    for (let v = 0; v < columnCount; v++) {
      if (x[v] === 0) continue;
      for (let e = start[v]!; e < start[v + 1]!; e++) activity[index[e]!]! += value[e]! * x[v]!;
    }
    for (let i = 0; i < rowCount; i++) {
      const residual = activity[i]! - x[columnCount + i]!;
      if (residual !== 0) this.#basis.move(columnCount + i, -residual);
    }
    this.working?.announceResiduals();
    this.#basis.settle(x);
  }

  /** Hands everything that was set over to another solver, which starts cold so that its past does not matter. */
  tell(other: StageSolver): void {
    const { data, values } = this;
    for (let i = 0; i < this.lp.rowCount; i++) other.setRowBounds(i, data.rowLower[i]!, data.rowUpper[i]!);
    for (let j = 0; j < data.cost.length; j++) {
      other.setColumnBounds(j, data.lower[j]!, data.upper[j]!);
      other.setCost(j, data.cost[j]!);
    }
    for (const s of values?.constantStates ?? []) other.setStateConstant(s, values!.state[s]!);
    other.syncCuts();
    other.reset();
  }

  dispose(): void {
    this.#cold = true;
    this.values?.dispose();
  }

  /** Lets slack cuts go once there are more than `limit`. */
  #tidy(limit: number): void {
    if (this.working !== undefined && this.working.size > limit) this.working.shrink(this.#workingCuts);
  }

  #reach(cuts: ArrayLike<number>): boolean {
    const segment = this.simplex.segment.slice();
    this.#basis.toSlackBasis();
    this.working?.clear();
    for (let slot = 0; slot < cuts.length; slot++) if (cuts[slot]! >= 0) this.working!.enter(cuts[slot]!, slot);
    this.simplex.segment.set(segment);
    return this.#basis.reach(this.#marks);
  }

  #isKept(snapshot: Float64Array): boolean {
    const kept = this.#kept;
    for (let k = 0; k < kept.length; k++) if (kept[k] !== snapshot[k]) return false;
    return true;
  }

  #keep(snapshot: Float64Array): void {
    if (this.#cold) {
      this.#kept[0] = 0;
      return;
    }
    this.#kept.set(snapshot.subarray(0, this.#kept.length));
    this.#basis.keep();
  }

  #startCold(): void {
    this.#basis.toSlackBasis();
    this.working?.clear();
    const { simplex, lp } = this;
    simplex.segment.fill(0);
    simplex.segments.restoreCosts();
    simplex.shifted = false;
    for (let i = 0; i < lp.rowCount; i++) simplex.segment[lp.columnCount + i] = cheapest(lp, lp.columnCount + i);
    this.#holdFreeThetas();
    this.#cold = false;
    this.#stale = true;
  }

  /** A theta without lower bound starts basic, on its newest cut. */
  #holdFreeThetas(): void {
    const { future } = this.problem;
    if (future === undefined || this.values === undefined) return;
    this.values.refresh();
    future.thetaColumn.forEach((column, k) => {
      if (this.#anchor.lower[column]! > -Infinity) return;
      for (let cut = this.values!.count - 1; cut >= 0; cut--) {
        if (future.cuts.active[cut] === 0 || this.values!.cuts.theta[cut] !== k) continue;
        this.working!.enter(cut);
        const r = this.#basis.rows - 1;
        this.#basis.loadRow(r);
        this.#basis.loadColumn(this.lp.variableOf[column]!);
        this.#basis.pivot(r, this.lp.variableOf[column]!);
        return;
      }
    });
  }

  #moveRow(row: number, shift: number): void {
    const target = shift * this.lp.rowScale[row]!;
    if (this.#origin[row] === target) return;
    this.#origin[row] = target;
    if (this.#isMoved[row] === 1) return;
    this.#isMoved[row] = 1;
    this.#movedRows[this.#moved++] = row;
  }

  #applyScenario(): void {
    const { simplex, lp } = this;
    const { origin } = lp.segments;
    const levelsMoved = this.values?.refresh() ?? false;
    for (let k = 0; k < this.#moved; k++) {
      const row = this.#movedRows[k]!;
      const v = lp.columnCount + row;
      this.#isMoved[row] = 0;
      if (this.#stale) origin[v] = this.#origin[row]!;
      else simplex.shiftOrigin(v, this.#origin[row]! - origin[v]!);
    }
    this.#moved = 0;
    if (this.#stale) {
      this.working?.anchorAll();
      simplex.repair();
      this.refine();
      this.#stale = false;
      this.#repairedAt = this.statistics.pivots;
      return;
    }
    this.#basis.settle(simplex.x);
    if (levelsMoved && this.working !== undefined) {
      this.working.follow();
      this.#basis.settle(simplex.x);
    }
  }

  #run(): SolveStatus {
    const { simplex } = this;
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
      const cut = this.#mostViolated();
      if (cut < 0) return 'optimal';
      if (!this.#enter(cut)) return 'failed';
      if (this.#basis.needsRefresh) {
        this.refactor();
        this.#applyScenario();
      }
    }
    return 'failed';
  }

  #enter(cut: number): boolean {
    this.statistics.cutsEntered++;
    if (this.working!.enter(cut)) return true;
    this.working!.shrink(this.#workingCuts);
    if (this.#basis.needsRefresh) {
      this.refactor();
      this.#applyScenario();
    }
    return this.working!.enter(cut);
  }

  /** The active cut outside the working set that is violated most, measured in scaled units; -1 when there is none. */
  #mostViolated(): number {
    const { values, working } = this;
    if (values === undefined || working === undefined || values.count === 0) return -1;
    const { lp, simplex } = this;
    const { columnStates, stateColumn, state, count } = values;
    for (let k = 0; k < columnStates.length; k++) {
      const s = columnStates[k]!;
      const v = lp.variableOf[stateColumn[s]!]!;
      state[s] = simplex.x[v]! * lp.columnScale[v]!;
    }
    values.price();
    this.#heldViolation = Number.NEGATIVE_INFINITY;
    this.statistics.pricings++;
    this.statistics.cutsPriced += count;
    return this.problem.future!.thetaColumn.length === 1 ? this.#highest() : this.#highestOfMany();
  }

  /** With one theta, blocks of cuts that lie below it are passed over. */
  #highest(): number {
    const { count, height, scale, blockHeight } = this.values!;
    const theta = this.#thetaValue(0);
    const slack = this.#thetaSlack(0, theta);
    let best = -1;
    let most = 0;
    for (let first = 0; first < count; first += cutBlock) {
      if (blockHeight[first / cutBlock]! - theta <= slack) continue;
      for (let c = first, last = Math.min(first + cutBlock, count); c < last; c++) {
        const excess = height[c]! - theta;
        if (excess <= slack || excess * scale[c]! <= most || this.#isHeld(c, excess / slack)) continue;
        best = c;
        most = excess * scale[c]!;
      }
    }
    return best;
  }

  #highestOfMany(): number {
    const { count, height, scale } = this.values!;
    let best = -1;
    let most = 0;
    for (let c = 0; c < count; c++) {
      const theta = this.#thetaValue(c);
      const slack = this.#thetaSlack(c, theta);
      const excess = height[c]! - theta;
      if (excess <= slack || excess * scale[c]! <= most || this.#isHeld(c, excess / slack)) continue;
      best = c;
      most = excess * scale[c]!;
    }
    return best;
  }

  /** Cuts that are rows already do not enter again; how much they are violated is left to the certificate. */
  #isHeld(cut: number, violation: number): boolean {
    if (this.working!.slotOf(cut) < 0) return false;
    this.#heldViolation = Math.max(this.#heldViolation, violation);
    return true;
  }

  /** How far a cut may rise above theta without counting as violated. */
  #thetaSlack(cut: number, theta: number): number {
    return violationTolerance * Math.max(this.lp.columnScale[this.working!.thetaVariable(cut)]!, Math.abs(theta));
  }

  /** Whether cuts that are rows hold as well as those that are priced; part of the certificate. */
  get holdsCuts(): boolean {
    return this.#heldViolation <= 10;
  }

  #thetaValue(cut: number): number {
    const v = this.working!.thetaVariable(cut);
    return this.simplex.x[v]! * this.lp.columnScale[v]!;
  }

  /** An endless gain may end at a cut that is not a row yet: takes in the one that rises fastest along the ray. */
  #limitRay(): boolean {
    const { values, working, lp, simplex } = this;
    if (values === undefined || working === undefined) return false;
    const direction = new Float64Array(this.#marks.length);
    direction[simplex.rayVariable] = simplex.rayDirection;
    const entries = this.#basis.loadColumn(simplex.rayVariable);
    for (let k = 0; k < entries; k++) {
      direction[this.#basis.basic[this.#basis.columnRow[k]!]!] = -simplex.rayDirection * this.#basis.columnValue[k]!;
    }
    const along = (v: number) => direction[v]! * lp.columnScale[v]!;
    let best = -1;
    let most = 1e-9;
    for (let c = 0; c < values.count; c++) {
      if (values.cuts.active[c] === 0 || working.slotOf(c) >= 0) continue;
      let rate = -along(working.thetaVariable(c));
      for (const s of values.columnStates)
        rate += values.cuts.slopeOf(c, s) * along(lp.variableOf[values.stateColumn[s]!]!);
      if (rate * values.scale[c]! <= most) continue;
      best = c;
      most = rate * values.scale[c]!;
    }
    if (best < 0 || !this.#enter(best)) return false;
    simplex.repair();
    return true;
  }

  #evaluate(): number {
    const { segments, columnCount, rowCount, costScale } = this.lp;
    const { x, segment } = this.simplex;
    let sum = 0;
    for (let v = 0; v < columnCount + rowCount; v++) {
      const last = segments.count[v]! - 1;
      const at = segments.first[v]! + Math.max(0, Math.min(segment[v]!, last));
      sum += segments.intercept[at]!;
      if (last >= 0) sum += segments.cost[at]! * (x[v]! - segments.origin[v]!);
    }
    return sum * costScale + this.problem.model.offset;
  }

  #spread(): void {
    for (let v = 0; v < this.lp.columnCount + this.lp.rowCount; v++) {
      this.lp.segments.spread(v, this.simplex.x[v]!, this.#put);
    }
    this.#xStale = false;
  }

  #computeActivity(): void {
    const { start, index, value, columnCount } = this.problem.model;
    this.#activity.fill(0);
    for (let j = 0; j < columnCount; j++) {
      const x = this.primal(j);
      if (x === 0) continue;
      for (let k = start[j]!; k < start[j + 1]!; k++) this.#activity[index[k]!]! += value[k]! * x;
    }
    this.#activityStale = false;
  }
}

/** The segment whose cost is nearest to zero: where a row variable would be without any price. */
function cheapest({ segments }: CompactLp, v: number): number {
  let best = 0;
  for (let s = 1; s < segments.count[v]!; s++) {
    const cost = Math.abs(segments.cost[segments.first[v]! + s]!);
    if (cost < Math.abs(segments.cost[segments.first[v]! + best]!)) best = s;
  }
  return best;
}
