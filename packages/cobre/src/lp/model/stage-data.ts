import type { LpModel } from './lp-model.js';

/**
 * The bounds a solver works with: the model's, as changed since, and which range of them changed.
 */
export class StageData {
  readonly cost: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  rowFirst = 0;
  rowLast = -1;
  columnFirst = 0;
  columnLast = -1;
  readonly #model: LpModel;

  constructor(model: LpModel) {
    this.#model = model;
    this.cost = model.cost.slice();
    this.lower = model.lower.slice();
    this.upper = model.upper.slice();
    this.rowLower = model.rowLower.slice();
    this.rowUpper = model.rowUpper.slice();
    this.clean();
  }

  setRowShift(row: number, shift: number): void {
    this.setRowBounds(row, this.#model.rowLower[row]! + shift, this.#model.rowUpper[row]! + shift);
  }

  setRowBounds(row: number, lower: number, upper: number): void {
    if (this.rowLower[row] === lower && this.rowUpper[row] === upper) return;
    this.rowLower[row] = lower;
    this.rowUpper[row] = upper;
    if (row < this.rowFirst) this.rowFirst = row;
    if (row > this.rowLast) this.rowLast = row;
  }

  setColumnBounds(column: number, lower: number, upper: number): void {
    if (this.lower[column] === lower && this.upper[column] === upper) return;
    this.lower[column] = lower;
    this.upper[column] = upper;
    if (column < this.columnFirst) this.columnFirst = column;
    if (column > this.columnLast) this.columnLast = column;
  }

  /** Nothing has changed from here on. */
  clean(): void {
    this.rowFirst = this.rowLower.length;
    this.rowLast = -1;
    this.columnFirst = this.lower.length;
    this.columnLast = -1;
  }
}
