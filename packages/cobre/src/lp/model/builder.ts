import { Fault } from '@quadrivium/kernel/fault';
import type { LpModel } from './lp-model.js';

interface Growing {
  readonly lower: number[];
  readonly upper: number[];
  readonly names: string[];
}

/**
 * Collects columns, rows and entries in any order and sorts them into an `LpModel`.
 *
 * Entries given twice for the same place are added, so a constraint may contribute to a row from several files.
 * Names are for people: they appear in messages and, with `keepNames`, in the model.
 */
export class LpBuilder {
  offset = 0;
  readonly #columns: Growing & { readonly cost: number[] } = { lower: [], upper: [], names: [], cost: [] };
  readonly #rows: Growing = { lower: [], upper: [], names: [] };
  readonly #entryRow: number[] = [];
  readonly #entryColumn: number[] = [];
  readonly #entryValue: number[] = [];

  get columnCount(): number {
    return this.#columns.lower.length;
  }

  get rowCount(): number {
    return this.#rows.lower.length;
  }

  /** The new column's index. */
  column(name: string, lower = 0, upper = Number.POSITIVE_INFINITY, cost = 0): number {
    refuseCrossed('column', name, lower, upper);
    refuseNonFinite('cost', name, cost);
    this.#columns.cost.push(cost);
    return push(this.#columns, name, lower, upper);
  }

  /** The new row's index; `lower === upper` makes an equation. */
  row(name: string, lower: number, upper: number): number {
    refuseCrossed('row', name, lower, upper);
    return push(this.#rows, name, lower, upper);
  }

  /** Adds `value · x[column]` to a row. */
  entry(row: number, column: number, value: number): this {
    if (row < 0 || row >= this.rowCount || column < 0 || column >= this.columnCount) {
      throw new Fault('SolverFailure', `Entry (${row}, ${column}) lies outside an LP of ${this.rowCount} rows.`);
    }
    refuseNonFinite('coefficient', this.#columns.names[column]!, value);
    this.#entryRow.push(row);
    this.#entryColumn.push(column);
    this.#entryValue.push(value);
    return this;
  }

  setColumn(column: number, lower: number, upper: number, cost = this.#columns.cost[column]!): this {
    refuseCrossed('column', this.#columns.names[column]!, lower, upper);
    this.#columns.lower[column] = lower;
    this.#columns.upper[column] = upper;
    this.#columns.cost[column] = cost;
    return this;
  }

  setRow(row: number, lower: number, upper: number): this {
    refuseCrossed('row', this.#rows.names[row]!, lower, upper);
    this.#rows.lower[row] = lower;
    this.#rows.upper[row] = upper;
    return this;
  }

  build(options: { readonly keepNames?: boolean } = {}): LpModel {
    return {
      columnCount: this.columnCount,
      rowCount: this.rowCount,
      cost: Float64Array.from(this.#columns.cost),
      lower: Float64Array.from(this.#columns.lower),
      upper: Float64Array.from(this.#columns.upper),
      rowLower: Float64Array.from(this.#rows.lower),
      rowUpper: Float64Array.from(this.#rows.upper),
      offset: this.offset,
      ...this.#matrix(),
      ...(options.keepNames ? { names: { columns: [...this.#columns.names], rows: [...this.#rows.names] } } : {}),
    };
  }

  #matrix(): Pick<LpModel, 'start' | 'index' | 'value'> {
    const order = this.#entryValue.map((_, k) => k).sort((a, b) => this.#compare(a, b));
    const start = new Int32Array(this.columnCount + 1);
    const index: number[] = [];
    const value: number[] = [];
    let last = -1;
    for (const k of order) {
      const merges = last >= 0 && this.#compare(last, k) === 0;
      if (merges) value[value.length - 1]! += this.#entryValue[k]!;
      else {
        index.push(this.#entryRow[k]!);
        value.push(this.#entryValue[k]!);
        start[this.#entryColumn[k]! + 1]! += 1;
      }
      last = k;
    }
    for (let j = 0; j < this.columnCount; j++) start[j + 1]! += start[j]!;
    return { start, index: Int32Array.from(index), value: Float64Array.from(value) };
  }

  #compare(a: number, b: number): number {
    return this.#entryColumn[a]! - this.#entryColumn[b]! || this.#entryRow[a]! - this.#entryRow[b]!;
  }
}

function push(into: Growing, name: string, lower: number, upper: number): number {
  into.names.push(name);
  into.lower.push(lower);
  into.upper.push(upper);
  return into.lower.length - 1;
}

function refuseCrossed(what: string, name: string, lower: number, upper: number): void {
  if (lower <= upper && lower < Number.POSITIVE_INFINITY && upper > Number.NEGATIVE_INFINITY) return;
  throw new Fault('SolverFailure', `The ${what} ${name} has no room between its bounds ${lower} and ${upper}.`, {
    context: { [what]: name, lower, upper },
  });
}

function refuseNonFinite(what: string, name: string, value: number): void {
  if (Number.isFinite(value)) return;
  throw new Fault('SolverFailure', `A ${what} of ${name} is ${value}.`, { context: { name, value } });
}
