/**
 * Turbined water leaves the reservoir and reaches the plant downstream. With constant productivity ρ it is generation
 * too, so a limit on generation is a limit on flow, q ≤ max generation / ρ. A filling plant has no turbines yet.
 */
import type { Hydro } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';
import { sendDownstream } from '../travel/stage.js';
import { isSplit } from '../units/cells.js';
import { plantLimits } from '../units/plant-limits.js';

export const turbinedFlow: StageConstraint = {
  name: 'turbined flow',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      if (draft.at(hydro).state !== 'operating') continue;
      const { production, penalties } = draft.at(hydro);
      const paid = production.model === 'fpha' || draft.conventions.turbinedCostEverywhere;
      const dollars = paid ? penalties.turbinedCost : 0;
      for (let block = 0; block < draft.blocks; block++) {
        const name = `turbined(${hydro.id},${block})`;
        draft.columns.turbined[hydro.index * draft.blocks + block] = draft.column(
          paid ? 'fpha_turbined' : 'none',
          name,
          0,
          mostTurbined(draft, hydro, block),
          dollars * draft.hours(block),
        );
      }
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      for (let block = 0; block < draft.blocks; block++) route(draft, hydro, block);
    }
  },
};

/** The productivity of a plant whose generation is proportional to its flow, or null. */
export function productivity(draft: StageDraft, hydro: Hydro): number | null {
  const { production } = draft.at(hydro);
  return production.model === 'constant_productivity' ? production.productivityMwPerM3s : null;
}

function mostTurbined(draft: StageDraft, hydro: Hydro, block: number): number {
  const { maxTurbinedM3s, maxGenerationMw } = plantLimits(draft, hydro, block);
  const rho = productivity(draft, hydro);
  return rho === null || rho <= 0 ? maxTurbinedM3s : Math.min(maxTurbinedM3s, maxGenerationMw / rho);
}

function route(draft: StageDraft, hydro: Hydro, block: number): void {
  const column = draft.columns.turbined[hydro.index * draft.blocks + block]!;
  draft.release(hydro.index, block, column);
  sendDownstream(draft, hydro, block, column);
  const rho = isSplit(hydro) ? null : productivity(draft, hydro);
  if (rho !== null) draft.entry(draft.rows.loadBalance[hydro.busIndex * draft.blocks + block]!, column, rho);
}
