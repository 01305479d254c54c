/**
 * What the simplex needs to know of a basis. `T` is the tableau: `x(basic r) + Σ_v T[r,v] · x(nonbasic v) = 0`.
 *
 * Members: `Tableau` keeps T itself and suits small stages; `FactoredBasis` keeps a sparse factorisation and suits large
 * ones. Loaded rows and columns stay valid until the next load of the same kind.
 */
export interface Basis {
  readonly rows: number;
  /** Variable of each row. */
  readonly basic: Int32Array;
  /** The nonbasic variables, as many as there are columns. */
  readonly nonbasic: Int32Array;
  /** Row of a basic variable; negative for all others. */
  readonly place: Int32Array;

  readonly rowVariable: Int32Array;
  readonly rowValue: Float64Array;
  /** Finds the non-zeros of row r of T; returns how many. */
  loadRow(r: number): number;

  readonly columnRow: Int32Array;
  readonly columnValue: Float64Array;
  /** Finds the non-zeros of a nonbasic variable's column of T; returns how many. */
  loadColumn(v: number): number;

  /**
   * The row with the largest infeasibility for its length among those that do not wait, or -1. Lists go by row;
   * infeasibilities are squared, and zero where there is none, and bits tell where there are some.
   */
  leavingRow(infeasibility: Float64Array, waits: Int32Array, isInfeasible: Int32Array): number;
  /** Exchanges the variable of row r with v; both are loaded. */
  pivot(r: number, v: number): void;
  /**
   * Announces that a variable moves, `settle` lets the basic ones follow. For a basic row variable it means that its row is
   * off by that much, which is how residuals are corrected. It returns how many rows followed, listed in `columnRow`, or
   * `anyRow` where that is not known.
   */
  move(v: number, by: number): void;
  settle(x: Float64Array): number;

  /** Adds the row `x(variable) = Σ coefficient · x(column)`, its variable basic. */
  append(variable: number, columns: Int32Array, coefficients: Float64Array, count: number): void;
  /** Deletes a row together with its basic variable. */
  remove(r: number): void;
  toSlackBasis(): void;
  /** From the slack basis with its cuts appended to the basis of exactly the marked variables; false if it is none. */
  reach(isBasic: Uint8Array): boolean;

  /** Remembers the basis as it is; `recall` returns to it, bit for bit and without computing anything. */
  keep(): void;
  recall(): void;

  /** `Σ cost(basic) · T`, into `price` of the nonbasic variables; costs of basic variables stand in `price` already. */
  computePrices(price: Float64Array): void;
  /** The basic variables' values from the nonbasic ones'. */
  computeValues(x: Float64Array): void;
  /** Weights of dual steepest edge or Devex by variable, where the member keeps them; part of a snapshot. */
  readonly edgeWeight: Float64Array;
  /** Sets all weights to one, where they are estimates. */
  forgetWeights?(): void;
  /** Computes the same basis again from the matrix, where that can be done in place; false when it is singular. */
  refactor?(): boolean;
  /** True when so many exchanges have happened that the basis should be computed again from the matrix. */
  readonly needsRefresh: boolean;
}

/** Any row may have followed. */
export const anyRow = -1;

/** How much an exchange wears the basis out: one, and more on small pivots, whose errors the next exchanges inherit. */
export function wearOf(pivot: number): number {
  const size = Math.abs(pivot);
  return size > 1e-3 ? 1 : size > 1e-5 ? 10 : 60;
}
