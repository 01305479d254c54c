import type { Equipment } from '../equipment.js';
import { distinctReservoirs, operatingReservoirs, ranges } from './checks.js';
import { type PumpingStation, resolvePumpingStations } from './resolve.js';
import { pumpingStations } from './results.js';
import { files } from './schema.js';
import { pumpingFlow, terms } from './stage.js';

export const pumping: Equipment<{
  kind: 'pumping_stations';
  registry: 'pumpingStations';
  item: PumpingStation;
  files: typeof files;
  columns: 'pumping';
}> = {
  kind: 'pumping_stations',
  registry: 'pumpingStations',
  entityType: 'pumping_station',
  code: 4,
  places: { file: 6, stage: 2, question: 6, table: 5 },
  files,
  declaredIn: 'pumpingStations',
  idleIn05: true,
  example: {
    name: 'Pump',
    bus_id: 0,
    source_hydro_id: 1,
    destination_hydro_id: 0,
    consumption_mw_per_m3s: 1.1,
    flow: { min_m3s: 0, max_m3s: 5 },
  },
  resolve: resolvePumpingStations,
  references: [
    { field: 'bus_id', target: 'buses', of: (entry) => entry.bus_id },
    { field: 'source_hydro_id', target: 'hydros', of: (entry) => entry.source_hydro_id },
    { field: 'destination_hydro_id', target: 'hydros', of: (entry) => entry.destination_hydro_id },
  ],
  tables: { pumpingBounds: { column: 'station_id', stages: 'reference' } },
  ranges,
  rules: [distinctReservoirs, operatingReservoirs],
  columns: { pumping: 'block' },
  stage: [pumpingFlow],
  costKinds: [],
  terms,
  results: { table: pumpingStations, idColumn: 'pumping_station_id' },
  costs: [{ place: 24, name: 'pumping_cost', description: 'Pumping has no price of its own', of: () => 0 }],
  busIndex: (station) => station.busIndex,
  limits(station, stageIndex) {
    const at = station.at[stageIndex]!;
    return at.exists ? { flow_min: at.minFlowM3s, flow_max: at.maxFlowM3s } : null;
  },
};
