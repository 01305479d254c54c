/**
 * The reference member: HiGHS, one persistent model per stage, warm from solve to solve.
 *
 * `addRows` drops the factorisation, so all new cuts of a stage go in with one call. Up to `eagerCuts` every cut is a row;
 * above that rows are a working set, violated cuts join it and the model is run again. Anything but a clear answer climbs
 * a ladder: forget the factorisation; then presolve and the primal simplex.
 */
import type { CutPool } from '../cuts/cut-pool.js';
import { CutValues } from '../cuts/cut-values.js';
import { provesInfeasible } from '../model/farkas.js';
import { StageData } from '../model/stage-data.js';
import { type BasisCodes, emptyStatistics, type SolveStatus, type StageProblem, type StageSolver } from '../solver.js';
import { CutRows } from './cut-rows.js';
import { HighsModel, type Rung } from './highs-model.js';
import type { HighsRuntime } from './highs-runtime.js';

const eagerCuts = 150;
const workingCuts = 100;
const cutsPerRound = 10;
const violationTolerance = 1e-9;
const ladder: readonly Rung[] = ['warm', 'clear', 'presolved'];

export interface HighsSolverOptions {
  /** Primal and dual feasibility tolerance. */
  readonly tolerance?: number;
  /** Number of cuts up to which every cut is a row of the model. */
  readonly eagerCuts?: number;
}

export class HighsSolver implements StageSolver {
  readonly problem: StageProblem;
  readonly statistics = emptyStatistics();
  readonly #highs: HighsModel;
  readonly #data: StageData;
  readonly #values: CutValues | undefined;
  readonly #eagerCuts: number;
  readonly #rows = new CutRows();
  readonly #x: Float64Array;
  readonly #d: Float64Array;
  #activity: Float64Array;
  #y: Float64Array;
  #status: SolveStatus = 'failed';
  #objective = Number.NaN;

  constructor(runtime: HighsRuntime, problem: StageProblem, options: HighsSolverOptions = {}) {
    this.problem = problem;
    this.#eagerCuts = options.eagerCuts ?? eagerCuts;
    this.#data = new StageData(problem.model);
    this.#values = problem.future && new CutValues(problem.future);
    this.#highs = new HighsModel(runtime, options.tolerance ?? 1e-9);
    this.#x = new Float64Array(problem.model.columnCount);
    this.#d = new Float64Array(problem.model.columnCount);
    this.#activity = new Float64Array(problem.model.rowCount);
    this.#y = new Float64Array(problem.model.rowCount);
    this.#passModel();
    this.syncCuts();
  }

  get status(): SolveStatus {
    return this.#status;
  }

  get objective(): number {
    return this.#objective;
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    this.#data.setRowBounds(row, lower, upper);
  }

  setRowShift(row: number, shift: number): void {
    this.#data.setRowShift(row, shift);
  }

  setRowShifts(rows: Int32Array, shifts: Float64Array): void {
    for (let k = 0; k < rows.length; k++) this.#data.setRowShift(rows[k]!, shifts[k]!);
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    this.#data.setColumnBounds(column, lower, upper);
  }

  fixColumn(column: number, value: number): void {
    this.#data.setColumnBounds(column, value, value);
  }

  setCost(column: number, cost: number): void {
    this.#data.cost[column] = cost;
    this.#highs.setCost(column, cost);
  }

  setStateConstant(state: number, value: number): void {
    this.#values?.setConstant(state, value);
  }

