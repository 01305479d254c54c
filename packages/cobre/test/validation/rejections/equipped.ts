import { currentHydro, productionModel, smallCurrentCase } from '../../case/current-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { push, set } from '../edit.js';

const dated = { operational_start_date: '2000-01-01' };

/** A current case with one of everything that has limits. */
export function equipped(): CaseContents {
  const files = smallCurrentCase();
  push(files, 'system/buses.json', 'buses', { id: 1, name: 'Bus 1', ...dated });
  set(files, 'system/lines.json', 'lines', [
    { id: 2, name: 'Line', ...dated, source_bus_id: 0, target_bus_id: 1, capacity: { direct_mw: 5, reverse_mw: 5 } },
  ]);
  files['system/energy_contracts.json'] = {
    contracts: [
      {
        id: 3,
        name: 'Import',
        ...dated,
        bus_id: 0,
        type: 'import',
        price_per_mwh: 90,
        limits: { min_mw: 0, max_mw: 5 },
      },
    ],
  };
  push(files, 'system/hydros.json', 'hydros', currentHydro(1));
  push(files, 'system/hydro_production_models.json', 'production_models', productionModel(1));
  push(files, 'initial_conditions.json', 'storage', { hydro_id: 1, value_hm3: 50 });
  files['scenarios/inflow_seasonal_stats.parquet'] = [0, 1].flatMap((hydro_id) =>
    [0, 1].map((stage_id) => ({ hydro_id, stage_id, mean_m3s: 10, std_m3s: 0 })),
  );
  files['system/pumping_stations.json'] = {
    pumping_stations: [
      {
        id: 5,
        name: 'Pump',
        ...dated,
        bus_id: 0,
        source_hydro_id: 0,
        destination_hydro_id: 1,
        consumption_mw_per_m3s: 1,
        flow: { min_m3s: 0, max_m3s: 5 },
      },
    ],
  };
  files['system/non_controllable_sources.json'] = {
    non_controllable_sources: [{ id: 4, name: 'Wind', ...dated, bus_id: 0, max_generation_mw: 5 }],
  };
  files['scenarios/load_seasonal_stats.parquet'] = [0, 1].flatMap((bus_id) =>
    [0, 1].map((stage_id) => ({ bus_id, stage_id, mean_mw: bus_id === 0 ? 80 : 0, std_mw: 0 })),
  );
  return files;
}
