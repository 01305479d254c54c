/**
 * Stored energy as planners count it: what the water above the dead volume gives on its way to the sea, at the bus of the
 * plant that turns it into energy. In the official decks a reservoir whose water passes into another subsystem has a twin
 * there, which counts the same energy at the same place. Plants that do not exist yet give nothing and hold nothing.
 */
import type { Case } from '../../../case/model.js';
import type { Hydro } from '../entity.js';
import { referenceVolume } from '../fpha/backwater.js';
import { fittedAt } from '../fpha/hull-quality.js';
import { fphaPlanes } from '../fpha/planes.js';
import { cellsOf } from '../units/cells.js';
import { productivitiesIn } from './productivity.js';

/** The official program counts a month as so many hm³ per m³/s, whatever its length. */
export const volumePerFlow = 2.63;

/** MWmonth per hm³ of a reservoir, at one bus. */
export interface EnergyShare {
  readonly busIndex: number;
  readonly perHm3: number;
}

/** Of every plant, in a stage; nothing for plants that do not store then. */
export function energyShares({ system: { hydros } }: Case, stage: number): readonly (readonly EnergyShare[])[] {
  const productivities = productivitiesIn(hydros, stage);
  return hydros.map((hydro) => {
    if (hydro.at[stage]!.state !== 'operating') return [];
    const byBus = new Map<number, number>();
    for (let at: number | null = hydro.index; at !== null; at = hydros[at]!.downstreamIndex) {
      const plant = hydros[at]!;
      if (plant.at[stage]!.state !== 'operating') continue;
      const worth = productivities[at]!.own?.integrated ?? ofPlanes(plant, stage);
      for (const { busIndex, share } of cellsOf(plant)) {
        byBus.set(busIndex, (byBus.get(busIndex) ?? 0) + share * worth);
      }
    }
    return [...byBus].map(([busIndex, sum]) => ({ busIndex, perHm3: sum / volumePerFlow }));
  });
}

/** MW per m³/s where a case gives nothing but planes: what they allow at the reference volume and the largest flow. */
function ofPlanes(hydro: Hydro, stage: number): number {
  const at = hydro.at[stage]!;
  const flow = at.maxTurbinedM3s;
  const planes = fphaPlanes(hydro, at);
  if (planes.length === 0 || flow <= 0) return 0;
  return Math.max(0, fittedAt(planes, { v: referenceVolume(at, hydro), q: flow }) / flow);
}