  syncCuts(): void {
    const values = this.#values;
    if (values === undefined) return;
    const before = values.count;
    const unswitched = values.sync();
    this.#rows.grow(values.count);
    if (!unswitched) this.#dropInactive();
    this.#refreshCuts();
    if (values.count <= this.#eagerCuts) this.#addMissing(unswitched ? before : 0);
  }

  attachCuts(cuts: CutPool): void {
    this.#values?.attach(cuts);
    this.syncCuts();
  }

  solve(): SolveStatus {
    this.statistics.solves++;
    this.#flush();
    do this.#status = this.#climb();
    while (this.#status === 'optimal' ? this.#addViolated() : this.#status === 'unbounded' && this.#addAll());
    this.statistics.cutRows += this.#rows.count;
    this.statistics.mostCutRows = Math.max(this.statistics.mostCutRows, this.#rows.count);
    this.#purge();
    return this.#status;
  }

  primal(column: number): number {
    return this.#x[column]!;
  }

  rowActivity(row: number): number {
    return this.#activity[row]!;
  }

  rowDual(row: number): number {
    return this.#y[row]!;
  }

  reducedCost(column: number): number {
    return this.#d[column]!;
  }

  cutDual(slot: number): number {
    const row = this.#rows.rowOf(slot);
    return row < 0 ? 0 : Math.max(0, this.#y[this.problem.model.rowCount + row]!);
  }

  stateConstantDual(state: number): number {
    const base = this.problem.model.rowCount;
    let sum = 0;
    this.#rows.slots.forEach((slot, row) => {
      const dual = this.#y[base + row]!;
      if (dual > 0) sum += dual * this.#values!.cuts.slopeOf(slot, state);
    });
    return sum;
  }

  bindingCuts(into: Int32Array): number {
    const binding = this.#rows.slots.filter((slot) => this.cutDual(slot) > 0).sort((a, b) => a - b);
    into.set(binding);
    return binding.length;
  }

  readPrimal(into: Float64Array): void {
    into.set(this.#x);
  }

  readRowDuals(into: Float64Array): void {
    into.set(this.#y.subarray(0, this.problem.model.rowCount));
  }

  infeasibilityProof(rowMultiplier: Float64Array): boolean {
    if (!this.#highs.readDualRay(this.#rowTotal, rowMultiplier)) return false;
    if (provesInfeasible(this.problem.model, this.#data, rowMultiplier)) return true;
    for (let i = 0; i < rowMultiplier.length; i++) rowMultiplier[i] = -rowMultiplier[i]!;
    return provesInfeasible(this.problem.model, this.#data, rowMultiplier);
  }

  get snapshotSize(): number {
    const { rowCount, columnCount } = this.problem.model;
    return 1 + columnCount + rowCount + 2 * (this.#values?.cuts.capacity ?? 0);
  }

  /** Row cuts in their order, then HiGHS's basis status of columns and rows. */
  snapshot(into: Float64Array): void {
    const { known, codes } = this.#highs.basis(this.problem.model.columnCount, this.#rowTotal);
    const { slots } = this.#rows;
    into[0] = known ? slots.length : -1;
    into.set(slots, 1);
    into.set(codes, 1 + slots.length);
  }

  restore(from: Float64Array): void {
    const cuts = from[0]!;
    if (cuts < 0) {
      this.reset();
      return;
    }
    const wanted = [...from.subarray(1, 1 + cuts)];
    this.#startAnew();
    this.#addRows(wanted);
    const { columnCount } = this.problem.model;
    this.#highs.setBasis(columnCount, from.subarray(1 + cuts, 1 + cuts + columnCount + this.#rowTotal));
    // Cuts written since the snapshot was taken enter as after any sync: together, in slot order.
    if (this.#values !== undefined && this.#values.count <= this.#eagerCuts) this.#addMissing(0);
  }

  describeBasis(snapshot: Float64Array): BasisCodes | null {
    if (snapshot.length === 0 || snapshot[0]! < 0) return null;
    const { columnCount, rowCount } = this.problem.model;
    const cutRows = snapshot[0]!;
    const first = 1 + cutRows;
    return {
      columns: Uint8Array.from(snapshot.subarray(first, first + columnCount)),
      rows: Uint8Array.from(snapshot.subarray(first + columnCount, first + columnCount + rowCount + cutRows)),
      cutRows,
    };
  }

  reset(): void {
    this.#startAnew();
    if (this.#values !== undefined && this.#values.count <= this.#eagerCuts) this.#addMissing(0);
  }

  dispose(): void {
    this.#values?.dispose();
    this.#highs.dispose();
  }

  /**
   * Hands the model over again, without cuts. Clearing the solver is not enough: HiGHS keeps the scaling it found for an
   * earlier scenario, and with it the last digits of everything that follows.
   */
  #startAnew(): void {
    this.#rows.clear();
    this.#passModel();
    this.#values?.forget();
    this.#refreshCuts();
  }

  get #rowTotal(): number {
    return this.problem.model.rowCount + this.#rows.count;
  }

  #passModel(): void {
    this.#highs.pass(this.problem.model, this.#data);
    this.#data.clean();
  }

  #flush(): void {
    const { rowFirst, rowLast, rowLower, rowUpper, columnFirst, columnLast, lower, upper } = this.#data;
    if (rowFirst <= rowLast) {
      const changed = (all: Float64Array) => all.subarray(rowFirst, rowLast + 1);
      this.#highs.setRowBounds(rowFirst, changed(rowLower), changed(rowUpper));
    }
    if (columnFirst <= columnLast) {
      const changed = (all: Float64Array) => all.subarray(columnFirst, columnLast + 1);
      this.#highs.setColumnBounds(columnFirst, changed(lower), changed(upper));
    }
    this.#data.clean();
    this.#refreshCuts();
  }

  /** Cuts that are rows already must move with the constants, whoever asked for the refresh. */
  #refreshCuts(): void {
    const { count, slots } = this.#rows;
    if (!this.#values?.refresh() || count === 0) return;
    const { level } = this.#values;
    this.#highs.raiseRows(this.problem.model.rowCount, count, (row) => level[slots[row]!]!);
  }

  #climb(): SolveStatus {
    for (const rung of ladder) {
      const { status, pivots } = this.#highs.run(rung);
      this.statistics.pivots += pivots;
      if (status === 'optimal') this.#readSolution();
      if (status !== 'failed') return status;
      this.statistics.fallbacks++;
    }
    return 'failed';
  }

  #readSolution(): void {
    const rows = this.#rowTotal;
    if (this.#y.length < rows) {
      this.#activity = new Float64Array(rows + 64);
      this.#y = new Float64Array(rows + 64);
    }
    const places = { x: this.#x, d: this.#d, activity: this.#activity, y: this.#y };
    this.#objective = this.#highs.readSolution(rows, places);
  }

  /** Adds the most violated cuts that are not rows yet; false when there are none. */
  #addViolated(): boolean {
    const values = this.#values;
    if (values === undefined || this.#rows.count >= values.count) return false;
    for (const s of values.columnStates) values.state[s] = this.#x[values.stateColumn[s]!]!;
    values.price();
    this.statistics.pricings++;
    this.statistics.cutsPriced += values.count;
    const violated: { slot: number; by: number }[] = [];
    for (let slot = 0; slot < values.count; slot++) {
      if (this.#rows.rowOf(slot) >= 0) continue;
      const theta = this.#x[this.problem.future!.thetaColumn[values.cuts.theta[slot]!]!]!;
      const by = (values.height[slot]! - theta) * values.scale[slot]!;
      if (by > violationTolerance * Math.max(1, Math.abs(theta) * values.scale[slot]!)) violated.push({ slot, by });
    }
    if (violated.length === 0) return false;
    violated.sort((a, b) => b.by - a.by || a.slot - b.slot);
    this.#addRows(violated.slice(0, cutsPerRound).map((item) => item.slot));
    return true;
  }

  /** Without its cuts a free theta is unbounded; only with all of them is that the truth. */
  #addAll(): boolean {
    const before = this.#rows.count;
    if (this.#values !== undefined) this.#addMissing(0);
    return this.#rows.count > before;
  }

  #addMissing(from: number): void {
    const slots: number[] = [];
    for (let slot = from; slot < this.#values!.count; slot++) {
      if (this.#rows.rowOf(slot) < 0 && this.#values!.cuts.active[slot] === 1) slots.push(slot);
    }
    this.#addRows(slots);
  }

  #addRows(slots: readonly number[]): void {
    if (slots.length === 0) return;
    const { columnStates, stateColumn, level, cuts } = this.#values!;
    const { thetaColumn } = this.problem.future!;
    this.#highs.addRows(slots.length, columnStates.length + 1, (row, put) => {
      const slot = slots[row]!;
      put(thetaColumn[cuts.theta[slot]!]!, 1);
      for (const s of columnStates) {
        const slope = cuts.slopeOf(slot, s);
        if (slope !== 0) put(stateColumn[s]!, -slope);
      }
      return level[slot]!;
    });
    for (const slot of slots) this.#rows.push(slot);
    this.statistics.cutsEntered += slots.length;
  }

  /** With lazy rows: once there are too many, rows of cuts without a dual leave. */
  #purge(): void {
    if (this.#rows.count <= this.#eagerCuts + workingCuts || this.#status !== 'optimal') return;
    this.#deleteCutRows((slot) => this.cutDual(slot) === 0);
  }

  #dropInactive(): void {
    this.#deleteCutRows((slot) => this.#values!.cuts.active[slot] === 0);
  }

  #deleteCutRows(leaves: (slot: number) => boolean): void {
    const leaving = this.#rows.slots.filter(leaves);
    if (leaving.length === 0) return;
    const base = this.problem.model.rowCount;
    this.#highs.deleteRows(leaving.map((slot) => base + this.#rows.rowOf(slot)));
    this.#rows.remove(leaving, (from, to) => {
      if (base + to < this.#y.length) this.#y[base + to] = this.#y[base + from] ?? 0;
    });
  }
}
