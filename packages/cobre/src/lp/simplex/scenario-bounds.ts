import type { CompactLp } from '../model/compact.js';
import type { LpModel } from '../model/lp-model.js';
import { StageData } from '../model/stage-data.js';
import type { Simplex } from './simplex.js';

/**
 * What a scenario changes between solves. A row whose bounds move together keeps the shape of its variable and only moves
 * its origin, which costs the simplex next to nothing; any other change lays the segments of its variable out anew.
 */
export class ScenarioBounds {
  /** Bounds and costs in force. */
  readonly data: StageData;
  /** The bounds the segments were laid out with; rows that merely moved differ from `data` by their origin. */
  readonly #laidOut: StageData;
  readonly #model: LpModel;
  readonly #lp: CompactLp;
  readonly #simplex: Simplex;
  readonly #origin: Float64Array;
  readonly #movedRows: Int32Array;
  readonly #isMoved: Uint8Array;
  #moved = 0;

  constructor(model: LpModel, laidOut: StageData, lp: CompactLp, simplex: Simplex) {
    this.data = new StageData(model);
    this.#laidOut = laidOut;
    this.#model = model;
    this.#lp = lp;
    this.#simplex = simplex;
    this.#origin = new Float64Array(model.rowCount);
    this.#movedRows = new Int32Array(model.rowCount);
    this.#isMoved = new Uint8Array(model.rowCount);
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    const laidOut = this.#laidOut;
    if (this.#lp.partOfRow[row]! >= 0) {
      this.#setPart(row, lower, upper);
      return;
    }
    this.data.setRowBounds(row, lower, upper);
    const [low, high] = [laidOut.rowLower[row]!, laidOut.rowUpper[row]!];
    const [byLow, byHigh] = [low === lower ? 0 : lower - low, high === upper ? 0 : upper - high];
    const free = low === -Infinity;
    if (free ? lower === low : high === Infinity ? upper === high : byLow === byHigh) {
      this.#moveRow(row, free ? byHigh : byLow);
      return;
    }
    laidOut.setRowBounds(row, lower, upper);
    this.#moveRow(row, 0);
    this.#layOut(this.#lp.variableOfRow[row]!);
  }

  /** A row that is a part of its variable's cost has no origin of its own. */
  #setPart(row: number, lower: number, upper: number): void {
    if (this.data.rowLower[row] === lower && this.data.rowUpper[row] === upper) return;
    this.data.setRowBounds(row, lower, upper);
    this.#laidOut.setRowBounds(row, lower, upper);
    this.#layOut(this.#lp.variableOfRow[row]!);
  }

  setRowShift(row: number, shift: number): void {
    const [low, high] = [this.#model.rowLower[row]!, this.#model.rowUpper[row]!];
    if (this.#lp.partOfRow[row]! >= 0) {
      this.#setPart(row, low + shift, high + shift);
      return;
    }
    this.data.setRowBounds(row, low + shift, high + shift);
    if (this.#laidOut.rowLower[row] === low && this.#laidOut.rowUpper[row] === high) this.#moveRow(row, shift);
    else this.setRowBounds(row, low + shift, high + shift);
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    if (this.data.lower[column] === lower && this.data.upper[column] === upper) return;
    this.data.setColumnBounds(column, lower, upper);
    this.#laidOut.setColumnBounds(column, lower, upper);
    this.#layOut(this.#lp.variableOf[column]!);
  }

  setCost(column: number, cost: number): void {
    if (this.data.cost[column] === cost) return;
    this.data.cost[column] = cost;
    this.#laidOut.cost[column] = cost;
    this.#layOut(this.#lp.variableOf[column]!);
  }

  /** Moves the variables of the rows that moved since the last solve. */
  apply(): void {
    const simplex = this.#simplex;
    const { origin } = this.#lp.segments;
    for (let k = 0; k < this.#moved; k++) {
      const row = this.#movedRows[k]!;
      const v = this.#lp.variableOfRow[row]!;
      this.#isMoved[row] = 0;
      if (simplex.stale) origin[v] = this.#origin[row]!;
      else simplex.moveOrigin(v, this.#origin[row]!);
    }
    this.#moved = 0;
  }

  #layOut(v: number): void {
    this.#lp.segments.rebuild(v);
    this.#simplex.stale = true;
  }

  #moveRow(row: number, shift: number): void {
    const target = shift * this.#lp.rowScale[row]!;
    if (this.#origin[row] === target) return;
    this.#origin[row] = target;
    if (this.#isMoved[row] === 1) return;
    this.#isMoved[row] = 1;
    this.#movedRows[this.#moved++] = row;
  }
}
