import type { CutValues } from '../cuts/cut-values.js';
import type { WorkingSet } from '../cuts/working-set.js';
import type { CompactLp } from '../model/compact.js';
import type { StageData } from '../model/stage-data.js';
import { type BasisCodes, basisCode } from '../solver.js';
import type { Simplex } from './simplex.js';

interface WarmStartParts {
  readonly lp: CompactLp;
  readonly simplex: Simplex;
  readonly data: StageData;
  /** Without cuts both are absent. */
  readonly values: CutValues | undefined;
  readonly working: WorkingSet | undefined;
}

/**
 * Where a solve starts from: the basis of the last one, a snapshot, or the slack basis (a cold start).
 *
 * A snapshot is zero or one and the number of cuts known, the cuts in their slots, for each variable its segment (as -1 - segment where it is basic), and the
 * edge weights.
 */
export class WarmStart {
  /** The next solve starts from the slack basis. */
  isCold = true;
  /** How many cuts of the pool there were when the basis was last solved with, where that matters. */
  knownCuts = 0;
  readonly #lp: CompactLp;
  readonly #simplex: Simplex;
  readonly #data: StageData;
  readonly #values: CutValues | undefined;
  readonly #working: WorkingSet | undefined;
  readonly #isBasic: Uint8Array;
  /** The snapshot whose basis is kept; chains start from the same one many times. */
  readonly #kept: Float64Array;

  constructor({ lp, simplex, data, values, working }: WarmStartParts) {
    this.#lp = lp;
    this.#simplex = simplex;
    this.#data = data;
    this.#values = values;
    this.#working = working;
    this.#isBasic = new Uint8Array(simplex.x.length);
    this.#kept = new Float64Array(1 + (working?.cutOf.length ?? 0) + simplex.x.length);
  }

  get snapshotSize(): number {
    return this.#kept.length + this.#simplex.basis.edgeWeight.length;
  }

