/** `penalties.json` of current cases: the price of turbined water holds for every plant. */
import * as z from 'zod';
import { hydroCostOverrideShape, hydroCostShape, otherPenalties, type PenaltiesFile } from '../penalties.js';
import { fileRoot, nonNegative } from '../primitives.js';

const { fpha_turbined_cost: _required, ...costs } = hydroCostShape;
const { fpha_turbined_cost: _optional, ...overrides } = hydroCostOverrideShape;

/** Water may cost nothing in current cases. */
const freeWater = { spillage_cost: nonNegative, diversion_cost: nonNegative };
const freeWaterHere = { spillage_cost: nonNegative.nullish(), diversion_cost: nonNegative.nullish() };

const turbinedCost = nonNegative.describe('Per m³/s and hour of turbined water, at every plant');

/** Costs of one hydro; whatever is absent comes from penalties.json. */
export const currentHydroCosts = z.object({ ...overrides, ...freeWaterHere, turbined_cost: turbinedCost.nullish() });

export const currentPenaltiesFile = fileRoot({
  ...otherPenalties,
  hydro: z.object({ ...costs, ...freeWater, turbined_cost: turbinedCost }),
}).describe('Global penalty costs');

/** The rest of the program has one name for the price of turbined water. */
export function inOldWords<Costs extends { turbined_cost?: number | null | undefined }>({
  turbined_cost,
  ...others
}: Costs): Omit<Costs, 'turbined_cost'> & { fpha_turbined_cost: Costs['turbined_cost'] } {
  return { ...others, fpha_turbined_cost: turbined_cost };
}

export function readPenalties(file: z.output<typeof currentPenaltiesFile>): PenaltiesFile {
  return { ...file, hydro: inOldWords(file.hydro) as PenaltiesFile['hydro'] };
}
