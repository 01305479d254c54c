import type { Case } from '../src/case/model.js';
import type { CaseFileAccess } from '../src/case/read/files.js';
import { loadCase } from '../src/index.js';
import {
  type CaseContents,
  encode,
  hydroEntry,
  penalties,
  smallCase,
  stageEntry,
  thermalEntry,
} from './case/write-case.js';

/** Small numbers from a seed, the same on every machine. */
export function dice(seed: number) {
  let state = (seed * 2654435761) >>> 0;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
  };
  return {
    /** A number between two others, with one decimal. */
    between: (low: number, high: number) => Math.round((low + (high - low) * next()) * 10) / 10,
    whole: (low: number, high: number) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability: number) => next() < probability,
  };
}

/** Reads a case that only exists in memory. */
export async function caseOf(contents: CaseContents): Promise<Case> {
  const files = { ...smallCase(), ...contents };
  const access: CaseFileAccess = {
    isDirectory: async () => true,
    read: async (path) => {
      const content = files[path.replace(/^memory\//, '')];
      if (content === undefined || content === null) return null;
      const encoded = encode(path.replace(/^memory\//, ''), content);
      return typeof encoded === 'string' ? new TextEncoder().encode(encoded) : encoded;
    },
  };
  return (await loadCase('memory', access)).case;
}

export interface RandomOptions {
  readonly stages?: number;
  readonly openings?: number;
  readonly iterations?: number;
  readonly passes?: number;
  readonly training?: object;
}

/** A case of random size with a random choice of everything the stage problem models. */
export function randomCase(seed: number, options: RandomOptions = {}): CaseContents {
  const { between, whole, chance } = dice(seed);
  const stageCount = options.stages ?? whole(2, 3);
  const stages = Array.from({ length: stageCount }, (_, id) => id);
  const blocks = Array.from({ length: whole(1, 2) }, (_, id) => ({ id, name: `B${id}`, hours: whole(100, 500) }));
  const hydroIds = Array.from({ length: whole(1, 3) }, (_, id) => id);
  const busIds = Array.from({ length: whole(1, 2) }, (_, id) => id);
  const bus = () => busIds[whole(0, busIds.length - 1)]!;
  const order = chance(0.4) ? whole(1, 2) : 0;
  const cvar = chance(0.3) ? { cvar: { alpha: between(0.2, 0.9), lambda: between(0.2, 0.9) } } : 'expectation';
  const computed = chance(0.3);
  const fpha = chance(0.4);
  const evaporates = chance(0.3);
  const fills = hydroIds.length > 1 && stageCount > 2 && chance(0.3);
  const hydros = hydroIds.map((id) =>
    hydroEntry(id, {
      bus_id: bus(),
      downstream_id: id > 0 && chance(0.7) ? id - 1 : null,
      reservoir: { min_storage_hm3: chance(0.4) ? between(2, 20) : 0, max_storage_hm3: between(30, 90) },
      outflow: {
        min_outflow_m3s: chance(0.3) ? between(1, 12) : 0,
        max_outflow_m3s: chance(0.3) ? between(40, 80) : null,
      },
      generation: {
        ...(id === 0 && fpha ? { model: 'fpha' } : {}),
        productivity_mw_per_m3s: between(0.3, 1.2),
        min_turbined_m3s: chance(0.2) ? between(1, 8) : 0,
        max_turbined_m3s: between(25, 60),
        min_generation_mw: chance(0.2) ? between(1, 8) : 0,
        max_generation_mw: between(20, 60),
      },
      ...(id === 0 && fpha
        ? {
            tailrace: { type: 'polynomial', coefficients: [10, 0.02] },
            hydraulic_losses: { type: 'factor', value: 0.03 },
            efficiency: { type: 'constant', value: 0.9 },
          }
        : {}),
      ...(id === 0 && evaporates ? { evaporation: { coefficients_mm: new Array(12).fill(between(20, 120)) } } : {}),
      ...(id > 0 && chance(0.3) ? { diversion: { downstream_id: 0, max_flow_m3s: between(2, 9) } } : {}),
      ...(fills && id === 1 ? { entry_stage_id: 2, filling: { start_stage_id: 1 } } : {}),
      ...(!fills && id === 1 && chance(0.3) ? { exit_stage_id: stageCount - 1 } : {}),
    }),
  );
  return {
    'config.json': {
      training: {
        forward_passes: options.passes ?? whole(1, 3),
        tree_seed: seed,
        cut_formulation: chance(0.3) ? 'multi' : 'single',
        stopping_rules: [{ type: 'iteration_limit', limit: options.iterations ?? 40 }],
        ...options.training,
      },
      modeling: {
        inflow_non_negativity: { method: order > 0 || chance(0.5) ? 'penalty' : 'none' },
        ...(chance(0.5) ? { compatibility: 'none' } : {}),
      },
    },
    'penalties.json': {
      ...penalties,
      bus: {
        deficit_segments: [
          { depth_mw: between(3, 10), cost: 500 },
          { depth_mw: null, cost: 1500 },
        ],
        excess_cost: 0.1,
      },
    },
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: chance(0.5) ? 0.12 : 0 },
      season_definitions: {
        cycle_type: 'monthly',
        seasons: Array.from({ length: 12 }, (_, i) => ({ id: i, label: `M${i + 1}`, month_start: i + 1 })),
      },
      pre_study_stages: [
        { id: -2, start_date: '2023-11-01', end_date: '2023-12-01', season_id: 10 },
        { id: -1, start_date: '2023-12-01', end_date: '2024-01-01', season_id: 11 },
      ],
      stages: stages.map((id) =>
        stageEntry(id, {
          season_id: id,
          blocks,
          block_mode: chance(0.4) ? 'chronological' : 'parallel',
          num_scenarios: options.openings ?? whole(1, 3),
          state_variables: { storage: true, inflow_lags: order > 0 },
          risk_measure: cvar,
        }),
      ),
    },
    'initial_conditions.json': {
      storage: hydroIds
        .filter((id) => !(fills && id === 1))
        .map((hydro_id) => ({ hydro_id, value_hm3: between(0, 30) })),
      filling_storage: fills ? [{ hydro_id: 1, value_hm3: 1 }] : [],
      past_inflows: order > 0 ? hydroIds.map((hydro_id) => ({ hydro_id, values_m3s: [between(5, 30), 12] })) : [],
    },
    'system/buses.json': { buses: busIds.map((id) => ({ id, name: `Bus ${id}` })) },
    'system/lines.json': {
      lines: busIds.slice(1).map((id) => ({
        id,
        name: `Line ${id}`,
        source_bus_id: id - 1,
        target_bus_id: id,
        capacity: { direct_mw: between(5, 30), reverse_mw: between(5, 30) },
        losses_percent: between(0, 8),
        ...(chance(0.2) ? { entry_stage_id: 1 } : {}),
      })),
    },
    'system/hydros.json': { hydros },
    'system/thermals.json': {
      thermals: [
        thermalEntry(0, between(10, 30), between(10, 30), { bus_id: bus() }),
        thermalEntry(1, between(40, 90), between(10, 30), {
          bus_id: bus(),
          ...(chance(0.3) ? { exit_stage_id: 1 } : {}),
        }),
      ],
    },
    'system/non_controllable_sources.json': chance(0.4)
      ? { non_controllable_sources: [{ id: 0, name: 'Wind', bus_id: bus(), max_generation_mw: between(5, 25) }] }
      : null,
    ...(chance(0.4) && hydroIds.length > 1
      ? {
          'system/pumping_stations.json': {
            pumping_stations: [
              {
                id: 0,
                name: 'Pump',
                bus_id: bus(),
                source_hydro_id: 0,
                destination_hydro_id: hydroIds.at(-1),
                consumption_mw_per_m3s: between(0.1, 0.9),
                flow: { min_m3s: 0, max_m3s: between(2, 9) },
              },
            ],
          },
        }
      : {}),
    ...(chance(0.4)
      ? {
          'system/energy_contracts.json': {
            contracts: [
              {
                id: 0,
                name: 'Buy',
                bus_id: bus(),
                type: 'import',
                price_per_mwh: between(60, 200),
                limits: { min_mw: 0, max_mw: 8 },
              },
              {
                id: 1,
                name: 'Sell',
                bus_id: bus(),
                type: 'export',
                price_per_mwh: -between(5, 60),
                limits: { min_mw: 0, max_mw: 12 },
              },
            ],
          },
        }
      : {}),
    ...(fpha
      ? {
          'system/hydro_production_models.json': {
            production_models: [
              {
                hydro_id: 0,
                selection_mode: 'stage_ranges',
                stage_ranges: [
                  {
                    start_stage_id: 0,
                    end_stage_id: null,
                    model: 'fpha',
                    fpha_config: { source: computed ? 'computed' : 'precomputed' },
                  },
                ],
              },
            ],
          },
          'system/fpha_hyperplanes.parquet': [
            {
              hydro_id: 0,
              stage_id: null,
              plane_id: 0,
              gamma_0: 1,
              gamma_v: 0.02,
              gamma_q: 0.6,
              gamma_s: -0.01,
              kappa: 0.98,
            },
            { hydro_id: 0, stage_id: null, plane_id: 1, gamma_0: 6, gamma_v: 0.05, gamma_q: 0.3, gamma_s: 0, kappa: 1 },
          ],
        }
      : {}),
    ...(fpha || evaporates
      ? {
          'system/hydro_geometry.parquet': [
            { hydro_id: 0, volume_hm3: 0, height_m: 50, area_km2: 1 },
            { hydro_id: 0, volume_hm3: 40, height_m: 60, area_km2: 3 },
            { hydro_id: 0, volume_hm3: 100, height_m: 66, area_km2: 5 },
          ],
        }
      : {}),
    'scenarios/inflow_seasonal_stats.parquet': hydroIds.flatMap((hydro_id) =>
      [-2, -1, ...stages].map((stage_id) => ({
        hydro_id,
        stage_id,
        mean_m3s: between(10, 30),
        std_m3s: between(1, 5),
      })),
    ),
    ...(order > 0
      ? {
          'scenarios/inflow_ar_coefficients.parquet': hydroIds.flatMap((hydro_id) =>
            stages.flatMap((stage_id) =>
              Array.from({ length: order }, (_, k) => ({
                hydro_id,
                stage_id,
                lag: k + 1,
                coefficient: k === 0 ? 0.4 : 0.2,
                residual_std_ratio: 0.8,
              })),
            ),
          ),
        }
      : {}),
    'scenarios/load_seasonal_stats.parquet': busIds.flatMap((bus_id) =>
      stages.map((stage_id) => ({ bus_id, stage_id, mean_mw: between(30, 70), std_mw: bus_id === 1 ? 3 : 0 })),
    ),
    'scenarios/non_controllable_stats.parquet': null,
    ...(chance(0.4)
      ? {
          'constraints/hydro_bounds.parquet': [
            { hydro_id: 0, stage_id: 1, max_turbined_m3s: 30, water_withdrawal_m3s: between(0.5, 5) },
          ],
        }
      : {}),
    ...(chance(0.4)
      ? {
          'constraints/generic_constraints.json': {
            constraints: [
              {
                id: 0,
                name: 'cap',
                expression: 'thermal_generation(0) + 0.5 * hydro_generation(0)',
                sense: '<=',
                slack: { enabled: true, penalty: 300 },
              },
              {
                id: 1,
                name: 'keep',
                expression: 'hydro_storage(0)',
                sense: '>=',
                slack: { enabled: true, penalty: 0.4 },
              },
            ],
          },
          'constraints/generic_constraint_bounds.parquet': [
            { constraint_id: 0, stage_id: 1, block_id: null, bound: between(15, 40) },
            { constraint_id: 1, stage_id: 0, block_id: null, bound: between(5, 30) },
          ],
        }
      : {}),
  };
}
