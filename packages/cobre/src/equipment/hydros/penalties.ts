import type { RawCase } from '../../case/registry.js';
import type { HydroCostOverrides } from '../../case/schema/penalties.js';

const defaultInflowCost = 1000;

/**
 * Costs of one hydro in one stage: the stage table, then the hydro, then penalties.json. A one-sided cost beats the
 * symmetric one of the same level, and any cost of a nearer level beats those of a farther one.
 */
export function resolveHydroPenalties(
  raw: RawCase,
  own: HydroCostOverrides | null | undefined,
  stage: HydroCostOverrides | undefined,
) {
  const levels: readonly HydroCostOverrides[] = [stage ?? {}, own ?? {}, raw.penalties.hydro];
  const pick = (...names: (keyof HydroCostOverrides)[]): number => {
    for (const level of levels) {
      for (const name of names) {
        const cost = level[name];
        if (cost !== undefined && cost !== null) return cost;
      }
    }
    return raw.config.modeling?.inflow_non_negativity?.penalty_cost ?? defaultInflowCost;
  };
  return {
    spillageCost: pick('spillage_cost'),
    turbinedCost: pick('fpha_turbined_cost'),
    diversionCost: pick('diversion_cost'),
    storageViolationBelowCostPerHm3: pick('storage_violation_below_cost'),
    fillingTargetViolationCostPerHm3: pick('filling_target_violation_cost'),
    turbinedViolationBelowCost: pick('turbined_violation_below_cost'),
    outflowViolationBelowCost: pick('outflow_violation_below_cost'),
    outflowViolationAboveCost: pick('outflow_violation_above_cost'),
    generationViolationBelowCost: pick('generation_violation_below_cost'),
    evaporationViolationPosCost: pick('evaporation_violation_pos_cost', 'evaporation_violation_cost'),
    evaporationViolationNegCost: pick('evaporation_violation_neg_cost', 'evaporation_violation_cost'),
    withdrawalViolationPosCost: pick('water_withdrawal_violation_pos_cost', 'water_withdrawal_violation_cost'),
    withdrawalViolationNegCost: pick('water_withdrawal_violation_neg_cost', 'water_withdrawal_violation_cost'),
    inflowNonnegativityCost: pick('inflow_nonnegativity_cost'),
  };
}
