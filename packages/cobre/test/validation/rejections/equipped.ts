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

/** A current case with every file that is JSON. */
export function everyFile(): CaseContents {
  const files = equipped();
  files['system/batteries.json'] = {
    batteries: [
      {
        id: 6,
        name: 'Battery',
        operational_start_date: '2000-01-01',
        bus_id: 0,
        energy: { capacity_mwh: 10 },
        charge: { max_mw: 5, efficiency: 1 },
        discharge: { max_mw: 5, efficiency: 1 },
      },
    ],
  };
  files['constraints/generic_constraints.json'] = {
    expressions: [{ name: 'both', expression: 'thermal_generation(0)' }],
    constraints: [{ id: 4, name: 'Mine', expression: '@both <= @most', slack: { enabled: false } }],
  };
  files['constraints/generic_parameters.json'] = {
    scalar_parameters: [{ id: 0, name: 'most', kind: 'constant', value: 40 }],
  };
  files['scenarios/correlation.json'] = {
    profiles: {
      default: { correlation_groups: [{ name: 'all', entities: [{ type: 'inflow', id: 0 }], matrix: [[1]] }] },
    },
  };
  const factor = [{ block_id: 0, factor: 1 }];
  files['scenarios/load_factors.json'] = { load_factors: [{ bus_id: 0, stage_id: 0, block_factors: factor }] };
  files['scenarios/non_controllable_factors.json'] = {
    non_controllable_factors: [{ ncs_id: 4, stage_id: 0, block_factors: factor }],
  };
  files['post_study_stages.json'] = {
    stages: [{ start_date: '2024-03-01', duration_hours: 744 }],
    thermal_bounds: [{ thermal_id: 0, post_study_stage_index: 0, cost_per_mwh: 5, min_mw: 0, max_mw: 10 }],
  };
  set(files, 'stages.json', 'season_definitions', {
    cycle_type: 'monthly',
    seasons: [{ id: 0, label: 'Jan', month_start: 1 }],
  });
  return files;
}
