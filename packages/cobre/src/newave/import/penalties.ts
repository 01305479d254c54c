/**
 * What breaking a rule costs. The deck prices energy (R$/MWh); a case prices water and storage. Water that is made from
 * nothing (a withdrawal that is not met, a negative inflow, storage below its limit) would turn every plant below, so it
 * costs the energy of the longest cascade; water that only flows too little costs that of a mean plant.
 */
import { storageOf } from '../deck/plants.js';
import { productivity } from '../energies/productivity.js';
import { plantEnergies } from '../energies/stored-energy.js';
import type { Month } from '../readers/month.js';
import { deficitPrice } from './constraint.js';
import type { Study } from './study.js';
import { hm3PerFlowHour } from './water.js';

type Word = Study['deck']['penalties'][number]['keyword'];

export function penaltiesFile(study: Study): object {
  const deficit = deficitPrice(study);
  const price = (keyword: Word) => priceOf(study, keyword, deficit);
  const { mean, longest } = productivities(study);
  const water = price('DESVIO') * longest;
  return {
    bus: { deficit_segments: [{ depth_mw: null, cost: deficit }], excess_cost: 0.01 },
    line: { exchange_cost: 0.005 },
    hydro: {
      spillage_cost: 0.001,
      // Among planes, water that is turbined for nothing must not be cheaper than water that is spilt.
      turbined_cost: study.options.production === 'fpha' ? 0.002 : 0,
      diversion_cost: 0.001,
      storage_violation_below_cost: water / hm3PerFlowHour,
      filling_target_violation_cost: (1.1 * water) / hm3PerFlowHour,
      turbined_violation_below_cost: price('TURBMN') * mean,
      outflow_violation_below_cost: price('VAZMIN') * mean,
      outflow_violation_above_cost: price('VAZMAX') * mean,
      generation_violation_below_cost: price('GHMIN'),
      evaporation_violation_cost: water,
      water_withdrawal_violation_cost: water,
      inflow_nonnegativity_cost: 2 * water,
    },
    non_controllable_source: { curtailment_cost: 0.005 },
  };
}

/** One price for all reservoirs; where the deck has several, the highest is taken and the others are told. */
export function priceOf({ deck, usage }: Study, keyword: Word, otherwise: number): number {
  const given = deck.penalties.filter((entry) => entry.keyword === keyword && entry.first !== null);
  usage.use(...given);
  const prices = given.map(({ first }) => first!);
  if (prices.length === 0) return otherwise;
  if (new Set(prices).size > 1) {
    usage.warn('penalties-differ', `Prices of ${keyword} differ between reservoirs; the highest is taken`, {
      origin: given[0]!.origin,
    });
  }
  return Math.max(...prices);
}

/** Before all dates: a price does not depend on the levels of the month in which a study starts. */
const undated: Month = 0;

/** The mean of productivities by useful volume, and the largest sum along a river. Equivalent reservoirs hold energy. */
function productivities({ deck, options }: Study): { mean: number; longest: number } {
  if (options.model !== 'individual') return { mean: 1, longest: 1 };
  const energies = plantEnergies(deck).filter(({ plant }) => !plant.isFictitious);
  const useful = ({ plant }: (typeof energies)[number]) => storageOf(plant).max - storageOf(plant).min;
  const volume = energies.reduce((sum, energy) => sum + useful(energy), 0);
  const weighted = energies.reduce((sum, energy) => sum + useful(energy) * productivity(energy.plant, undated), 0);
  const longest = Math.max(0, ...energies.map(({ accumulated }) => accumulated));
  return { mean: volume > 0 ? weighted / volume : longest, longest };
}