  snapshot(into: Float64Array): void {
    const cutOf = this.#working?.cutOf ?? new Int32Array(0);
    const { segment, basis } = this.#simplex;
    into[0] = this.isCold ? 0 : 1 + this.knownCuts;
    into.set(cutOf, 1);
    for (let v = 0; v < segment.length; v++) {
      const segmentOf = segment[v]!;
      into[1 + cutOf.length + v] = basis.place[v]! >= 0 ? -1 - segmentOf : segmentOf;
    }
    into.set(basis.edgeWeight, this.#kept.length);
  }

  restore(from: Float64Array): void {
    this.reset();
    this.#takeShiftsBack();
    if (from[0] === 0) return;
    this.knownCuts = from[0]! - 1;
    const first = 1 + (this.#working?.cutOf.length ?? 0);
    const cuts = from.subarray(1, first);
    for (let slot = 0; slot < cuts.length; slot++) {
      if (cuts[slot]! >= 0 && this.#values!.cuts.active[cuts[slot]!] === 0) return;
    }
    this.#values?.refresh();
    this.#readSegments(from, first);
    const { basis } = this.#simplex;
    if (this.#isKept(from)) {
      basis.recall();
      this.#working?.adopt(cuts);
      this.isCold = false;
    } else {
      this.isCold = !this.#reach(cuts);
      this.#keep(from);
    }
    basis.edgeWeight.set(from.subarray(this.#kept.length, this.#kept.length + basis.edgeWeight.length));
    this.#simplex.stale = true;
  }

  reset(): void {
    this.#values?.forget();
    this.isCold = true;
    this.knownCuts = 0;
  }

  /** Snapshots name cuts of the pool; a larger pool invalidates the one that is kept. */
  forgetKept(): void {
    this.#kept[0] = 0;
  }

  /** Computes the basis again from the matrix: errors of many exchanges disappear. */
  refactor(): void {
    const { basis } = this.#simplex;
    if (basis.refactor !== undefined) {
      this.#working?.tidy();
      if (!basis.refactor()) this.startCold();
    } else {
      for (let v = 0; v < this.#isBasic.length; v++) this.#isBasic[v] = basis.place[v]! >= 0 ? 1 : 0;
      if (!this.#reach(this.#working?.cutOf.slice() ?? [])) this.startCold();
    }
    this.#simplex.stale = true;
  }

  startCold(): void {
    const simplex = this.#simplex;
    const { columnCount, rowCount } = this.#lp;
    simplex.basis.toSlackBasis();
    this.#working?.clear();
    simplex.segment.fill(0);
    this.#takeShiftsBack();
    for (let v = columnCount; v < columnCount + rowCount; v++) simplex.segment[v] = cheapest(this.#lp, v);
    this.#holdFreeThetas();
    this.knownCuts = 0;
    this.isCold = false;
    simplex.stale = true;
  }

  /** A snapshot as statuses of the model's columns and rows, and of the cuts that were rows. */
  describe(snapshot: Float64Array): BasisCodes | null {
    if (snapshot.length === 0 || snapshot[0] === 0) return null;
    const lp = this.#lp;
    const slots = this.#working?.cutOf.length ?? 0;
    const held = [...snapshot.subarray(1, 1 + slots).keys()].filter((slot) => snapshot[1 + slot]! >= 0);
    const columns = new Uint8Array(this.#data.cost.length);
    const modelRows = this.#data.rowLower.length;
    const rows = new Uint8Array(modelRows + held.length);
    const code = (v: number) => snapshot[1 + slots + v]!;
    for (let v = 0; v < lp.columnCount + lp.rowCount; v++) {
      const isBasic = code(v) < 0;
      lp.segments.describe(v, isBasic ? -1 - code(v) : code(v), isBasic, (column, where, row) => {
        if (column >= 0) columns[column] = where;
        else rows[row] = where;
      });
    }
    held.forEach((slot, k) => {
      const isBasic = code(lp.columnCount + lp.rowCount + slot) < 0;
      rows[modelRows + k] = isBasic ? basisCode.basic : basisCode.lower;
    });
    return { columns, rows, cutRows: held.length };
  }

  /** A solve that found no optimum leaves its costs apart; whoever starts elsewhere must not see where it was. */
  #takeShiftsBack(): void {
    this.#simplex.segments.restoreCosts();
    this.#simplex.shifted = false;
  }

  #readSegments(from: Float64Array, first: number): void {
    const { segment } = this.#simplex;
    for (let v = 0; v < segment.length; v++) {
      const code = from[first + v]!;
      this.#isBasic[v] = code < 0 ? 1 : 0;
      segment[v] = code < 0 ? -1 - code : code;
    }
  }

  /** From the slack basis with these cuts to the basis of the variables that are marked. */
  #reach(cuts: ArrayLike<number>): boolean {
    const { basis, segment } = this.#simplex;
    const before = segment.slice();
    basis.toSlackBasis();
    this.#working?.clear();
    for (let slot = 0; slot < cuts.length; slot++) if (cuts[slot]! >= 0) this.#working!.enter(cuts[slot]!, slot);
    segment.set(before);
    return basis.reach(this.#isBasic);
  }

  #isKept(snapshot: Float64Array): boolean {
    const kept = this.#kept;
    for (let k = 0; k < kept.length; k++) if (kept[k] !== snapshot[k]) return false;
    return true;
  }

  #keep(snapshot: Float64Array): void {
    if (this.isCold) {
      this.forgetKept();
      return;
    }
    this.#kept.set(snapshot.subarray(0, this.#kept.length));
    this.#simplex.basis.keep();
  }

  /** A theta without lower bound starts basic, on its newest cut. */
  #holdFreeThetas(): void {
    const values = this.#values;
    if (values === undefined) return;
    values.refresh();
    values.thetaColumn.forEach((column, k) => {
      if (this.#data.lower[column]! > -Infinity) return;
      for (let cut = values.count - 1; cut >= 0; cut--) {
        if (values.cuts.active[cut] === 0 || values.cuts.theta[cut] !== k) continue;
        this.#working!.enter(cut);
        this.#pivotIn(this.#lp.variableOf[column]!);
        return;
      }
    });
  }

  /** The variable takes the place of the last row's. */
  #pivotIn(v: number): void {
    const { basis } = this.#simplex;
    const r = basis.rows - 1;
    basis.loadRow(r);
    basis.loadColumn(v);
    basis.pivot(r, v);
  }
}

/** The segment whose cost is nearest to zero: where a row variable would be without any price. */
function cheapest({ segments }: CompactLp, v: number): number {
  let best = 0;
  for (let s = 1; s < segments.count[v]!; s++) {
    const cost = Math.abs(segments.cost[segments.first[v]! + s]!);
    if (cost < Math.abs(segments.cost[segments.first[v]! + best]!)) best = s;
  }
  return best;
}
