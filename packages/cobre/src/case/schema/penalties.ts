import * as z from 'zod';
import { deficitSegments, fileRoot, nonNegative, positive } from './primitives.js';

/** The costs every case must give for hydros. */
const requiredHydroCosts = {
  spillage_cost: positive,
  fpha_turbined_cost: nonNegative,
  diversion_cost: positive,
  storage_violation_below_cost: positive.describe('$/hm³, not multiplied by hours'),
  filling_target_violation_cost: positive.describe('$/hm³, not multiplied by hours'),
  turbined_violation_below_cost: positive,
  outflow_violation_below_cost: positive,
  outflow_violation_above_cost: positive,
  generation_violation_below_cost: positive,
  evaporation_violation_cost: positive,
  water_withdrawal_violation_cost: positive,
};

/** Costs that fall back to a symmetric one, or to a default. */
const optionalHydroCosts = {
  water_withdrawal_violation_pos_cost: positive.nullish(),
  water_withdrawal_violation_neg_cost: positive.nullish(),
  evaporation_violation_pos_cost: positive.nullish(),
  evaporation_violation_neg_cost: positive.nullish(),
  inflow_nonnegativity_cost: positive.nullish(),
};

/** Costs every case may give for one hydro. */
export const hydroCostOverrideShape = {
  spillage_cost: positive.nullish(),
  fpha_turbined_cost: nonNegative.nullish(),
  diversion_cost: positive.nullish(),
  storage_violation_below_cost: positive.nullish(),
  filling_target_violation_cost: positive.nullish(),
  turbined_violation_below_cost: positive.nullish(),
  outflow_violation_below_cost: positive.nullish(),
  outflow_violation_above_cost: positive.nullish(),
  generation_violation_below_cost: positive.nullish(),
  evaporation_violation_cost: positive.nullish(),
  water_withdrawal_violation_cost: positive.nullish(),
  ...optionalHydroCosts,
};

/** Costs of one hydro; whatever is absent comes from penalties.json. */
export const hydroCostOverrides = z.object(hydroCostOverrideShape);

export const hydroCostShape = { ...requiredHydroCosts, ...optionalHydroCosts };

export const otherPenalties = {
  bus: z.object({ deficit_segments: deficitSegments, excess_cost: positive.describe('$/MWh') }),
  line: z.object({ exchange_cost: positive.describe('$/MWh') }),
  non_controllable_source: z.object({ curtailment_cost: positive.describe('$/MWh') }),
};

export const penaltiesFile = fileRoot({
  ...otherPenalties,
  hydro: z.object(hydroCostShape),
}).describe('Global penalty costs');

export type PenaltiesFile = z.output<typeof penaltiesFile>;

export type HydroCostOverrides = z.output<typeof hydroCostOverrides>;
