/**
 * The safety curve (CURVA) and operational minima of plants (VMINP): what should be stored at the end of a month, at a price
 * in R$/MWh. A case multiplies the price of a slack by the hours of the stage. So that both agree, a row is in MW: energy
 * over the hours of the month, of which there are three or four lengths, each with a constraint of its own.
 */
import { volumePerFlow } from '../../equipment/hydros/energy/stored-by-bus.js';
import { datedAt, storageOf } from '../deck/plants.js';
import { plantEnergies } from '../energies/stored-energy.js';
import { hoursIn, type Month } from '../readers/month.js';
import { monthly } from './buses.js';
import type { River, StudyPlant } from './cascade.js';
import { type Constraint, deficitPrice } from './constraint.js';
import { priceOf } from './penalties.js';
import type { Study } from './study.js';
import { hm3PerFlowHour } from './water.js';

/** Energy above the dead volumes of some hydros of the case, in hm³ times MW/(m³/s), and what it should be. */
interface Curve {
  readonly name: string;
  readonly price: number;
  readonly energies: readonly { readonly hydro: number; readonly perHm3: number }[];
  least(month: Month): number | null;
}

export function storageCurves(study: Study, river: River | null): Constraint[] {
  if (!study.deck.general.safetyCurve) return [];
  const single = river ? operationalMinima(study, river) : [];
  return [...safetyCurves(study, river), ...single].flatMap((curve) => constraintsOf(study, curve));
}

function constraintsOf({ months }: Study, { name, price, energies, least }: Curve): Constraint[] {
  const rows = months.flatMap((month, stage_id) => {
    const energy = least(month);
    return energy === null || energy <= 0 ? [] : [{ stage_id, energy, hours: hoursIn(month) }];
  });
  return [...new Set(rows.map(({ hours }) => hours))].sort().map((hours) => ({
    name: `${name}, months of ${hours} h`,
    expression: energies
      .map(({ hydro, perHm3 }) => `${perHm3 / (hm3PerFlowHour * hours)} * hydro_useful_volume_final(${hydro})`)
      .join(' + '),
    slack: { enabled: true, penalty: price },
    bounds: rows
      .filter((row) => row.hours === hours)
      .map(({ stage_id, energy }) => ({
        ...{ stage_id, block_id: null, bound_upper: null },
        bound_lower: energy / (hm3PerFlowHour * hours),
      })),
  }));
}

/** Prices of CURVA by reservoir; else that of the rules on penalties, else that of deficit. */
function priceIn(study: Study, reservoir: number): number {
  const given = study.deck.safetyCurve.penalties.find((entry) => entry.reservoir === reservoir);
  if (typeof given?.penalty !== 'number') return priceOf(study, 'VMINOP', deficitPrice(study));
  study.usage.use(given);
  return given.penalty;
}

function safetyCurves(study: Study, river: River | null): Curve[] {
  const { deck, options, usage } = study;
  return deck.safetyCurve.curves.flatMap((curve): Curve[] => {
    const name = deck.reservoirs.find(({ code }) => code === curve.reservoir)?.name ?? `${curve.reservoir}`;
    if (options.model === 'subsystem') {
      usage.warn('safety-curve', `The safety curve of ${name} is not that of a subsystem and is left out`, curve);
      return [];
    }
    const energies = energiesOf(study, river, curve.reservoir);
    if (energies.length === 0) return [];
    usage.use(curve);
    const largest = energies.reduce((sum, { useful, perHm3 }) => sum + useful * perHm3, 0);
    const least = (month: Month) => {
      const share = monthly(study, curve.rows, month);
      return share === null ? null : (share / 100) * largest;
    };
    return [{ name: `safety curve of ${name}`, price: priceIn(study, curve.reservoir), energies, least }];
  });
}

/**
 * What an hm³ of each hydro of the case is worth in a reservoir. As the official program counts it, a fictitious plant stores
 * the water of its twin in another reservoir, perhaps with another volume: both count at the plant that has the water.
 */
function energiesOf(study: Study, river: River | null, reservoir: number) {
  const own = plantEnergies(study.deck).filter(({ plant }) => plant.reservoir === reservoir);
  const stored = own.filter(({ largestStored }) => largestStored > 0);
  if (river === null) {
    const hydro = [...study.deck.reservoirs]
      .sort((a, b) => a.code - b.code)
      .findIndex(({ code }) => code === reservoir);
    const useful = stored.reduce((sum, { largestStored }) => sum + largestStored * volumePerFlow, 0);
    return useful > 0 ? [{ hydro, perHm3: 1, useful }] : [];
  }
  const byHydro = new Map<number, { hydro: number; perHm3: number; useful: number }>();
  for (const { plant, largestStored } of stored) {
    const real = realOf(river, plant);
    const useful = real ? storageOf(real.plant).max - storageOf(real.plant).min : 0;
    if (real === undefined || !(useful > 0)) continue;
    const before = byHydro.get(real.id)?.perHm3 ?? 0;
    byHydro.set(real.id, { hydro: real.id, useful, perHm3: before + (largestStored * volumePerFlow) / useful });
  }
  return [...byHydro.values()];
}

const realOf = ({ byCode, plants }: River, { code, gauge }: StudyPlant['plant']): StudyPlant | undefined =>
  byCode.get(code) ?? plants.find(({ plant }) => plant.gauge === gauge);

function operationalMinima(study: Study, { plants }: River): Curve[] {
  const accumulated = new Map(plantEnergies(study.deck).map(({ plant, accumulated: sum }) => [plant.code, sum]));
  return plants.flatMap(({ id, name, plant }): Curve[] => {
    const { min, max } = storageOf(plant);
    const isGiven = plant.modifications.some(({ keyword }) => keyword === 'VMINP');
    const perHm3 = accumulated.get(plant.code) ?? 0;
    if (!isGiven || !(max > min) || !(perHm3 > 0)) return [];
    const least = (month: Month) => {
      const found = datedAt(plant, 'VMINP', month);
      study.usage.use(found);
      const value = found?.values[0];
      if (found === undefined || value === undefined) return null;
      return perHm3 * (found.isPercent ? (value / 100) * (max - min) : value - min);
    };
    const price = priceIn(study, plant.reservoir);
    return [{ name: `operational minimum of ${name}`, price, energies: [{ hydro: id, perHm3 }], least }];
  });
}
