import type { Case } from '../case/model.js';
import type { CutPool } from '../lp/cut-pool.js';

/**
 * A lower bound of the cost after the last stage, in scaled money: the best of what each boundary cut promises at least
 * over all storages, and never above zero. Cuts that fall with an inflow promise nothing, since inflows have no limit.
 */
export function leastBoundary(study: Case, cuts: CutPool): number {
  const last = study.horizon.stages.length - 1;
  const hydros = study.system.hydros;
  let best = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < cuts.count; slot++) {
    if (cuts.active[slot] === 0) continue;
    let least = cuts.intercept[slot]!;
    for (let s = 0; s < cuts.stateCount; s++) {
      const slope = cuts.slopeOf(slot, s);
      if (slope >= 0) continue;
      least += slope * (s < hydros.length ? hydros[s]!.at[last]!.maxStorageHm3 : Number.POSITIVE_INFINITY);
    }
    best = Math.max(best, least);
  }
  return best === Number.NEGATIVE_INFINITY ? 0 : Math.min(0, best);
}
