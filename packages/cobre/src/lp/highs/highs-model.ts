/**
 * One model that HiGHS holds, and everything that is told to it or asked of it in C.
 *
 * Settings follow measurements: presolve off, one thread, no cost perturbation (with nearly parallel cuts HiGHS otherwise
 * ends in status "unknown").
 */
import { Fault } from '@quadrivium/kernel/fault';
import type { LpModel } from '../model/lp-model.js';
import type { StageData } from '../model/stage-data.js';
import type { SolveStatus } from '../solver.js';
import type { HighsRuntime } from './highs-runtime.js';

/** How a model is run: warm, without the last factorisation, or with presolve and the primal simplex. */
export type Rung = 'warm' | 'clear' | 'presolved';

/** Places for an answer of HiGHS: columns, their reduced costs, activities of rows and their duals. */
export interface SolutionPlaces {
  readonly x: Float64Array;
  readonly d: Float64Array;
  readonly activity: Float64Array;
  readonly y: Float64Array;
}

const dualSimplex = 1;
const primalSimplex = 4;

const statusOf = new Map<number, SolveStatus>([
  [7, 'optimal'],
  [8, 'infeasible'],
  [10, 'unbounded'],
]);

export class HighsModel {
  readonly #runtime: HighsRuntime;
  readonly #highs: number;

  constructor(runtime: HighsRuntime, tolerance: number) {
    this.#runtime = runtime;
    this.#highs = runtime.calls._Highs_create();
    this.#setOptions(tolerance);
  }

  dispose(): void {
    this.#runtime.calls._Highs_destroy(this.#highs);
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

  /** Replaces whatever the model was. */
  pass(model: LpModel, data: StageData): void {
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
    const value = pointers.pop()!;
    const shape = [model.columnCount, model.rowCount, model.value.length, 1, 1, model.offset];
    const matrix = [at, at + 4 * model.start.length, value];
    const answer = this.#runtime.calls._Highs_passLp(this.#highs, ...shape, ...pointers, ...matrix);
    if (answer === -1) throw new Fault('SolverFailure', 'HiGHS refused the stage problem.', { context: { shape } });
  }

  setCost(column: number, cost: number): void {
    this.#runtime.calls._Highs_changeColCost(this.#highs, column, cost);
  }

  /** Bounds are handed over as one range: ranges cost less than sets because HiGHS sorts and copies sets. */
  setRowBounds(first: number, lower: Float64Array, upper: Float64Array): void {
    const last = first + lower.length - 1;
    this.#runtime.calls._Highs_changeRowsBoundsByRange(this.#highs, first, last, ...this.#pair(lower, upper));
  }

  setColumnBounds(first: number, lower: Float64Array, upper: Float64Array): void {
    const last = first + lower.length - 1;
    this.#runtime.calls._Highs_changeColsBoundsByRange(this.#highs, first, last, ...this.#pair(lower, upper));
  }

  /** Rows from `first` on are at least this much. */
  raiseRows(first: number, count: number, least: (row: number) => number): void {
    const at = this.#runtime.reserve(16 * count);
    const { doubles } = this.#runtime;
    for (let k = 0; k < count; k++) doubles[at / 8 + k] = least(k);
    doubles.fill(Number.POSITIVE_INFINITY, at / 8 + count, at / 8 + 2 * count);
    this.#runtime.calls._Highs_changeRowsBoundsByRange(this.#highs, first, first + count - 1, at, at + 8 * count);
  }

  #pair(lower: Float64Array, upper: Float64Array): [number, number] {
    const count = lower.length;
    const at = this.#runtime.reserve(16 * count);
    this.#runtime.doubles.set(lower, at / 8);
    this.#runtime.doubles.set(upper, at / 8 + count);
    return [at, at + 8 * count];
  }

  /** Appends rows that have a lower bound only; `write` puts the entries of one, at most `width`, and gives its bound. */
  addRows(
    count: number,
    width: number,
    write: (row: number, put: (column: number, coefficient: number) => void) => number,
  ): void {
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
    for (let k = 0; k < count; k++) {
      integers[starts + k] = entries;
      doubles[lower + k] = write(k, put);
      doubles[upper + k] = Number.POSITIVE_INFINITY;
    }
    integers[starts + count] = entries;
    const pointers = [lower * 8, upper * 8, entries, starts * 4, index * 4, value * 8];
    this.#runtime.calls._Highs_addRows(this.#highs, count, ...pointers);
  }

  deleteRows(rows: readonly number[]): void {
    const at = this.#runtime.reserve(4 * rows.length);
    this.#runtime.integers.set(rows, at / 4);
    this.#runtime.calls._Highs_deleteRowsBySet(this.#highs, rows.length, at);
  }

  run(rung: Rung): { readonly status: SolveStatus; readonly pivots: number } {
    const { calls } = this.#runtime;
    if (rung !== 'warm') calls._Highs_clearSolver(this.#highs);
    if (rung === 'presolved') this.#choose('on', primalSimplex);
    const answer = calls._Highs_run(this.#highs);
    const pivots = this.#info('simplex_iteration_count');
    if (rung === 'presolved') this.#choose('off', dualSimplex);
    const code = answer === -1 ? -1 : calls._Highs_getModelStatus(this.#highs);
    return { status: statusOf.get(code) ?? 'failed', pivots };
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

  /** Gives the objective, and writes the rest for this many rows. */
  readSolution(rows: number, { x, d, activity, y }: SolutionPlaces): number {
    const columns = x.length;
    const at = this.#runtime.reserve(16 * (columns + rows));
    const rowsAt = at + 16 * columns;
    this.#runtime.calls._Highs_getSolution(this.#highs, at, at + 8 * columns, rowsAt, rowsAt + 8 * rows);
    const read = (from: number, count: number) => this.#runtime.doubles.subarray(from / 8, from / 8 + count);
    x.set(read(at, columns));
    d.set(read(at + 8 * columns, columns));
    activity.set(read(rowsAt, rows));
    y.set(read(rowsAt + 8 * rows, rows));
    return this.#runtime.calls._Highs_getObjectiveValue(this.#highs);
  }

  /** False when HiGHS has no ray. */
  readDualRay(rows: number, into: Float64Array): boolean {
    const at = this.#runtime.reserve(8 * (rows + 1));
    if (this.#runtime.calls._Highs_getDualRay(this.#highs, at, at + 8) === -1) return false;
    if (this.#runtime.integers[at / 4] === 0) return false;
    into.set(this.#runtime.doubles.subarray(at / 8 + 1, at / 8 + 1 + into.length));
    return true;
  }

  /** HiGHS's codes of columns and rows, valid until the next call; `known` says whether there is a basis. */
  basis(columns: number, rows: number): { readonly known: boolean; readonly codes: Int32Array } {
    const at = this.#runtime.reserve(4 * (columns + rows));
    const answer = this.#runtime.calls._Highs_getBasis(this.#highs, at, at + 4 * columns);
    return { known: answer !== -1, codes: this.#runtime.integers.subarray(at / 4, at / 4 + columns + rows) };
  }

  setBasis(columns: number, codes: Float64Array): void {
    const at = this.#runtime.reserve(4 * codes.length);
    this.#runtime.integers.set(codes, at / 4);
    this.#runtime.calls._Highs_setBasis(this.#highs, at, at + 4 * columns);
  }
}
