/**
 * A linear program in columns: minimise `offset + cost·x` subject to `rowLower <= A x <= rowUpper`, `lower <= x <= upper`.
 * Missing bounds are infinite. A is stored by columns (`start`, `index`, `value`), entries of a column in row order.
 */
export interface LpModel {
  readonly columnCount: number;
  readonly rowCount: number;
  readonly cost: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  readonly start: Int32Array;
  readonly index: Int32Array;
  readonly value: Float64Array;
  readonly rowLower: Float64Array;
  readonly rowUpper: Float64Array;
  readonly offset: number;
  /** Kept only when the builder was asked to, because a stage has thousands of them. */
  readonly names?: { readonly columns: readonly string[]; readonly rows: readonly string[] };
}
