/**
 * The reference member: HiGHS, one persistent model per stage, warm from solve to solve.
 *
 * Settings follow measurements: presolve off, one thread, no cost perturbation (with nearly parallel cuts HiGHS otherwise
 * ends in status "unknown"). `addRows` drops the factorisation, so all new cuts of a stage go in with one call. Up to
 * `eagerCuts` every cut is a row; above that rows are a working set, violated cuts join it and the model is run again.
 * Anything but a clear answer climbs a ladder: forget the factorisation; then presolve and the primal simplex.
 */
import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../cuts/cut-pool.js';
import { CutValues } from '../cuts/cut-values.js';
import { provesInfeasible } from '../model/farkas.js';
import { StageData } from '../model/stage-data.js';
import { type BasisCodes, emptyStatistics, type SolveStatus, type StageProblem, type StageSolver } from '../solver.js';
import type { HighsRuntime } from './highs-runtime.js';

const eagerCuts = 150;
const workingCuts = 100;
const cutsPerRound = 10;
const violationTolerance = 1e-9;

const rungs = [
  { clear: false, presolve: 'off', strategy: 1 },
  { clear: true, presolve: 'off', strategy: 1 },
  { clear: true, presolve: 'on', strategy: 4 },
] as const;

const statusOf = new Map<number, SolveStatus>([
  [7, 'optimal'],
  [8, 'infeasible'],
  [10, 'unbounded'],
]);

export interface HighsSolverOptions {
  /** Primal and dual feasibility tolerance. */
  readonly tolerance?: number;
  /** Number of cuts up to which every cut is a row of the model. */
  readonly eagerCuts?: number;
}

export class HighsSolver implements StageSolver {
  readonly problem: StageProblem;
  readonly statistics = emptyStatistics();
  readonly #runtime: HighsRuntime;
  readonly #highs: number;
  readonly #data: StageData;
  readonly #values: CutValues | undefined;
  readonly #eagerCuts: number;
  readonly #x: Float64Array;
  readonly #d: Float64Array;
  #activity: Float64Array;
  #y: Float64Array;
  /** Cut slot of each row behind the model's own, and the row of each cut or -1. */
  readonly #rowCut: number[] = [];
  readonly #cutRow: number[] = [];
  #status: SolveStatus = 'failed';
  #objective = Number.NaN;

  constructor(runtime: HighsRuntime, problem: StageProblem, options: HighsSolverOptions = {}) {
    this.#runtime = runtime;
    this.problem = problem;
    this.#eagerCuts = options.eagerCuts ?? eagerCuts;
    this.#data = new StageData(problem.model);
    this.#values = problem.future && new CutValues(problem.future);
    this.#highs = runtime.calls._Highs_create();
    this.#x = new Float64Array(problem.model.columnCount);
    this.#d = new Float64Array(problem.model.columnCount);
    this.#activity = new Float64Array(problem.model.rowCount);
    this.#y = new Float64Array(problem.model.rowCount);
    this.#setOptions(options.tolerance ?? 1e-9);
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
    this.#runtime.calls._Highs_changeColCost(this.#highs, column, cost);
  }

  setStateConstant(state: number, value: number): void {
    this.#values?.setConstant(state, value);
  }

