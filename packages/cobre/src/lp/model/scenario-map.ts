import type { StageSolver } from '../solver.js';

/** One term of the map: `coefficient · state[source]` or `coefficient · noise[source]` in a row or a state constant. */
export interface MapTerm {
  readonly target: number;
  readonly source: number;
  readonly coefficient: number;
}

export interface ScenarioTerms {
  /** Shift of a row that does not depend on the scenario; add it to the model's bounds where possible instead. */
  readonly rowBase?: readonly { readonly target: number; readonly value: number }[];
  readonly rowByState: readonly MapTerm[];
  readonly rowByNoise: readonly MapTerm[];
  /** Outgoing states without a column: their value as an affine function of incoming state and noise. */
  readonly constantBase?: readonly { readonly target: number; readonly value: number }[];
  readonly constantByState: readonly MapTerm[];
  readonly constantByNoise: readonly MapTerm[];
}

interface Sparse {
  readonly target: Int32Array;
  readonly source: Int32Array;
  readonly coefficient: Float64Array;
}

/**
 * How incoming state and noise reach the right-hand sides of a stage, and how duals travel back to become slopes.
 *
 * Only rows that the map mentions are touched; every `apply` rewrites all of them, so it can follow anything.
 */
export class ScenarioMap {
  readonly rows: Int32Array;
  readonly constants: Int32Array;
  readonly #rowBase: Float64Array;
  readonly #constantBase: Float64Array;
  readonly #rowShift: Float64Array;
  readonly #constantValue: Float64Array;
  readonly #constantDual: Float64Array;
  /** Rows that the state reaches, as places of `rows`, and their duals: a row with a long memory is asked for once. */
  readonly #reached: Int32Array;
  readonly #rowDual: Float64Array;
  readonly #rowByState: Sparse;
  readonly #rowByNoise: Sparse;
  readonly #constantByState: Sparse;
  readonly #constantByNoise: Sparse;

  constructor(terms: ScenarioTerms) {
    const rowBase = terms.rowBase ?? [];
    const constantBase = terms.constantBase ?? [];
    this.rows = targetsOf(rowBase, terms.rowByState, terms.rowByNoise);
    this.constants = targetsOf(constantBase, terms.constantByState, terms.constantByNoise);
    this.#rowBase = baseOf(this.rows, rowBase);
    this.#constantBase = baseOf(this.constants, constantBase);
    this.#rowShift = new Float64Array(this.rows.length);
    this.#constantValue = new Float64Array(this.constants.length);
    this.#constantDual = new Float64Array(this.constants.length);
    this.#rowByState = compact(terms.rowByState, this.rows);
    this.#rowByNoise = compact(terms.rowByNoise, this.rows);
    this.#reached = Int32Array.from(new Set(this.#rowByState.target));
    this.#rowDual = new Float64Array(this.rows.length);
    this.#constantByState = compact(terms.constantByState, this.constants);
    this.#constantByNoise = compact(terms.constantByNoise, this.constants);
  }

  /** Sets the scenario in a solver. */
  apply(solver: StageSolver, state: Float64Array, noise: Float64Array): void {
    this.#rowShift.set(this.#rowBase);
    accumulate(this.#rowByState, state, this.#rowShift);
    accumulate(this.#rowByNoise, noise, this.#rowShift);
    solver.setRowShifts(this.rows, this.#rowShift);
    this.#constantValue.set(this.#constantBase);
    accumulate(this.#constantByState, state, this.#constantValue);
    accumulate(this.#constantByNoise, noise, this.#constantValue);
    for (let k = 0; k < this.constants.length; k++) {
      solver.setStateConstant(this.constants[k]!, this.#constantValue[k]!);
    }
  }

  /** Adds `weight · d optimum / d incoming state` of the last solve to `slope`. */
  addSlopes(solver: StageSolver, weight: number, slope: Float64Array): void {
    const byRow = this.#rowByState;
    const rowDual = this.#rowDual;
    for (let k = 0; k < this.#reached.length; k++) {
      const at = this.#reached[k]!;
      rowDual[at] = solver.rowDual(this.rows[at]!);
    }
    for (let k = 0; k < byRow.target.length; k++) {
      const dual = rowDual[byRow.target[k]!]!;
      if (dual !== 0) slope[byRow.source[k]!]! += weight * dual * byRow.coefficient[k]!;
    }
    const byConstant = this.#constantByState;
    if (byConstant.target.length === 0) return;
    const constantDual = this.#constantDual;
    for (let k = 0; k < constantDual.length; k++) constantDual[k] = solver.stateConstantDual(this.constants[k]!);
    for (let k = 0; k < byConstant.target.length; k++) {
      const dual = constantDual[byConstant.target[k]!]!;
      if (dual !== 0) slope[byConstant.source[k]!]! += weight * dual * byConstant.coefficient[k]!;
    }
  }

  /** The value last applied to an outgoing state without a column. */
  constantValue(state: number): number {
    const at = this.constants.indexOf(state);
    return at < 0 ? 0 : this.#constantValue[at]!;
  }
}

function targetsOf(...terms: (readonly { readonly target: number }[])[]): Int32Array {
  const targets = new Set(terms.flatMap((list) => list.map((term) => term.target)));
  return Int32Array.from([...targets].sort((a, b) => a - b));
}

function baseOf(targets: Int32Array, base: readonly { readonly target: number; readonly value: number }[]) {
  const values = new Float64Array(targets.length);
  for (const { target, value } of base) values[targets.indexOf(target)]! += value;
  return values;
}

function compact(terms: readonly MapTerm[], targets: Int32Array): Sparse {
  const place = new Map([...targets].map((target, k) => [target, k]));
  return {
    target: Int32Array.from(terms, (term) => place.get(term.target) ?? 0),
    source: Int32Array.from(terms, (term) => term.source),
    coefficient: Float64Array.from(terms, (term) => term.coefficient),
  };
}

function accumulate(map: Sparse, values: Float64Array, into: Float64Array): void {
  const { target, source, coefficient } = map;
  for (let k = 0; k < target.length; k++) into[target[k]!]! += coefficient[k]! * values[source[k]!]!;
}
