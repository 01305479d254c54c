import type { Case } from '../case/model.js';
import type { CutPool } from '../lp/cut-pool.js';
import type { StochasticModel } from '../stochastic/model.js';

/** Inflows farther from their mean than this many deviations are taken to be impossible. */
const mostDeviations = 10;

/**
 * A lower bound of the cost after the last stage, in scaled money: the best of what each boundary cut promises at least
 * over all storages and inflows that can occur, and never above zero.
 */
export function leastBoundary(study: Case, stochastic: StochasticModel, cuts: CutPool): number {
  const ranges = stateRanges(study, stochastic);
  let best = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < cuts.count; slot++) {
    if (cuts.active[slot] === 0) continue;
    let least = cuts.intercept[slot]!;
    ranges.forEach(({ low, high }, s) => {
      const slope = cuts.slopeOf(slot, s);
      least += slope * (slope < 0 ? high : low);
    });
    best = Math.max(best, least);
  }
  return best === Number.NEGATIVE_INFINITY ? 0 : Math.min(0, best);
}

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Storages as they leave the last stage, then the inflow memory slot by slot. */
function stateRanges({ system, horizon }: Case, { provenance, initialLags, lagCount }: StochasticModel): Range[] {
  const last = horizon.stages.length - 1;
  const storages = system.hydros.map((hydro) => ({
    low: 0,
    high: Math.max(hydro.at[last]!.maxStorageHm3, hydro.initialStorageHm3),
  }));
  const inflows = system.hydros.map((_, h): Range => {
    const own = provenance.inflow.filter(({ hydroIndex }) => hydroIndex === h);
    const known = initialLags.filter((_, at) => at % system.hydros.length === h);
    return {
      low: Math.min(0, ...known, ...own.map(({ meanM3s, stdM3s }) => meanM3s - mostDeviations * stdM3s)),
      high: Math.max(0, ...known, ...own.map(({ meanM3s, stdM3s }) => meanM3s + mostDeviations * stdM3s)),
    };
  });
  return [...storages, ...Array.from({ length: lagCount }, () => inflows).flat()];
}
