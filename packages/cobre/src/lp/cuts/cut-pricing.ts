import type { CompactLp } from '../model/compact.js';
import type { Simplex } from '../simplex/simplex.js';
import type { SolverStatistics } from '../solver.js';
import { cutBlock } from './cut-pool.js';
import type { CutValues } from './cut-values.js';
import type { WorkingSet } from './working-set.js';

const violationTolerance = 1e-9;

/** Pricing: which of the cuts outside the working set has to become a row. */
export class CutPricing {
  readonly #lp: CompactLp;
  readonly #simplex: Simplex;
  readonly #values: CutValues;
  readonly #working: WorkingSet;
  readonly #statistics: SolverStatistics;
  // Never a small integer, which would make compiled code forget the object's shape when the first fraction comes.
  #heldViolation = Number.NEGATIVE_INFINITY;

  constructor(lp: CompactLp, simplex: Simplex, values: CutValues, working: WorkingSet, statistics: SolverStatistics) {
    this.#lp = lp;
    this.#simplex = simplex;
    this.#values = values;
    this.#working = working;
    this.#statistics = statistics;
  }

  /** Whether cuts that are rows hold as well as those that are priced; part of the certificate. */
  get holdsCuts(): boolean {
    return this.#heldViolation <= 10;
  }

  /** The active cut outside the working set that is violated most, measured in scaled units; -1 when there is none. */
  mostViolated(): number {
    if (this.#values.count === 0) return -1;
    this.#priceHere();
    this.#heldViolation = Number.NEGATIVE_INFINITY;
    return this.#values.thetaColumn.length === 1 ? this.#highest() : this.#highestOfMany();
  }

  /**
   * Lists the active cuts from `first` on, outside the working set, that lie highest above their thetas (or least below),
   * as many as there is room for; returns how many. The point may be far from an optimum.
   */
  highestFrom(first: number, into: Int32Array): number {
    const { count, cuts } = this.#values;
    this.#priceHere();
    let found = 0;
    for (let c = first; c < count; c++) {
      if (cuts.active[c] === 0 || this.#working.slotOf(c) >= 0) continue;
      const excess = this.#scaledExcess(c);
      let at = found < into.length ? found++ : found;
      for (; at > 0 && this.#scaledExcess(into[at - 1]!) < excess; at--) if (at < into.length) into[at] = into[at - 1]!;
      if (at < into.length) into[at] = c;
    }
    return found;
  }

  #scaledExcess(cut: number): number {
    const { height, scale } = this.#values;
    return (height[cut]! - this.#thetaValue(cut)) * scale[cut]!;
  }

  /** Heights of all cuts over the current point. */
  #priceHere(): void {
    const values = this.#values;
    const lp = this.#lp;
    const { x } = this.#simplex;
    const { columnStates, stateColumn, state, count } = values;
    for (let k = 0; k < columnStates.length; k++) {
      const s = columnStates[k]!;
      const v = lp.variableOf[stateColumn[s]!]!;
      state[s] = x[v]! * lp.columnScale[v]!;
    }
    values.price();
    this.#statistics.pricings++;
    this.#statistics.cutsPriced += count;
  }

  /** An endless gain may end at a cut that is not a row yet: the one that rises fastest along the ray, or -1. */
  fastestAlongRay(): number {
    const lp = this.#lp;
    const { cuts, count, scale, columnStates, stateColumn } = this.#values;
    const direction = this.#ray();
    const along = (v: number) => direction[v]! * lp.columnScale[v]!;
    let best = -1;
    let most = 1e-9;
    for (let c = 0; c < count; c++) {
      if (cuts.active[c] === 0 || this.#working.slotOf(c) >= 0) continue;
      let rate = -along(this.#working.thetaVariable(c));
      for (const s of columnStates) rate += cuts.slopeOf(c, s) * along(lp.variableOf[stateColumn[s]!]!);
      if (rate * scale[c]! <= most) continue;
      best = c;
      most = rate * scale[c]!;
    }
    return best;
  }

  #ray(): Float64Array {
    const { basis, rayVariable, rayDirection, x } = this.#simplex;
    const direction = new Float64Array(x.length);
    direction[rayVariable] = rayDirection;
    const entries = basis.loadColumn(rayVariable);
    for (let k = 0; k < entries; k++) {
      direction[basis.basic[basis.columnRow[k]!]!] = -rayDirection * basis.columnValue[k]!;
    }
    return direction;
  }

  /** With one theta, blocks of cuts that lie below it are passed over. */
  #highest(): number {
    const { count, height, scale, blockHeight } = this.#values;
    const theta = this.#thetaValue(0);
    const slack = this.#thetaSlack(0, theta);
    let best = -1;
    let most = 0;
    for (let first = 0; first < count; first += cutBlock) {
      if (blockHeight[first / cutBlock]! - theta <= slack) continue;
      for (let c = first, last = Math.min(first + cutBlock, count); c < last; c++) {
        const excess = height[c]! - theta;
        if (excess <= slack || excess * scale[c]! <= most || this.#isHeld(c, excess / slack)) continue;
        best = c;
        most = excess * scale[c]!;
      }
    }
    return best;
  }

  #highestOfMany(): number {
    const { count, height, scale } = this.#values;
    let best = -1;
    let most = 0;
    for (let c = 0; c < count; c++) {
      const theta = this.#thetaValue(c);
      const slack = this.#thetaSlack(c, theta);
      const excess = height[c]! - theta;
      if (excess <= slack || excess * scale[c]! <= most || this.#isHeld(c, excess / slack)) continue;
      best = c;
      most = excess * scale[c]!;
    }
    return best;
  }

  /** Cuts that are rows already do not enter again; how much they are violated is left to the certificate. */
  #isHeld(cut: number, violation: number): boolean {
    if (this.#working.slotOf(cut) < 0) return false;
    this.#heldViolation = Math.max(this.#heldViolation, violation);
    return true;
  }

  /** How far a cut may rise above theta without counting as violated. */
  #thetaSlack(cut: number, theta: number): number {
    return violationTolerance * Math.max(this.#lp.columnScale[this.#working.thetaVariable(cut)]!, Math.abs(theta));
  }

  #thetaValue(cut: number): number {
    const v = this.#working.thetaVariable(cut);
    return this.#simplex.x[v]! * this.#lp.columnScale[v]!;
  }
}
