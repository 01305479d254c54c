import type { Basis } from '../bases/basis.js';
import type { Arena } from '../inner-loops/arena.js';
import { innerLoops } from '../inner-loops/inner-loops.js';
import { LoopRecord } from '../inner-loops/record.js';

export const feasibilityTolerance = 1e-9;

interface Values {
  readonly x: Float64Array;
  /** Bounds of the segment that a basic variable lies in. */
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Which rows are infeasible and by how much, kept up to date exchange by exchange, and which of them leaves. */
export class InfeasibleRows {
  readonly #basis: Basis;
  readonly #arena: Arena;
  readonly #record: LoopRecord<'x' | 'low' | 'high' | 'infeasibility' | 'isInfeasible'>;
  /** By row: how far its variable lies outside its segment, squared; zero within tolerance. */
  #infeasibility: Float64Array;
  /** A bit for each row where that is not zero. */
  #isInfeasible: Int32Array;
  /** Rows that wait for a better pivot, and how many there are; less than none when nothing else was left to do. */
  #waits: Int32Array;
  #waiting = 0;
  readonly #single: Int32Array;

  constructor(arena: Arena, basis: Basis, values: Values) {
    this.#basis = basis;
    this.#arena = arena;
    this.#infeasibility = arena.numbers(0);
    this.#isInfeasible = arena.integers(0);
    this.#waits = arena.integers(0);
    this.#single = arena.integers(1);
    this.#record = new LoopRecord(arena, ['x', 'low', 'high', 'infeasibility', 'isInfeasible']);
    this.#record.set({ x: values.x, low: values.low, high: values.high });
  }

  /** The row with the largest infeasibility for its length, or -1. */
  leaving(): number {
    const r = this.#largest();
    if (r >= 0 || this.#waiting === 0) return r;
    this.#waits.fill(0);
    // Nothing else is left to do: now they take what they get.
    this.#waiting = -1;
    return this.#largest();
  }

  #largest(): number {
    return this.#basis.leavingRow(this.#infeasibility, this.#waits, this.#isInfeasible);
  }

  measureAll(): void {
    const { rows, basic } = this.#basis;
    if (this.#infeasibility.length < rows) this.#makeRoom(rows + 32);
    this.forgetWaiting();
    innerLoops.measureAll(this.#record.byteOffset, basic.byteOffset, rows, feasibilityTolerance);
  }

  /** Measures the first rows that the loaded column lists. */
  measureColumn(count: number): void {
    const { basic, columnRow } = this.#basis;
    this.#measureListed(basic, columnRow, count);
  }

  measure(r: number): void {
    this.#single[0] = r;
    this.#measureListed(this.#basis.basic, this.#single, 1);
  }

  #measureListed(basic: Int32Array, rows: Int32Array, count: number): void {
    const position = this.#record.byteOffset;
    innerLoops.measureListed(position, basic.byteOffset, rows.byteOffset, count, feasibilityTolerance);
  }

  /** Basic variables follow an entering one that moves by `by` along the loaded column. */
  moveAlong(count: number, by: number): void {
    const { basic, columnRow, columnValue } = this.#basis;
    const [rows, values] = [columnRow.byteOffset, columnValue.byteOffset];
    innerLoops.moveAlong(this.#record.byteOffset, basic.byteOffset, rows, values, count, by);
  }

  /** Whether a row may be told to wait for others. */
  get mayWait(): boolean {
    return this.#waiting >= 0;
  }

  postpone(r: number): void {
    this.#waits[r] = 1;
    this.#waiting++;
  }

  forgetWaiting(): void {
    if (this.#waiting > 0) this.#waits.fill(0);
    this.#waiting = 0;
  }

  #makeRoom(rows: number): void {
    this.#infeasibility = this.#arena.widerNumbers(this.#infeasibility, rows);
    this.#waits = this.#arena.widerIntegers(this.#waits, rows).fill(0);
    this.#isInfeasible = this.#arena.widerIntegers(this.#isInfeasible, (rows + 31) >> 5);
    this.#record.set({ infeasibility: this.#infeasibility, isInfeasible: this.#isInfeasible });
  }
}
