import type { ThermalEntry } from '../schema/system.js';
import type { Contract, PumpingStation, Thermal } from '../system.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from './context.js';
import { overridesBy } from './overrides.js';

export function resolveThermals({ raw, horizon, registries }: ResolveContext): Thermal[] {
  const bounds = overridesBy(raw.thermalBounds, registries.thermals, (row) => row.thermal_id);
  return canonical(raw.thermals.thermals).map((thermal, index) => ({
    id: thermal.id,
    index,
    name: thermal.name,
    ...lifetimeOf(thermal),
    busIndex: registries.buses.indexOf(thermal.bus_id) ?? -1,
    gnlLagStages: thermal.gnl_config?.lag_stages ?? null,
    at: horizon.stages.map((stage) => {
      const limit = bounds.at(index, stage.id);
      const maxMw = limit?.max_generation_mw ?? thermal.generation.max_mw;
      return {
        exists: existsAt(lifetimeOf(thermal), stage),
        minMw: limit?.min_generation_mw ?? thermal.generation.min_mw,
        maxMw,
        segments: costSegments(thermal, maxMw, limit?.cost_per_mwh ?? null),
      };
    }),
  }));
}

/** A stage cost replaces the whole cost curve. A curve that ends below the maximum goes on at its last price. */
function costSegments(thermal: ThermalEntry, maxMw: number, stageCost: number | null) {
  const curve = stageCost === null ? thermal.cost_segments : null;
  if (!curve) return [{ widthMw: maxMw, costPerMwh: stageCost ?? thermal.cost_per_mwh ?? 0 }];
  const covered = curve.reduce((sum, segment) => sum + segment.capacity_mw, 0);
  return curve.map((segment, i) => ({
    widthMw: segment.capacity_mw + (i === curve.length - 1 ? Math.max(0, maxMw - covered) : 0),
    costPerMwh: segment.cost_per_mwh,
  }));
}

export function resolvePumpingStations({ raw, horizon, registries }: ResolveContext): PumpingStation[] {
  const bounds = overridesBy(raw.pumpingBounds, registries.pumpingStations, (row) => row.station_id);
  return canonical(raw.pumpingStations?.pumping_stations ?? []).map((station, index) => ({
    id: station.id,
    index,
    name: station.name,
    ...lifetimeOf(station),
    busIndex: registries.buses.indexOf(station.bus_id) ?? -1,
    sourceHydroIndex: registries.hydros.indexOf(station.source_hydro_id) ?? -1,
    destinationHydroIndex: registries.hydros.indexOf(station.destination_hydro_id) ?? -1,
    consumptionMwPerM3s: station.consumption_mw_per_m3s,
    at: horizon.stages.map((stage) => ({
      exists: existsAt(lifetimeOf(station), stage),
      minFlowM3s: bounds.at(index, stage.id)?.min_m3s ?? station.flow.min_m3s,
      maxFlowM3s: bounds.at(index, stage.id)?.max_m3s ?? station.flow.max_m3s,
    })),
  }));
}

export function resolveContracts({ raw, horizon, registries }: ResolveContext): Contract[] {
  const bounds = overridesBy(raw.contractBounds, registries.contracts, (row) => row.contract_id);
  return canonical(raw.energyContracts?.contracts ?? []).map((contract, index) => ({
    id: contract.id,
    index,
    name: contract.name,
    ...lifetimeOf(contract),
    busIndex: registries.buses.indexOf(contract.bus_id) ?? -1,
    type: contract.type,
    at: horizon.stages.map((stage) => ({
      exists: existsAt(lifetimeOf(contract), stage),
      minMw: bounds.at(index, stage.id)?.min_mw ?? contract.limits.min_mw,
      maxMw: bounds.at(index, stage.id)?.max_mw ?? contract.limits.max_mw,
      pricePerMwh: bounds.at(index, stage.id)?.price_per_mwh ?? contract.price_per_mwh,
    })),
  }));
}
