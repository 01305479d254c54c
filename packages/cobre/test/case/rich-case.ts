import { type CaseContents, hydroEntry, penalties, stageEntry, thermalEntry } from './write-case.js';

/**
 * A valid case that has all files: three stages of two blocks, three hydros (one with planes, one with evaporation
 * and diversion, one that fills), two buses with a line, and one of everything else. Made for reading and validation;
 * nobody has computed its optimum.
 */
export function richCase(): CaseContents {
  return structuredClone({ ...settings(), ...system(), ...scenarios(), ...constraints() });
}

const stages = [0, 1, 2];
const blocks = [
  { id: 0, name: 'PEAK', hours: 200 },
  { id: 1, name: 'BASE', hours: 530 },
];

function settings(): CaseContents {
  return {
    'config.json': {
      training: {
        forward_passes: 2,
        tree_seed: 7,
        stopping_rules: [
          { type: 'iteration_limit', limit: 30 },
          { type: 'bound_stalling', iterations: 5, tolerance: 0.001 },
        ],
        scenario_source: { seed: 3, inflow: { scheme: 'in_sample' } },
        cut_selection: { enabled: true, method: 'lml1', memory_window: 8 },
      },
      modeling: { inflow_non_negativity: { method: 'truncation' } },
      estimation: { max_order: 3, min_observations_per_season: 2 },
      simulation: { enabled: true, num_scenarios: 4 },
    },
    'penalties.json': structuredClone(penalties),
    'stages.json': {
      policy_graph: {
        type: 'finite_horizon',
        annual_discount_rate: 0.1,
        transitions: [
          { source_id: 0, target_id: 1, probability: 1 },
          { source_id: 1, target_id: 2, probability: 1, annual_discount_rate_override: 0.08 },
        ],
      },
      season_definitions: {
        cycle_type: 'monthly',
        seasons: Array.from({ length: 12 }, (_, i) => ({ id: i, label: `M${i + 1}`, month_start: i + 1 })),
      },
      pre_study_stages: [{ id: -1, start_date: '2023-12-01', end_date: '2024-01-01', season_id: 11 }],
      stages: stages.map((id) =>
        stageEntry(id, {
          season_id: id,
          blocks,
          num_scenarios: 2,
          block_mode: id === 1 ? 'chronological' : 'parallel',
          state_variables: { storage: true, inflow_lags: true },
          risk_measure: { cvar: { alpha: 0.5, lambda: 0.25 } },
        }),
      ),
    },
    'initial_conditions.json': {
      storage: [
        { hydro_id: 1, value_hm3: 60 },
        { hydro_id: 2, value_hm3: 40 },
      ],
      filling_storage: [{ hydro_id: 3, value_hm3: 1 }],
      past_inflows: [
        { hydro_id: 1, values_m3s: [21], season_ids: [11] },
        { hydro_id: 2, values_m3s: [12] },
        { hydro_id: 3, values_m3s: [5] },
      ],
      recent_observations: [{ hydro_id: 1, start_date: '2023-12-25', end_date: '2024-01-01', value_m3s: 20 }],
    },
  };
}

