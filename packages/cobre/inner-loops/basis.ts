import { Integers, Numbers } from './arrays';
import { Changes } from './changes';
import { Factors } from './factors';
import { MarkedVector, SparseVector } from './sparse-vector';

/** A basis as factors and changes; see `src/lp/bases/factored-basis.ts`. */
@unmanaged
export class Basis {
  rowCount: i32;
  columnCount: i32;
  /** The matrix by columns, then by rows with nonbasic columns first. */
  start: Integers;
  index: Integers;
  value: Numbers;
  rowStart: Integers;
  rowEnd: Integers;
  rowColumn: Integers;
  rowEntry: Numbers;
  /** Place of each entry of the matrix by columns, and the entry at each place. */
  rowPlaceOf: Integers;
  rowEntryAt: Integers;
  /** Cut rows, densely over the columns that cuts may speak of. */
  cutWidth: i32;
  cutColumns: Integers;
  cutColumnOf: Integers;
  cutVariable: Integers;
  cutCoefficients: Numbers;
  place: Integers;
  /** Weights of dual steepest edge or Devex by variable. */
  edgeWeight: Numbers;
  basic: Integers;
  nonbasic: Integers;
  /** Where a nonbasic variable stands in that list. */
  position: Integers;
  /** The loaded row and column. */
  rowVariable: Integers;
  rowValue: Numbers;
  columnRow: Integers;
  columnValue: Numbers;
  /** Squared length of the loaded row of the inverse. */
  rhoNorm: Numbers;
  alpha: MarkedVector;
  /** What the constraint rows have moved by since basic variables followed last. */
  moving: SparseVector;
  /** By pivot, by basis row and by constraint row; all empty between calls. */
  work: SparseVector;
  byPosition: SparseVector;
  byRow: SparseVector;
  listed: Integers;
  changes: Changes;
  factors: Factors;

  /** Puts a right-hand side by constraint row where the solve begins. Rows appended since come in after the factors. */
  @inline
  put(row: i32, value: f64): void {
    if (row < this.factors.size) this.work.add(this.factors.pivotOfRow[row], value);
    else this.byPosition.add(row, value);
  }

  /** Constraint row of a row or cut variable. */
  rowOf(v: i32, cuts: i32): i32 {
    if (v < this.columnCount + this.rowCount) return v - this.columnCount;
    for (let k = 0; k < cuts; k++) if (this.cutVariable[k] == v) return this.rowCount + k;
    return -1;
  }
}
