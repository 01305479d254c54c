import type { Entity } from '../../case/identity.js';
import { blockBounds } from '../../case/resolve/block-bounds.js';
import { canonical, existsAt, lifetimeOf, type ResolveContext } from '../../case/resolve/context.js';
import type { Lifetime } from '../../case/system.js';

export interface PumpingStation extends Entity, Lifetime {
  readonly busIndex: number;
  readonly sourceHydroIndex: number;
  readonly destinationHydroIndex: number;
  readonly consumptionMwPerM3s: number;
  readonly at: readonly {
    readonly exists: boolean;
    readonly minFlowM3s: number;
    readonly maxFlowM3s: number;
    readonly inBlock: readonly { readonly minFlowM3s: number; readonly maxFlowM3s: number }[];
  }[];
}

export function resolvePumpingStations({ raw, horizon, registries }: ResolveContext): PumpingStation[] {
  const bounds = blockBounds(raw, raw.pumpingBounds, registries.pumpingStations, (row) => row.station_id);
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
      ...limitsOf(station, bounds.at(index, stage.id)),
      inBlock: stage.blocks.map((_, block) => limitsOf(station, bounds.inBlock(index, stage.id, block))),
    })),
  }));
}

interface Limits {
  readonly min_m3s?: number | null;
  readonly max_m3s?: number | null;
}

function limitsOf({ flow }: { readonly flow: { min_m3s: number; max_m3s: number } }, limit: Limits) {
  return { minFlowM3s: limit.min_m3s ?? flow.min_m3s, maxFlowM3s: limit.max_m3s ?? flow.max_m3s };
}