function system(): CaseContents {
  return {
    'system/buses.json': {
      buses: [
        {
          id: 1,
          name: 'North',
          deficit_segments: [
            { depth_mw: 20, cost: 800 },
            { depth_mw: null, cost: 4000 },
          ],
        },
        { id: 2, name: 'South' },
      ],
    },
    'system/lines.json': {
      lines: [
        {
          id: 1,
          name: 'North-South',
          source_bus_id: 1,
          target_bus_id: 2,
          capacity: { direct_mw: 40, reverse_mw: 30 },
          exchange_cost: 0.5,
          losses_percent: 2,
          exit_stage_id: 5,
        },
      ],
    },
    'system/hydros.json': {
      hydros: [
        hydroEntry(1, {
          bus_id: 1,
          downstream_id: 2,
          generation: { model: 'fpha', productivity_mw_per_m3s: null },
          tailrace: {
            type: 'piecewise',
            points: [
              { outflow_m3s: 0, height_m: 10 },
              { outflow_m3s: 90, height_m: 12 },
            ],
          },
          hydraulic_losses: { type: 'constant', value_m: 0.5 },
          efficiency: { type: 'constant', value: 0.9 },
        }),
        hydroEntry(2, {
          bus_id: 2,
          evaporation: { coefficients_mm: Array.from({ length: 12 }, (_, i) => 10 * i) },
          diversion: { downstream_id: 3, max_flow_m3s: 5 },
          penalties: { spillage_cost: 0.02, evaporation_violation_pos_cost: 6000 },
        }),
        hydroEntry(3, {
          bus_id: 2,
          reservoir: { min_storage_hm3: 3 },
          entry_stage_id: 2,
          filling: { start_stage_id: 0, filling_inflow_m3s: 0.5 },
        }),
      ],
    },
    'system/thermals.json': {
      thermals: [thermalEntry(1, 20, 50, { bus_id: 1 }), thermalEntry(2, 40, 50, { bus_id: 2, entry_stage_id: 1 })],
    },
    'system/batteries.json': {
      batteries: [
        {
          id: 1,
          name: 'Cell',
          bus_id: 2,
          energy: { capacity_mwh: 60, initial_mwh: 20 },
          charge: { max_mw: 5, efficiency: 0.95 },
          discharge: { max_mw: 5, efficiency: 0.9, cost_per_mwh: 0.3 },
          end_of_stage: 'final_target',
        },
      ],
    },
    'system/non_controllable_sources.json': {
      non_controllable_sources: [{ id: 1, name: 'Wind', bus_id: 2, max_generation_mw: 15 }],
    },
    'system/pumping_stations.json': {
      pumping_stations: [
        {
          id: 1,
          name: 'Pump',
          bus_id: 2,
          source_hydro_id: 2,
          destination_hydro_id: 1,
          consumption_mw_per_m3s: 0.4,
          flow: { min_m3s: 0, max_m3s: 3 },
        },
      ],
    },
    'system/energy_contracts.json': {
      contracts: [
        { id: 1, name: 'Buy', bus_id: 1, type: 'import', price_per_mwh: 60, limits: { min_mw: 0, max_mw: 10 } },
        { id: 2, name: 'Sell', bus_id: 1, type: 'export', price_per_mwh: -5, limits: { min_mw: 0, max_mw: 10 } },
      ],
    },
    'system/hydro_production_models.json': {
      production_models: [
        {
          hydro_id: 1,
          selection_mode: 'stage_ranges',
          stage_ranges: [
            { start_stage_id: 0, end_stage_id: 0, model: 'fpha', fpha_config: { source: 'precomputed' } },
            { start_stage_id: 1, end_stage_id: null, model: 'fpha', fpha_config: { source: 'computed' } },
          ],
        },
        {
          hydro_id: 2,
          selection_mode: 'seasonal',
          default_model: 'constant_productivity',
          seasons: [{ season_id: 1, model: 'constant_productivity', productivity_override: 0.9 }],
        },
      ],
    },
    'system/hydro_geometry.parquet': [1, 2].flatMap((hydro_id) => [
      { hydro_id, volume_hm3: 0, height_m: 50, area_km2: 1 },
      { hydro_id, volume_hm3: 50, height_m: 60, area_km2: 2 },
      { hydro_id, volume_hm3: 100, height_m: 65, area_km2: 4 },
    ]),
    'system/fpha_hyperplanes.parquet': [
      { hydro_id: 1, stage_id: 0, plane_id: 0, gamma_0: 1, gamma_v: 0.01, gamma_q: 0.4, gamma_s: -0.001, kappa: 0.99 },
      { hydro_id: 1, stage_id: null, plane_id: 1, gamma_0: 5, gamma_v: 0.02, gamma_q: 0.2, gamma_s: 0, kappa: null },
    ],
  };
}

