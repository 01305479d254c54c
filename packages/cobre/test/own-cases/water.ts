import { hydro, type OwnCase, study, thermal } from './study.js';

const chronological = [
  { id: 0, name: 'FIRST', hours: 200 },
  { id: 1, name: 'SECOND', hours: 300 },
];

/** The two-plant cascade, with any ids. */
function cascade(upper: number | string, lower: number | string, bus: number | string) {
  const upperPlant = hydro(upper, { maxTurbined: 8, maxStorage: 50 }, { downstream_id: lower, bus_id: bus });
  const lowerPlant = hydro(lower, { productivity: 0.5, maxTurbined: 5, maxStorage: 50 }, { bus_id: bus });
  return study({
    loads: { [bus]: [20, 20] },
    thermals: [thermal('T', 40, 50, { bus_id: bus })].map((plant) =>
      typeof bus === 'number' ? { ...plant, id: 0 } : plant,
    ),
    hydros: [lowerPlant, upperPlant],
    inflows: { [upper]: [0, 0], [lower]: [0, 0] },
    storage: { [upper]: 18, [lower]: 0 },
  });
}

/** Reservoirs, cascades and everything else that moves water. */
export const waterCases: readonly OwnCase[] = [
  {
    name: 'single-reservoir',
    files: study({
      loads: { 0: [40, 40] },
      thermals: [thermal(0, 20, 20), thermal(1, 60, 40)],
      hydros: [hydro(0, { productivity: 0.9, maxTurbined: 30, maxStorage: 90 })],
      inflows: { 0: [10, 0] },
      storage: { 0: 36 },
    }),
    lowerBound: 790_000,
    checks: [{ table: 'hydros', where: { stage_id: 1, hydro_id: 0 }, column: 'storage_final_hm3', value: 0 }],
  },
  { name: 'two-hydro-cascade', files: cascade(0, 1, 0), lowerBound: 500_000 },
  { name: 'string-ids', files: cascade('UPPER', 'LOWER', 'CENTRE'), lowerBound: 500_000 },
  {
    name: 'chronological-blocks',
    files: study({
      loads: { 0: [20] },
      thermals: [thermal(0, 40, 50)],
      hydros: [hydro(0, { maxTurbined: 50, maxStorage: 3.6 })],
      inflows: { 0: [10] },
      storage: { 0: 0 },
      busCosts: { excess_cost: 0.02 },
      stage: () => ({ blocks: chronological, block_mode: 'chronological' }),
      files: {
        'scenarios/load_factors.json': {
          load_factors: [{ bus_id: 0, stage_id: 0, block_factors: [{ block_id: 0, factor: 0 }] }],
        },
      },
    }),
    lowerBound: 80_010,
    checks: [
      { table: 'hydros', where: { block_id: 0 }, column: 'spillage_m3s', value: 5 },
      { table: 'thermals', where: { block_id: 1 }, column: 'generation_mw', value: 20 / 3 },
    ],
  },
  {
    name: 'diversion',
    files: study({
      loads: { 0: [30, 30] },
      thermals: [thermal(0, 50, 100)],
      hydros: [
        hydro(0, { maxTurbined: 10, maxStorage: 0 }, { diversion: { downstream_id: 1, max_flow_m3s: 4 } }),
        hydro(1, { productivity: 2, maxTurbined: 10, maxStorage: 0 }),
      ],
      inflows: { 0: [20, 20], 1: [0, 0] },
      storage: { 0: 0, 1: 0 },
      hydroCosts: { diversion_cost: 0.1 },
      files: { 'constraints/hydro_bounds.parquet': [{ hydro_id: 0, stage_id: 1, max_diversion_m3s: 2 }] },
    }),
    lowerBound: 700_370,
    checks: [
      { table: 'hydros', where: { stage_id: 0, hydro_id: 0 }, column: 'diverted_outflow_m3s', value: 4 },
      { table: 'hydros', where: { stage_id: 1, hydro_id: 1 }, column: 'diverted_inflow_m3s', value: 2 },
    ],
  },
  {
    name: 'pumping',
    files: study({
      loads: { 0: [20, 20] },
      thermals: [thermal(0, 10, 100)],
      hydros: [hydro(0, { maxTurbined: 20, maxStorage: 100 }), hydro(1, { maxTurbined: 0, maxStorage: 100 })],
      inflows: { 0: [0, 0], 1: [0, 0] },
      storage: { 0: 0, 1: 18 },
      files: {
        'system/pumping_stations.json': {
          pumping_stations: [
            {
              id: 0,
              name: 'Pump',
              bus_id: 0,
              source_hydro_id: 1,
              destination_hydro_id: 0,
              consumption_mw_per_m3s: 0.2,
              flow: { min_m3s: 0, max_m3s: 5 },
            },
          ],
        },
        'constraints/thermal_bounds.parquet': [{ thermal_id: 0, stage_id: 1, cost_per_mwh: 100 }],
      },
    }),
    lowerBound: 655_000,
    checks: [
      { table: 'pumping_stations', where: { stage_id: 0 }, column: 'pumped_flow_m3s', value: 5 },
      { table: 'pumping_stations', where: { stage_id: 1 }, column: 'power_consumption_mw', value: 1 },
      { table: 'hydros', where: { stage_id: 1, hydro_id: 0 }, column: 'turbined_m3s', value: 10 },
    ],
  },
  {
    name: 'evaporation',
    files: study({
      loads: { 0: [50] },
      thermals: [thermal(0, 20, 100)],
      hydros: [
        hydro(0, { maxTurbined: 100, maxStorage: 100 }, { evaporation: { coefficients_mm: new Array(12).fill(90) } }),
      ],
      inflows: { 0: [10] },
      storage: { 0: 60 },
      files: {
        'system/hydro_geometry.parquet': [
          { hydro_id: 0, volume_hm3: 0, height_m: 100, area_km2: 10 },
          { hydro_id: 0, volume_hm3: 100, height_m: 120, area_km2: 20 },
        ],
      },
    }),
    lowerBound: 10_000 * (50 - (10 + 60 / 1.8 - 0.65)),
    checks: [{ table: 'hydros', where: { stage_id: 0 }, column: 'evaporation_m3s', value: 0.65 }],
  },
  {
    name: 'withdrawal',
    files: study({
      loads: { 0: [20, 20, 20] },
      thermals: [thermal(0, 50, 100)],
      hydros: [hydro(0, { maxTurbined: 20, maxStorage: 0 })],
      inflows: { 0: [3, 12, 3] },
      storage: { 0: 0 },
      hydroCosts: { water_withdrawal_violation_cost: 500 },
      files: {
        'constraints/hydro_bounds.parquet': [4, 4, -4].map((water_withdrawal_m3s, stage_id) => ({
          hydro_id: 0,
          stage_id,
          water_withdrawal_m3s,
        })),
      },
    }),
    lowerBound: 1_375_000,
    checks: [
      { table: 'hydros', where: { stage_id: 0 }, column: 'water_withdrawal_violation_neg_m3s', value: 1 },
      { table: 'costs', where: { stage_id: 0 }, column: 'withdrawal_violation_cost', value: 250_000 },
    ],
  },
  {
    name: 'soft-minimum-storage',
    files: study({
      loads: { 0: [20, 20] },
      thermals: [thermal(0, 50, 100)],
      hydros: [
        hydro(0, { maxTurbined: 10, maxStorage: 100 }, { reservoir: { min_storage_hm3: 36, max_storage_hm3: 100 } }),
      ],
      inflows: { 0: [0, 0] },
      storage: { 0: 45 },
      hydroCosts: { storage_violation_below_cost: 10_000 },
      files: { 'constraints/hydro_bounds.parquet': [{ hydro_id: 0, stage_id: 1, min_storage_hm3: 9 }] },
    }),
    lowerBound: 590_000,
    checks: [
      { table: 'hydros', where: { stage_id: 0 }, column: 'storage_violation_below_hm3', value: 9 },
      { table: 'costs', where: { stage_id: 0 }, column: 'storage_violation_cost', value: 90_000 },
    ],
  },
  {
    name: 'filling',
    files: study({
      loads: { 0: [20, 20, 20] },
      thermals: [thermal(0, 50, 100)],
      hydros: [
        hydro(
          0,
          { maxTurbined: 5, maxStorage: 100 },
          {
            reservoir: { min_storage_hm3: 18, max_storage_hm3: 100 },
            entry_stage_id: 2,
            filling: { start_stage_id: 0 },
          },
        ),
      ],
      inflows: { 0: [3, 3, 3] },
      hydroCosts: { storage_violation_below_cost: 1000, filling_target_violation_cost: 2000 },
      files: { 'initial_conditions.json': { storage: [], filling_storage: [{ hydro_id: 0, value_hm3: 1.8 }] } },
    }),
    lowerBound: 1_394_800,
    checks: [
      { table: 'hydros', where: { stage_id: 1 }, column: 'filling_target_violation_hm3', value: 5.4 },
      { table: 'hydros', where: { stage_id: 2 }, column: 'turbined_m3s', value: 5 },
    ],
  },
  {
    name: 'production-planes',
    files: study({
      loads: { 0: [60] },
      thermals: [thermal(0, 20, 100)],
      hydros: [
        hydro(
          0,
          { maxTurbined: 40, maxStorage: 200 },
          {
            generation: {
              model: 'fpha',
              min_turbined_m3s: 0,
              max_turbined_m3s: 40,
              min_generation_mw: 0,
              max_generation_mw: 100,
            },
          },
        ),
      ],
      inflows: { 0: [20] },
      storage: { 0: 90 },
      hydroCosts: { fpha_turbined_cost: 0.05 },
      files: {
        'system/hydro_production_models.json': {
          production_models: [
            {
              hydro_id: 0,
              selection_mode: 'stage_ranges',
              stage_ranges: [
                { start_stage_id: 0, end_stage_id: null, model: 'fpha', fpha_config: { source: 'precomputed' } },
              ],
            },
          ],
        },
        'system/fpha_hyperplanes.parquet': [
          {
            hydro_id: 0,
            stage_id: null,
            plane_id: 0,
            gamma_0: 2,
            gamma_v: 0.02,
            gamma_q: 0.5,
            gamma_s: -0.01,
            kappa: 0.5,
          },
          { hydro_id: 0, stage_id: null, plane_id: 1, gamma_0: 0, gamma_v: 0, gamma_q: 0.9, gamma_s: 0, kappa: null },
        ],
      },
    }),
    lowerBound: 376_600,
    checks: [{ table: 'hydros', where: { stage_id: 0 }, column: 'generation_mw', value: 22.44 }],
  },
  {
    name: 'operating-limits',
    files: study({
      loads: { 0: [30, 30, 30] },
      thermals: [thermal(0, 50, 100)],
      hydros: [hydro(0, { maxTurbined: 20, maxStorage: 0 }, { outflow: { min_outflow_m3s: 15, max_outflow_m3s: 25 } })],
      inflows: { 0: [10, 40, 5] },
      storage: { 0: 0 },
      hydroCosts: {
        outflow_violation_below_cost: 100,
        outflow_violation_above_cost: 80,
        turbined_violation_below_cost: 70,
        generation_violation_below_cost: 90,
      },
      files: {
        'constraints/hydro_bounds.parquet': [
          { hydro_id: 0, stage_id: 2, min_outflow_m3s: 0, min_turbined_m3s: 8, min_generation_mw: 6 },
        ],
      },
    }),
    lowerBound: 2_375_100,
    checks: [
      { table: 'costs', where: { stage_id: 0 }, column: 'outflow_violation_below_cost', value: 250_000 },
      { table: 'costs', where: { stage_id: 1 }, column: 'outflow_violation_above_cost', value: 600_000 },
      { table: 'costs', where: { stage_id: 2 }, column: 'turbined_violation_cost', value: 105_000 },
      { table: 'costs', where: { stage_id: 2 }, column: 'generation_violation_cost', value: 45_000 },
    ],
  },
  {
    name: 'computed-planes',
    files: study({
      loads: { 0: [50] },
      thermals: [thermal(0, 20, 100)],
      hydros: [
        hydro(
          0,
          { maxTurbined: 40, maxStorage: 200 },
          {
            generation: {
              model: 'fpha',
              min_turbined_m3s: 0,
              max_turbined_m3s: 40,
              min_generation_mw: 0,
              max_generation_mw: 100,
            },
            tailrace: { type: 'polynomial', coefficients: [20] },
            hydraulic_losses: { type: 'factor', value: 0.05 },
            efficiency: { type: 'constant', value: 0.9 },
          },
        ),
      ],
      inflows: { 0: [10] },
      storage: { 0: 36 },
      files: {
        'system/hydro_production_models.json': {
          production_models: [
            {
              hydro_id: 0,
              selection_mode: 'stage_ranges',
              stage_ranges: [
                { start_stage_id: 0, end_stage_id: null, model: 'fpha', fpha_config: { source: 'computed' } },
              ],
            },
          ],
        },
        'system/hydro_geometry.parquet': [
          { hydro_id: 0, volume_hm3: 0, height_m: 100, area_km2: 10 },
          { hydro_id: 0, volume_hm3: 200, height_m: 100, area_km2: 10 },
        ],
      },
    }),
    lowerBound: 10_000 * (50 - 30 * 0.00981 * 0.9 * 76),
    checks: [{ table: 'hydros', where: { stage_id: 0 }, column: 'turbined_m3s', value: 30 }],
  },
  {
    name: 'seasonal-production',
    files: study({
      loads: { 0: [20, 20] },
      thermals: [thermal(0, 50, 100)],
      hydros: [hydro(0, { maxTurbined: 20, maxStorage: 0 })],
      inflows: { 0: [10, 10] },
      storage: { 0: 0 },
      stage: (id) => ({ season_id: id }),
      files: {
        'system/hydro_production_models.json': {
          production_models: [
            {
              hydro_id: 0,
              selection_mode: 'seasonal',
              default_model: 'constant_productivity',
              seasons: [{ season_id: 1, model: 'constant_productivity', productivity_override: 1.5 }],
            },
          ],
        },
      },
    }),
    lowerBound: 375_000,
    checks: [{ table: 'hydros', where: { stage_id: 1 }, column: 'generation_mw', value: 15 }],
  },
  {
    name: 'user-constraint-on-storage',
    files: study({
      loads: { 0: [30] },
      thermals: [thermal(0, 50, 100)],
      hydros: [hydro(0, { maxTurbined: 30, maxStorage: 100 })],
      inflows: { 0: [0] },
      storage: { 0: 36 },
      files: {
        'constraints/generic_constraints.json': {
          constraints: [
            { id: 0, name: 'keep', expression: 'hydro_storage(0)', sense: '>=', slack: { enabled: true, penalty: 10 } },
          ],
        },
        'constraints/generic_constraint_bounds.parquet': [{ constraint_id: 0, stage_id: 0, block_id: null, bound: 18 }],
      },
    }),
    lowerBound: 340_000,
    checks: [{ table: 'violations/generic', where: { stage_id: 0 }, column: 'slack_cost', value: 90_000 }],
  },
];
