import type { Stage } from '../../case/horizon.js';
import { blockBounds } from '../../case/resolve/block-bounds.js';
import type { ResolveContext } from '../../case/resolve/context.js';
import { conventionsIn } from '../../case/resolve/settings.js';
import { hm3PerFlowHour } from '../../stage/units.js';
import type { HydroEntry } from './schema.js';

/**
 * What a filling reservoir should hold at the end of a stage. In the last filling stage that is its dead volume. Where a
 * minimum rate counts, each stage before may hold as much less as that rate brings in the stage after it, and not less than
 * nothing; otherwise only the last stage has a target.
 */
export function fillingTargets(context: ResolveContext): (hydro: HydroEntry, index: number, stage: Stage) => number {
  const { raw, horizon, registries } = context;
  const bounds = blockBounds(raw, raw.hydroBounds, registries.hydros, (row) => row.hydro_id);
  const { fillingByRate } = conventionsIn(raw);
  const minimum = (hydro: HydroEntry, index: number, { id }: Stage) =>
    bounds.at(index, id).min_storage_hm3 ?? hydro.reservoir.min_storage_hm3;
  const rate = (hydro: HydroEntry, index: number, { id }: Stage) =>
    bounds.at(index, id).filling_inflow_m3s ?? hydro.filling?.filling_inflow_m3s ?? 0;
  return (hydro, index, stage) => {
    // Filling that ends after the study is not judged in it.
    if ((hydro.entry_stage_id ?? 0) > horizon.stages.at(-1)!.id + 1) return 0;
    const later = horizon.stages.filter(({ id }) => id > stage.id && id < (hydro.entry_stage_id ?? 0));
    const last = later.at(-1) ?? stage;
    if (!fillingByRate) return last === stage ? minimum(hydro, index, stage) : 0;
    const brought = later.map((each) => hm3PerFlowHour * each.hours * rate(hydro, index, each));
    return Math.max(0, minimum(hydro, index, last) - brought.reduce((sum, volume) => sum + volume, 0));
  };
}
