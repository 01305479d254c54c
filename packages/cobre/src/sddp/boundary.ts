import type { Case } from '../case/model.js';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import { equipmentStates } from '../stage/index.js';
import type { StochasticModel } from '../stochastic/model.js';
import { hull, memoryAfterLast, type Range } from './memory-range.js';

/**
 * The floor has to hold wherever the openings lead, which `memory-range.ts` says exactly. Scenarios that are drawn afresh may lead
 * farther; they are given this many deviations, which a normal draw leaves once in 10²³.
 */
const mostDeviations = 10;

/**
 * A lower bound of the cost after the last stage, in scaled money: the best of what each boundary cut promises at least
 * over all storages and inflows that can occur, and never above zero.
 */
export function leastBoundary(study: Case, stochastic: StochasticModel, cuts: CutPool): number {
  const ranges = stateRanges(study, stochastic);
  let best = Number.NEGATIVE_INFINITY;
  for (const { intercept, slope } of singleCuts(cuts)) {
    const least = slope.reduce((sum, value, s) => {
      const { low, high } = ranges[cuts.placeOf(s)]!;
      return sum + value * (value < 0 ? high : low);
    }, intercept);
    best = Math.max(best, least);
  }
  return best === Number.NEGATIVE_INFINITY ? 0 : Math.min(0, best);
}

/**
 * The cuts of a pool as bounds of one future. A training with one theta per opening wrote a cut for each of them, one after
 * the other; their mean bounds the expected future. (It bounds a risk-averse one too, less tightly.)
 */
export function* singleCuts(pool: CutPool): Generator<{ readonly intercept: number; readonly slope: Float64Array }> {
  const slopeOf = (slot: number) => Float64Array.from({ length: pool.stateCount }, (_, s) => pool.slopeOf(slot, s));
  const openings = 1 + pool.theta.subarray(0, pool.count).reduce((most, theta) => Math.max(most, theta), 0);
  for (let slot = 0; slot + openings <= pool.count; slot += openings) {
    if (openings === 1) {
      if (pool.active[slot] === 1) yield { intercept: pool.intercept[slot]!, slope: slopeOf(slot) };
      continue;
    }
    let intercept = 0;
    const slope = new Float64Array(pool.stateCount);
    for (let k = 0; k < openings; k++) {
      intercept += pool.intercept[slot + k]! / openings;
      slopeOf(slot + k).forEach((value, s) => {
        slope[s]! += value / openings;
      });
    }
    yield { intercept, slope };
  }
}

/** Storages as they leave the last stage, the inflow memory slot by slot, then the states of other equipment. */
function stateRanges(study: Case, stochastic: StochasticModel): Range[] {
  const { system } = study;
  const { provenance, initialLags, lagCount } = stochastic;
  // A plant that is gone in the last stage leaves with what an earlier stage, where more may have fitted in, left it.
  const storages = system.hydros.map(({ at, initialStorageHm3 }) => ({
    low: 0,
    high: Math.max(initialStorageHm3, ...at.map(({ maxStorageHm3 }) => maxStorageHm3)),
  }));
  const inflows = system.hydros.map((_, h): Range => {
    const own = provenance.inflow.filter(({ hydroIndex }) => hydroIndex === h);
    const known = initialLags.filter((_, at) => at % system.hydros.length === h);
    return {
      low: Math.min(0, ...known, ...own.map(({ meanM3s, stdM3s }) => meanM3s - mostDeviations * stdM3s)),
      high: Math.max(0, ...known, ...own.map(({ meanM3s, stdM3s }) => meanM3s + mostDeviations * stdM3s)),
    };
  });
  const others = equipmentStates(study).map(({ slot }) => ({ low: 0, high: slot.most }));
  const drawn = Array.from({ length: lagCount }, () => inflows).flat();
  const memory = memoryAfterLast(study, stochastic).map((range, at) => hull(range, drawn[at]!));
  return [...storages, ...memory, ...others];
}
