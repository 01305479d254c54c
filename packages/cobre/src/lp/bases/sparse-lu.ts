/**
 * Sparse LU factors of a basis matrix, for bases of a few dozen to a few thousand rows that are nearly triangular.
 *
 * Columns with one remaining entry, then rows with one remaining entry, are pivots that need no arithmetic; in
 * hydrothermal stages that is most of the matrix. What is left, the nucleus, is eliminated in a dense square, choosing
 * short columns and rows among acceptable pivots (Markowitz). Row space is constraint rows, column space is positions.
 */
import type { Arena } from '../inner-loops/arena.js';
import { innerLoops } from '../inner-loops/inner-loops.js';
import { LoopRecord } from '../inner-loops/record.js';
import type { SparseVector } from './sparse-vector.js';
import { Triangle } from './triangle.js';

const fields = [
  ...(['rowOf', 'positionOf', 'pivotOfRow', 'pivotOfPosition', 'pivotInverse'] as const),
  ...(['upperRows', 'upperColumns', 'lowerColumns', 'lowerRows', 'size'] as const),
];

/** The work space of finding factors, of which rows and columns have so many places each. */
const byRow = [
  ...(['rowLeft', 'columnLeft', 'rowDone', 'columnDone', 'rowsStart', 'queue'] as const),
  ...(['rows', 'columns', 'inRow', 'inColumn'] as const),
];
const workFields = [
  ...(['factors', 'rowLeft', 'columnLeft', 'rowDone', 'columnDone', 'rowsStart', 'rowsColumn', 'rowsEntry'] as const),
  ...(['queue', 'nucleus', 'rows', 'columns', 'inRow', 'inColumn', 'multiple'] as const),
  ...(['pivots', 'upperEntries', 'lowerEntries'] as const),
];

export class SparseLu {
  size = 0;
  /** Pivot k eliminates constraint row `rowOf[k]` and position `positionOf[k]`; and the other way round. */
  rowOf: Int32Array;
  positionOf: Int32Array;
  pivotOfRow: Int32Array;
  pivotOfPosition: Int32Array;
  readonly record: LoopRecord<(typeof fields)[number]>;
  /** U by rows and by columns, L (multiples of a pivot row that were subtracted from later ones) by columns and by rows. */
  readonly #upper: readonly [rows: Triangle, columns: Triangle];
  readonly #lower: readonly [columns: Triangle, rows: Triangle];
  readonly #arena: Arena;
  readonly #work: LoopRecord<(typeof workFields)[number]>;
  #pivotInverse: Float64Array;
  #multiple: Float64Array;
  #nucleus: Float64Array;
  readonly #byRow: Record<(typeof byRow)[number], Int32Array>;
  #rowsColumn: Int32Array;
  #rowsEntry: Int32Array;

  constructor(arena: Arena) {
    const none = () => arena.integers(0);
    this.#arena = arena;
    [this.rowOf, this.positionOf, this.pivotOfRow, this.pivotOfPosition] = [none(), none(), none(), none()];
    [this.#pivotInverse, this.#multiple, this.#nucleus] = [arena.numbers(0), arena.numbers(0), arena.numbers(0)];
    [this.#rowsColumn, this.#rowsEntry] = [none(), none()];
    this.#byRow = Object.fromEntries(byRow.map((name) => [name, none()])) as Record<(typeof byRow)[number], Int32Array>;
    this.#upper = [new Triangle(arena), new Triangle(arena)];
    this.#lower = [new Triangle(arena), new Triangle(arena)];
    this.record = new LoopRecord(arena, fields);
    this.record.set({ upperRows: this.#upper[0].record, upperColumns: this.#upper[1].record });
    this.record.set({ lowerColumns: this.#lower[0].record, lowerRows: this.#lower[1].record });
    this.#work = new LoopRecord(arena, workFields);
    this.#work.set({ factors: this.record });
  }

  /**
   * Factors the matrix whose columns are given by `start`, `index`, `value`, lists of the same memory; false when it is
   * singular.
   */
  factor(size: number, start: Int32Array, index: Int32Array, value: Float64Array): boolean {
    const work = this.#work.byteOffset;
    const [starts, indices, values] = [start.byteOffset, index.byteOffset, value.byteOffset];
    this.size = size;
    this.#makeRoom(size, start[size]!);
    const left = innerLoops.pivotSingletons(work, size, starts, indices, values);
    if (left < 0) return false;
    this.#makeRoomForNucleus(left, start[size]!);
    if (left > 0 && innerLoops.eliminateNucleus(work, left, starts, indices, values) === 0) return false;
    innerLoops.numberPivots(work);
    return true;
  }

  /** Solves B x = a, where `vector` holds a by the pivot of its row and is left with x by the pivot of its position. */
  solve(vector: SparseVector): void {
    innerLoops.solve(this.record.byteOffset, vector.record.byteOffset);
  }

  #makeRoom(size: number, entries: number): void {
    if (this.rowOf.length < size) this.#makeRoomForRows(size + 32);
    for (const triangle of [this.#upper[0], this.#lower[0]]) triangle.makeRoomForEntries(entries);
    if (this.#rowsColumn.length >= entries) return;
    this.#rowsColumn = this.#arena.widerIntegers(this.#rowsColumn, 2 * entries);
    this.#rowsEntry = this.#arena.widerIntegers(this.#rowsEntry, 2 * entries);
    this.#work.set({ rowsColumn: this.#rowsColumn, rowsEntry: this.#rowsEntry });
  }

  /** Singletons bring no entries but those of the matrix, the nucleus at most as many as its triangles have. */
  #makeRoomForNucleus(n: number, entries: number): void {
    const most = entries + (n * (n - 1)) / 2;
    for (const triangle of [...this.#upper, ...this.#lower]) triangle.makeRoomForEntries(most);
    if (this.#nucleus.length >= n * n) return;
    this.#nucleus = this.#arena.widerNumbers(this.#nucleus, 2 * n * n);
    this.#work.set({ nucleus: this.#nucleus });
  }

  #makeRoomForRows(size: number): void {
    const arena = this.#arena;
    this.rowOf = arena.widerIntegers(this.rowOf, size);
    this.positionOf = arena.widerIntegers(this.positionOf, size);
    this.pivotOfRow = arena.widerIntegers(this.pivotOfRow, size);
    this.pivotOfPosition = arena.widerIntegers(this.pivotOfPosition, size);
    this.#pivotInverse = arena.widerNumbers(this.#pivotInverse, size);
    this.#multiple = arena.widerNumbers(this.#multiple, size);
    for (const name of byRow) this.#byRow[name] = arena.widerIntegers(this.#byRow[name], size + 1);
    for (const triangle of [...this.#upper, ...this.#lower]) triangle.makeRoom(size);
    const { rowOf, positionOf, pivotOfRow, pivotOfPosition } = this;
    this.record.set({ rowOf, positionOf, pivotOfRow, pivotOfPosition, pivotInverse: this.#pivotInverse });
    this.#work.set({ ...this.#byRow, multiple: this.#multiple });
  }
}
