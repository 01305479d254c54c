/**
 * A basis kept as sparse LU factors and a list of changes, for stages too large for an explicit inverse.
 *
 * Solving with it goes through the factors and the list, forwards for columns and backwards for rows. Rows leave by Devex,
 * whose weights follow every exchange. After enough changes the caller computes the factors again; only then can cut rows
 * be removed.
 */

import { innerLoops } from '../inner-loops/inner-loops.js';
import type { CompactLp } from '../model/compact.js';
import { wearOf } from './basis.js';
import { ChangeList } from './change-list.js';
import { MatrixBasis } from './matrix-basis.js';
import { SparseLu } from './sparse-lu.js';
import { SparseVector } from './sparse-vector.js';

const refreshAfter = 72;
const cutsBetween = 24;

export class FactoredBasis extends MatrixBasis {
  #appended = 0;
  #wear = 0;
  #stale = false;
  readonly #changes: ChangeList;
  #right: Float64Array;
  #listed: Int32Array;
  /** What constraint rows have moved by since basic variables followed last. */
  readonly #moving: SparseVector;
  #moves = false;
  /** By pivot, by basis row and by constraint row; all empty between calls. */
  readonly #work: SparseVector;
  readonly #byPosition: SparseVector;
  readonly #byRow: SparseVector;
  #keptLu: SparseLu | undefined;
  #otherLu: SparseLu;

  constructor(lp: CompactLp, variables: number, cutColumns: Int32Array) {
    super(lp, variables, cutColumns);
    const room = lp.rowCount + 32;
    const { arena } = lp;
    this.#right = arena.numbers(room);
    this.#listed = arena.integers(room);
    this.#moving = new SparseVector(arena, room);
    this.#work = new SparseVector(arena, room);
    this.#byPosition = new SparseVector(arena, room);
    this.#byRow = new SparseVector(arena, room);
    this.#changes = new ChangeList(arena, room);
    this.#otherLu = new SparseLu(arena);
    const [work, byPosition, byRow] = [this.#work.record, this.#byPosition.record, this.#byRow.record];
    this.record.set({ moving: this.#moving.record });
    this.record.set({ work, byPosition, byRow, listed: this.#listed, changes: this.#changes.record });
    this.toSlackBasis();
  }

  get needsRefresh(): boolean {
    return this.#stale || this.#wear >= refreshAfter || this.#appended >= cutsBetween;
  }

  refactor(): boolean {
    this.#changes.clear();
    this.#appended = 0;
    this.#wear = 0;
    this.#stale = false;
    this.#forgetMoves();
    // New factors go where the kept ones are not.
    if (this.lu === this.#keptLu) this.#use(this.#otherLu);
    return this.factorColumns();
  }

  /** Right after the factors were computed, when there are no changes to remember. */
  override keep(): void {
    super.keep();
    if (this.#keptLu !== undefined && this.#keptLu !== this.lu) this.#otherLu = this.#keptLu;
    this.#keptLu = this.lu;
  }

  override recall(): void {
    super.recall();
    this.#forgetMoves();
    this.#changes.clear();
    this.#appended = 0;
    this.#wear = 0;
    this.#stale = false;
    if (this.lu !== this.#keptLu) this.#otherLu = this.lu;
    this.#use(this.#keptLu!);
  }

  #use(lu: SparseLu): void {
    this.lu = lu;
    this.record.set({ factors: lu.record });
  }

  loadRow(r: number): number {
    return innerLoops.loadRow(this.record.byteOffset, r, this.#changes.count);
  }

  loadColumn(v: number): number {
    this.columnCount = innerLoops.loadColumn(this.record.byteOffset, v, this.cuts, this.#changes.count);
    return this.columnCount;
  }

  pivot(r: number, v: number): void {
    const change = this.#changes.open(this.columnCount);
    const pivot = innerLoops.noteExchange(this.record.byteOffset, r, v, this.columnCount, change);
    this.#changes.close();
    this.#wear += wearOf(pivot);
    this.swap(r, v);
  }

  move(v: number, by: number): void {
    this.#moves = true;
    innerLoops.announce(this.record.byteOffset, v, by, this.cuts);
  }

  settle(x: Float64Array): number {
    if (!this.#moves) return 0;
    this.#moves = false;
    return innerLoops.settle(this.record.byteOffset, this.#changes.count, x.byteOffset);
  }

  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void {
    const r = this.addCut(variable, columns, coefficients, count);
    let weight = 1;
    let entries = 0;
    for (let k = 0; k < count; k++) {
      const v = columns[k]!;
      if (this.place[v]! < 0) continue;
      this.columnRow[entries] = this.place[v]!;
      this.columnValue[entries++] = coefficients[k]!;
      weight += coefficients[k]! * coefficients[k]! * this.edgeWeight[v]!;
    }
    innerLoops.noteCut(this.record.byteOffset, r, entries, this.#changes.open(entries));
    this.#changes.close();
    this.#appended++;
    // Exact for orthogonal rows; the first exchange of the new row uses its true length anyway.
    this.edgeWeight[variable] = weight;
  }

  forgetWeights(): void {
    this.edgeWeight.fill(1);
  }

  /** The factors become useless; the caller computes them again before anything else. */
  remove(r: number): void {
    this.dropCut(r);
    this.#stale = true;
  }

  computePrices(price: Float64Array): void {
    innerLoops.computePrices(this.record.byteOffset, this.rows, this.cuts, this.#changes.count, price.byteOffset);
  }

  computeValues(x: Float64Array): void {
    this.#forgetMoves();
    const right = this.#right;
    this.rightOfNonbasic(x, right);
    innerLoops.basicValues(this.record.byteOffset, right.byteOffset, this.rows, this.#changes.count, x.byteOffset);
  }

  #forgetMoves(): void {
    if (this.#moves) this.#moving.clear();
    this.#moves = false;
  }

  protected override widen(room: number): void {
    this.#right = this.lp.arena.widerNumbers(this.#right, room);
    this.#listed = this.lp.arena.widerIntegers(this.#listed, room);
    this.record.set({ listed: this.#listed });
    for (const vector of [this.#moving, this.#work, this.#byPosition, this.#byRow]) vector.resize(room);
    this.#changes.resize(room);
  }
}