function scenarios(): CaseContents {
  const everyHydro = [1, 2, 3];
  const days = [2019, 2020, 2021].flatMap((year) =>
    Array.from({ length: 12 }, (_, month) => Math.round(Date.UTC(year, month, 1) / 86_400_000)),
  );
  return {
    'scenarios/inflow_history.parquet': everyHydro.flatMap((hydro_id) =>
      days.map((date, i) => ({ hydro_id, date, value_m3s: 10 * hydro_id + (i % 7) })),
    ),
    'scenarios/inflow_seasonal_stats.parquet': everyHydro.flatMap((hydro_id) =>
      [-1, ...stages].map((stage_id) => ({ hydro_id, stage_id, mean_m3s: 10 * hydro_id, std_m3s: 2 })),
    ),
    'scenarios/inflow_ar_coefficients.parquet': everyHydro.flatMap((hydro_id) =>
      stages.map((stage_id) => ({ hydro_id, stage_id, lag: 1, coefficient: 0.4, residual_std_ratio: 0.9 })),
    ),
    'scenarios/inflow_annual_component.parquet': [
      { hydro_id: 1, stage_id: 0, annual_coefficient: 0.1, annual_mean_m3s: 10, annual_std_m3s: 1 },
    ],
    'scenarios/external_inflow_scenarios.parquet': stages.flatMap((stage_id) =>
      [0, 1].flatMap((scenario_id) =>
        everyHydro.map((hydro_id) => ({ stage_id, scenario_id, hydro_id, value_m3s: 9 + scenario_id })),
      ),
    ),
    'scenarios/external_load_scenarios.parquet': stages.map((stage_id) => ({
      stage_id,
      scenario_id: 0,
      bus_id: 1,
      value_mw: 50,
    })),
    'scenarios/external_ncs_scenarios.parquet': stages.map((stage_id) => ({
      stage_id,
      scenario_id: 0,
      ncs_id: 1,
      value: 0.4,
    })),
    'scenarios/load_seasonal_stats.parquet': [1, 2].flatMap((bus_id) =>
      stages.map((stage_id) => ({ bus_id, stage_id, mean_mw: 40 * bus_id, std_mw: bus_id === 2 ? 3 : 0 })),
    ),
    'scenarios/load_factors.json': {
      load_factors: [
        {
          bus_id: 2,
          stage_id: 1,
          block_factors: [
            { block_id: 0, factor: 1.2 },
            { block_id: 1, factor: 0.9 },
          ],
        },
      ],
    },
    'scenarios/correlation.json': {
      method: 'spectral',
      profiles: {
        default: {
          correlation_groups: [
            {
              name: 'rivers',
              entities: [
                { type: 'inflow', id: 2 },
                { type: 'inflow', id: 1 },
              ],
              matrix: [
                [1, 0.3],
                [0.3, 1],
              ],
            },
          ],
        },
      },
      schedule: [{ stage_id: 1, profile_name: 'default' }],
    },
    'scenarios/non_controllable_stats.parquet': stages.map((stage_id) => ({
      ncs_id: 1,
      stage_id,
      mean: 0.5,
      std: 0.1,
    })),
    'scenarios/non_controllable_factors.json': {
      non_controllable_factors: [{ ncs_id: 1, stage_id: 0, block_factors: [{ block_id: 0, factor: 0.5 }] }],
    },
    'scenarios/noise_openings.parquet': stages.flatMap((stage_id) =>
      [0, 1].flatMap((opening_index) =>
        [0, 1, 2, 3, 4].map((entity_index) => ({ stage_id, opening_index, entity_index, value: opening_index - 0.5 })),
      ),
    ),
  };
}

function constraints(): CaseContents {
  return {
    'constraints/thermal_bounds.parquet': [
      { thermal_id: 1, stage_id: 1, min_generation_mw: 5, max_generation_mw: 45, cost_per_mwh: 25 },
    ],
    'constraints/hydro_bounds.parquet': [
      { hydro_id: 1, stage_id: 1, max_turbined_m3s: 40, max_outflow_m3s: 90, water_withdrawal_m3s: 1 },
      { hydro_id: 3, stage_id: 1, max_turbined_m3s: null, max_outflow_m3s: null, water_withdrawal_m3s: null },
    ],
    'constraints/line_bounds.parquet': [{ line_id: 1, stage_id: 2, direct_mw: 20, reverse_mw: null }],
    'constraints/pumping_bounds.parquet': [{ station_id: 1, stage_id: 0, max_m3s: 2 }],
    'constraints/contract_bounds.parquet': [{ contract_id: 1, stage_id: 0, max_mw: 5, price_per_mwh: 70 }],
    'constraints/ncs_bounds.parquet': [{ ncs_id: 1, stage_id: 2, available_generation_mw: 12 }],
    'constraints/exchange_factors.json': {
      exchange_factors: [
        { line_id: 1, stage_id: 0, block_factors: [{ block_id: 1, direct_factor: 0.5, reverse_factor: 1.5 }] },
      ],
    },
    'constraints/generic_constraints.json': {
      constraints: [
        {
          id: 4,
          name: 'gas',
          expression: '2.5 * thermal_generation(1) - hydro_generation(2, 0) + pumping_power(1)',
          sense: '<=',
          slack: { enabled: true, penalty: 900 },
        },
      ],
    },
    'constraints/generic_constraint_bounds.parquet': [
      { constraint_id: 4, stage_id: 0, block_id: null, bound: 100 },
      { constraint_id: 4, stage_id: 1, block_id: 1, bound: 90 },
    ],
    'constraints/penalty_overrides_bus.parquet': [{ bus_id: 1, stage_id: 0, excess_cost: 0.02 }],
    'constraints/penalty_overrides_line.parquet': [{ line_id: 1, stage_id: 0, exchange_cost: 0.7 }],
    'constraints/penalty_overrides_hydro.parquet': [{ hydro_id: 2, stage_id: 0, spillage_cost: 0.03 }],
    'constraints/penalty_overrides_ncs.parquet': [{ source_id: 1, stage_id: 0, curtailment_cost: 0.02 }],
  };
}
