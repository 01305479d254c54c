/**
 * Energy of stored water in MWmonth: the useful volume times the productivity of every plant the water will pass, along the
 * links of CONFHD. The official program counts a month as 2.63 hm³ per m³/s whatever its length, and so do these numbers.
 */

import { volumePerFlow } from '../../equipment/hydros/energy/stored-by-bus.js';
import type { Deck } from '../deck/deck.js';
import { horizonOf } from '../deck/horizon.js';
import { availablePower } from '../deck/machines.js';
import { type Plant, plantsOf, storageOf } from '../deck/plants.js';
import type { Month } from '../readers/month.js';
import { meanFlow } from './flows.js';
import { productivity } from './productivity.js';

export interface PlantEnergy {
  readonly plant: Plant;
  readonly productivity: number;
  /** With all plants downstream. */
  readonly accumulated: number;
  readonly largestStored: number;
  readonly initialStored: number;
  /** Mean over the history, MW. */
  readonly naturalEnergy: number;
  readonly naturalEnergyInMonth: number;
  readonly available: number;
}

/** Plants that are still to be built neither store nor generate at the start. */
export function plantEnergies(deck: Deck, month: Month = horizonOf(deck).start): PlantEnergy[] {
  const plants = plantsOf(deck);
  const own = new Map(plants.map((plant) => [plant.code, productivity(plant, month)]));
  const below = linksOf(plants);
  return plants.map((plant) => {
    const isBuilt = plant.status !== 'NE';
    const { min, max } = storageOf(plant);
    const accumulated = alongRiver(plant.code, own, below);
    const largestStored = isBuilt ? ((max - min) * accumulated) / volumePerFlow : 0;
    const mean = isBuilt ? own.get(plant.code)! : 0;
    return {
      plant,
      productivity: own.get(plant.code)!,
      accumulated,
      largestStored,
      initialStored: (largestStored * (plant.initialVolume ?? 0)) / 100,
      naturalEnergy: mean * meanFlow(deck, plant, null),
      naturalEnergyInMonth: mean * meanFlow(deck, plant, month % 12),
      available: isBuilt ? availablePower(plant, month) : 0,
    };
  });
}

/**
 * Where a fictitious twin carries a link into another subsystem, it also carries the energy there. Newer decks may link the
 * real plant as well; following both would count that energy twice.
 */
function linksOf(plants: readonly Plant[]): ReadonlyMap<number, number | null> {
  const twins = new Set(
    plants.flatMap(({ isFictitious, downstream, gauge }) => (isFictitious && downstream ? [gauge] : [])),
  );
  const subsystems = new Map(plants.map(({ code, subsystem }) => [code, subsystem]));
  return new Map(
    plants.map(({ code, downstream, gauge, isFictitious, subsystem }) => {
      const leaves = Boolean(downstream) && subsystems.get(downstream!) !== subsystem;
      return [code, !isFictitious && leaves && twins.has(gauge) ? null : downstream];
    }),
  );
}

/** A river that comes back to itself would be endless; each plant counts once. */
function alongRiver(code: number, own: ReadonlyMap<number, number>, below: ReadonlyMap<number, number | null>): number {
  const passed = new Set<number>();
  let sum = 0;
  for (let at: number | null | undefined = code; at && !passed.has(at); at = below.get(at)) {
    passed.add(at);
    sum += own.get(at) ?? 0;
  }
  return sum;
}

export interface Stored {
  readonly largestStored: number;
  readonly initialStored: number;
  readonly naturalEnergy: number;
  readonly naturalEnergyInMonth: number;
  readonly available: number;
}

/** Sums over the plants of an equivalent reservoir or a subsystem. */
export function sumOf(energies: readonly PlantEnergy[]): Stored {
  const total = (of: (energy: PlantEnergy) => number) => energies.reduce((sum, energy) => sum + of(energy), 0);
  return {
    largestStored: total(({ largestStored }) => largestStored),
    initialStored: total(({ initialStored }) => initialStored),
    naturalEnergy: total(({ naturalEnergy }) => naturalEnergy),
    naturalEnergyInMonth: total(({ naturalEnergyInMonth }) => naturalEnergyInMonth),
    available: total(({ available }) => available),
  };
}