  syncCuts(): void {
    const values = this.#values;
    if (values === undefined) return;
    const before = values.count;
    const unswitched = values.sync();
    while (this.#cutRow.length < values.count) this.#cutRow.push(-1);
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
    this.statistics.cutRows += this.#rowCut.length;
    this.statistics.mostCutRows = Math.max(this.statistics.mostCutRows, this.#rowCut.length);
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
    const row = this.#cutRow[slot] ?? -1;
    return row < 0 ? 0 : Math.max(0, this.#y[this.problem.model.rowCount + row]!);
  }

  stateConstantDual(state: number): number {
    const base = this.problem.model.rowCount;
    let sum = 0;
    for (let k = 0; k < this.#rowCut.length; k++) {
      const dual = this.#y[base + k]!;
      if (dual > 0) sum += dual * this.#values!.cuts.slopeOf(this.#rowCut[k]!, state);
    }
    return sum;
  }

  bindingCuts(into: Int32Array): number {
    const binding = this.#rowCut.filter((slot) => this.cutDual(slot) > 0).sort((a, b) => a - b);
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
    const rows = this.#rowTotal;
    const at = this.#runtime.reserve(8 * (rows + 1));
    if (this.#runtime.calls._Highs_getDualRay(this.#highs, at, at + 8) === -1) return false;
    if (this.#runtime.integers[at / 4] === 0) return false;
    const ray = this.#runtime.doubles.subarray(at / 8 + 1, at / 8 + 1 + rowMultiplier.length);
    rowMultiplier.set(ray);
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
    const { columnCount } = this.problem.model;
    const total = columnCount + this.#rowTotal;
    const at = this.#runtime.reserve(4 * total);
    const found = this.#runtime.calls._Highs_getBasis(this.#highs, at, at + 4 * columnCount);
    into[0] = found === -1 ? -1 : this.#rowCut.length;
    into.set(this.#rowCut, 1);
    into.set(this.#runtime.integers.subarray(at / 4, at / 4 + total), 1 + this.#rowCut.length);
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
    const total = columnCount + this.#rowTotal;
    const at = this.#runtime.reserve(4 * total);
    for (let k = 0; k < total; k++) this.#runtime.integers[at / 4 + k] = from[1 + cuts + k]!;
    this.#runtime.calls._Highs_setBasis(this.#highs, at, at + 4 * columnCount);
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
    this.#runtime.calls._Highs_destroy(this.#highs);
  }

  /**
   * Hands the model over again, without cuts. Clearing the solver is not enough: HiGHS keeps the scaling it found for an
   * earlier scenario, and with it the last digits of everything that follows.
   */
  #startAnew(): void {
    for (const slot of this.#rowCut) this.#cutRow[slot] = -1;
    this.#rowCut.length = 0;
    this.#passModel();
    this.#values?.forget();
    this.#refreshCuts();
  }

  get #rowTotal(): number {
    return this.problem.model.rowCount + this.#rowCut.length;
  }

  #setOptions(tolerance: number): void {
    const { calls } = this.#runtime;
    const text = (value: string) => this.#runtime.text(value);
    calls._Highs_setBoolOptionValue(this.#highs, text('output_flag'), 0);
    calls._Highs_setStringOptionValue(this.#highs, text('presolve'), text('off'));
    calls._Highs_setStringOptionValue(this.#highs, text('solver'), text('simplex'));
    calls._Highs_setStringOptionValue(this.#highs, text('parallel'), text('off'));
    calls._Highs_setIntOptionValue(this.#highs, text('threads'), 1);
    calls._Highs_setDoubleOptionValue(this.#highs, text('dual_simplex_cost_perturbation_multiplier'), 0);
    calls._Highs_setDoubleOptionValue(this.#highs, text('primal_feasibility_tolerance'), tolerance);
    calls._Highs_setDoubleOptionValue(this.#highs, text('dual_feasibility_tolerance'), tolerance);
  }

  #passModel(): void {
    const { model } = this.problem;
    const data = this.#data;
    const doubles = [data.cost, data.lower, data.upper, data.rowLower, data.rowUpper, model.value];
    const bytes =
      doubles.reduce((sum, part) => sum + 8 * part.length, 0) + 4 * (model.start.length + model.index.length);
    let at = this.#runtime.reserve(bytes);
    const pointers = doubles.map((part) => {
      const here = at;
      this.#runtime.doubles.set(part, here / 8);
      at += 8 * part.length;
      return here;
    });
    this.#runtime.integers.set(model.start, at / 4);
    this.#runtime.integers.set(model.index, at / 4 + model.start.length);
    const [cost, lower, upper, rowLower, rowUpper, value] = pointers as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    const shape = [model.columnCount, model.rowCount, model.value.length, 1, 1, model.offset];
    const matrix = [at, at + 4 * model.start.length, value];
    const answer = this.#runtime.calls._Highs_passLp(
      this.#highs,
      ...shape,
      ...[cost, lower, upper, rowLower, rowUpper],
      ...matrix,
    );
    if (answer === -1) throw new Fault('SolverFailure', 'HiGHS refused the stage problem.', { context: { shape } });
    data.clean();
  }

  /** Hands changed bounds over, as one range each: ranges cost less than sets because HiGHS sorts and copies sets. */
  #flush(): void {
    const data = this.#data;
    const { calls } = this.#runtime;
    if (data.rowFirst <= data.rowLast) {
      const [lower, upper] = this.#pair(data.rowLower, data.rowUpper, data.rowFirst, data.rowLast);
      calls._Highs_changeRowsBoundsByRange(this.#highs, data.rowFirst, data.rowLast, lower, upper);
    }
    if (data.columnFirst <= data.columnLast) {
      const [lower, upper] = this.#pair(data.lower, data.upper, data.columnFirst, data.columnLast);
      calls._Highs_changeColsBoundsByRange(this.#highs, data.columnFirst, data.columnLast, lower, upper);
    }
    data.clean();
    this.#refreshCuts();
  }

  /** Cuts that are rows already must move with the constants, whoever asked for the refresh. */
  #refreshCuts(): void {
    if (this.#values?.refresh()) this.#moveCutRows();
  }

  #pair(lower: Float64Array, upper: Float64Array, first: number, last: number): [number, number] {
    const count = last - first + 1;
    const at = this.#runtime.reserve(16 * count);
    this.#runtime.doubles.set(lower.subarray(first, last + 1), at / 8);
    this.#runtime.doubles.set(upper.subarray(first, last + 1), at / 8 + count);
    return [at, at + 8 * count];
  }

  #moveCutRows(): void {
    const count = this.#rowCut.length;
    if (count === 0) return;
    const at = this.#runtime.reserve(16 * count);
    const { doubles } = this.#runtime;
    for (let k = 0; k < count; k++) doubles[at / 8 + k] = this.#values!.level[this.#rowCut[k]!]!;
    doubles.fill(Number.POSITIVE_INFINITY, at / 8 + count, at / 8 + 2 * count);
    const first = this.problem.model.rowCount;
    this.#runtime.calls._Highs_changeRowsBoundsByRange(this.#highs, first, first + count - 1, at, at + 8 * count);
  }

  #climb(): SolveStatus {
    let status: SolveStatus = 'failed';
    for (const rung of rungs) {
      status = this.#run(rung);
      if (status !== 'failed') break;
      this.statistics.fallbacks++;
    }
    if (status === 'optimal') this.#readSolution();
    return status;
  }

  #run(rung: (typeof rungs)[number]): SolveStatus {
    const { calls } = this.#runtime;
    const special = rung.presolve === 'on';
    if (rung.clear) calls._Highs_clearSolver(this.#highs);
    if (special) this.#choose('on', rung.strategy);
    const answer = calls._Highs_run(this.#highs);
    this.statistics.pivots += this.#info('simplex_iteration_count');
    if (special) this.#choose('off', 1);
    return answer === -1 ? 'failed' : (statusOf.get(calls._Highs_getModelStatus(this.#highs)) ?? 'failed');
  }

  #choose(presolve: string, strategy: number): void {
    const text = (value: string) => this.#runtime.text(value);
    this.#runtime.calls._Highs_setStringOptionValue(this.#highs, text('presolve'), text(presolve));
    this.#runtime.calls._Highs_setIntOptionValue(this.#highs, text('simplex_strategy'), strategy);
  }

  #info(name: string): number {
    const at = this.#runtime.reserve(8);
    this.#runtime.calls._Highs_getIntInfoValue(this.#highs, this.#runtime.text(name), at);
    return Math.max(0, this.#runtime.integers[at / 4]!);
  }

  #readSolution(): void {
    const n = this.#x.length;
    const m = this.#rowTotal;
    const at = this.#runtime.reserve(16 * (n + m));
    this.#runtime.calls._Highs_getSolution(this.#highs, at, at + 8 * n, at + 16 * n, at + 16 * n + 8 * m);
    const { doubles } = this.#runtime;
    if (this.#y.length < m) {
      this.#activity = new Float64Array(m + 64);
      this.#y = new Float64Array(m + 64);
    }
    const first = at / 8;
    this.#x.set(doubles.subarray(first, first + n));
    this.#d.set(doubles.subarray(first + n, first + 2 * n));
    this.#activity.set(doubles.subarray(first + 2 * n, first + 2 * n + m));
    this.#y.set(doubles.subarray(first + 2 * n + m, first + 2 * (n + m)));
    this.#objective = this.#runtime.calls._Highs_getObjectiveValue(this.#highs);
  }

  /** Adds the most violated cuts that are not rows yet; false when there are none. */
  #addViolated(): boolean {
    const values = this.#values;
    if (values === undefined || this.#rowCut.length >= values.count) return false;
    for (const s of values.columnStates) values.state[s] = this.#x[values.stateColumn[s]!]!;
    values.price();
    this.statistics.pricings++;
    this.statistics.cutsPriced += values.count;
    const violated: { slot: number; by: number }[] = [];
    for (let slot = 0; slot < values.count; slot++) {
      if (this.#cutRow[slot]! >= 0) continue;
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
    const before = this.#rowCut.length;
    if (this.#values !== undefined) this.#addMissing(0);
    return this.#rowCut.length > before;
  }

  #addMissing(from: number): void {
    const slots: number[] = [];
    for (let slot = from; slot < this.#values!.count; slot++) {
      if (this.#cutRow[slot]! < 0 && this.#values!.cuts.active[slot] === 1) slots.push(slot);
    }
    this.#addRows(slots);
  }

  #addRows(slots: readonly number[]): void {
    if (slots.length === 0) return;
    const values = this.#values!;
    const width = values.columnStates.length + 1;
    const count = slots.length;
    const at = this.#runtime.reserve(16 * count + 12 * count * width + 4 * (count + 1));
    const [lower, upper, value] = [at / 8, at / 8 + count, at / 8 + 2 * count];
    const starts = at / 4 + 4 * count + 2 * count * width;
    const index = starts + count + 1;
    const { doubles, integers } = this.#runtime;
    let entries = 0;
    const put = (column: number, coefficient: number) => {
      integers[index + entries] = column;
      doubles[value + entries++] = coefficient;
    };
    slots.forEach((slot, k) => {
      doubles[lower + k] = values.level[slot]!;
      doubles[upper + k] = Number.POSITIVE_INFINITY;
      integers[starts + k] = entries;
      put(this.problem.future!.thetaColumn[values.cuts.theta[slot]!]!, 1);
      for (const s of values.columnStates) {
        const slope = values.cuts.slopeOf(slot, s);
        if (slope !== 0) put(values.stateColumn[s]!, -slope);
      }
      this.#cutRow[slot] = this.#rowCut.push(slot) - 1;
    });
    integers[starts + count] = entries;
    const pointers = [lower * 8, upper * 8, entries, starts * 4, index * 4, value * 8];
    this.#runtime.calls._Highs_addRows(this.#highs, count, ...pointers);
    this.statistics.cutsEntered += count;
  }

  /** With lazy rows: once there are too many, rows of cuts without a dual leave. */
  #purge(): void {
    if (this.#rowCut.length <= this.#eagerCuts + workingCuts || this.#status !== 'optimal') return;
    this.#deleteCutRows((slot) => this.cutDual(slot) === 0);
  }

  #dropInactive(): void {
    this.#deleteCutRows((slot) => this.#values!.cuts.active[slot] === 0);
  }

  #deleteCutRows(leaves: (slot: number) => boolean): void {
    const leaving = this.#rowCut.filter(leaves);
    if (leaving.length === 0) return;
    const base = this.problem.model.rowCount;
    const at = this.#runtime.reserve(4 * leaving.length);
    leaving.forEach((slot, k) => {
      this.#runtime.integers[at / 4 + k] = base + this.#cutRow[slot]!;
    });
    this.#runtime.calls._Highs_deleteRowsBySet(this.#highs, leaving.length, at);
    const gone = new Set(leaving);
    const duals = this.#rowCut.map((_, k) => this.#y[base + k] ?? 0);
    const kept = this.#rowCut.map((slot, k) => ({ slot, k })).filter(({ slot }) => !gone.has(slot));
    for (const slot of leaving) this.#cutRow[slot] = -1;
    this.#rowCut.length = 0;
    for (const { slot, k } of kept) {
      this.#cutRow[slot] = this.#rowCut.push(slot) - 1;
      if (base + this.#cutRow[slot]! < this.#y.length) this.#y[base + this.#cutRow[slot]!] = duals[k]!;
    }
  }
}
