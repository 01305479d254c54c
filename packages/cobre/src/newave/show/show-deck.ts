/** A deck in numbers a planner knows: what stores how much, what comes in, what can be generated at which cost. */
import type { Deck } from '../deck/deck.js';
import { type Horizon, horizonOf } from '../deck/horizon.js';
import { installedPower } from '../deck/machines.js';
import { storageOf } from '../deck/plants.js';
import { thermalAt, thermalsOf } from '../deck/thermals.js';
import { meanFlow } from '../energies/flows.js';
import { netHead } from '../energies/productivity.js';
import { type PlantEnergy, plantEnergies, type Stored, sumOf } from '../energies/stored-energy.js';
import { type Month, monthName } from '../readers/month.js';
import { valueAt } from '../readers/year-table.js';

export function deckSummary(deck: Deck, month: Month) {
  const { start, end } = horizonOf(deck);
  return {
    title: deck.general.title,
    first_month: monthName(start),
    last_month: monthName(end - 1),
    months: end - start,
    as_of: monthName(month),
    blocks: deck.blocks.count,
    hydro_plants: deck.plants.length,
    thermal_plants: deck.thermals.length,
  };
}

export function subsystemRows(deck: Deck, month: Month) {
  const energies = plantEnergies(deck, month);
  const thermals = thermalsOf(deck).map((thermal) => ({ thermal, at: thermalAt(deck, thermal, month) }));
  return deck.system.subsystems.map(({ code, name, deficitCost }) => {
    const own = thermals.filter(({ thermal }) => thermal.subsystem === code);
    const total = (of: (at: (typeof own)[number]['at']) => number) => own.reduce((sum, { at }) => sum + of(at), 0);
    return {
      code,
      name,
      ...storedFields(sumOf(energies.filter(({ plant }) => plant.subsystem === code))),
      thermal_plants: own.length,
      thermal_max_mw: total(({ max }) => max),
      thermal_min_mw: total(({ min }) => min),
      load_mw: loadAt(deck, code, month, horizonOf(deck)),
      deficit_cost_per_mwh: deficitCost[0] ?? null,
    };
  });
}

function loadAt({ system }: Deck, subsystem: number, month: Month, { lastYear }: Horizon): number | null {
  const rows = system.load.find((entry) => entry.subsystem === subsystem)?.rows;
  return rows ? valueAt(rows, month, lastYear) : null;
}

export function reservoirRows(deck: Deck, month: Month) {
  const energies = plantEnergies(deck, month);
  return deck.reservoirs.map(({ code, name, subsystem }) => {
    const own = energies.filter(({ plant }) => plant.reservoir === code);
    const fictitious = own.filter(({ plant }) => plant.isFictitious).length;
    return { code, name, subsystem, plants: own.length - fictitious, fictitious, ...storedFields(sumOf(own)) };
  });
}

const storedFields = ({ largestStored, initialStored, naturalEnergy, naturalEnergyInMonth, available }: Stored) => ({
  stored_energy_max_mwmonth: largestStored,
  stored_energy_initial_mwmonth: initialStored,
  stored_energy_initial_percent: largestStored > 0 ? (100 * initialStored) / largestStored : null,
  natural_energy_mean_mw: naturalEnergy,
  natural_energy_in_month_mw: naturalEnergyInMonth,
  hydro_available_mw: available,
});

export function plantRows(deck: Deck, month: Month) {
  return plantEnergies(deck, month).map((energy) => ({ ...plantData(deck, energy, month), ...plantEnergy(energy) }));
}

function plantData(deck: Deck, { plant }: PlantEnergy, month: Month) {
  const { min, max } = storageOf(plant);
  return {
    code: plant.code,
    name: plant.name,
    status: plant.status,
    reservoir: plant.reservoir,
    subsystem: plant.subsystem,
    gauge: plant.gauge,
    downstream: plant.downstream || null,
    fictitious: plant.isFictitious,
    regulation: plant.register.regulation,
    min_storage_hm3: min,
    max_storage_hm3: max,
    initial_percent: plant.initialVolume,
    installed_mw: installedPower(plant, month),
    net_head_m: plant.isFictitious ? null : netHead(plant, month),
    mean_natural_flow_m3s: meanFlow(deck, plant, null),
  };
}

const plantEnergy = ({ productivity, accumulated, largestStored, initialStored, naturalEnergy }: PlantEnergy) => ({
  productivity_mw_per_m3s: productivity,
  accumulated_productivity_mw_per_m3s: accumulated,
  stored_energy_max_mwmonth: largestStored,
  stored_energy_initial_mwmonth: initialStored,
  natural_energy_mean_mw: naturalEnergy,
});

export function thermalRows(deck: Deck, month: Month) {
  return thermalsOf(deck).map((thermal) => {
    const { min, max, cost } = thermalAt(deck, thermal, month);
    return {
      code: thermal.code,
      name: thermal.name,
      status: thermal.status,
      subsystem: thermal.subsystem,
      fuel: thermal.fuel,
      cost_class: thermal.costClass,
      installed_mw: thermal.data.power,
      min_mw: min,
      max_mw: max,
      cost_per_mwh: cost,
      decided_ahead_months: deck.anticipated.find(({ plant }) => plant === thermal.code)?.lag ?? null,
    };
  });
}
