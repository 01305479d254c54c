/**
 * A case in the words of its files, typed just enough for the extensive form. Nothing here comes from the engine: what is
 * written to the files and what the extensive form reads are the same objects.
 */
import type { CaseContents } from '../case/write-case.js';

export type Id = number | string;
type Costs = Record<string, number>;

interface Lifetime {
  readonly entry_stage_id?: number;
  readonly exit_stage_id?: number;
}

export interface RawStage {
  readonly id: number;
  readonly start_date: string;
  readonly end_date: string;
  readonly season_id: number;
  readonly blocks: readonly { readonly id: number; readonly name: string; readonly hours: number }[];
  readonly block_mode: 'parallel' | 'chronological';
  readonly risk_measure: 'expectation' | { readonly cvar: { readonly alpha: number; readonly lambda: number } };
  readonly num_scenarios: number;
  readonly state_variables: { readonly storage: true; readonly inflow_lags: boolean };
}

export interface RawHydro extends Lifetime {
  readonly id: Id;
  readonly name: string;
  readonly bus_id: Id;
  readonly downstream_id: Id | null;
  readonly travel_time_hours?: number;
  readonly reservoir: { readonly min_storage_hm3: number; readonly max_storage_hm3: number };
  readonly outflow: { readonly min_outflow_m3s: number; readonly max_outflow_m3s: number | null };
  readonly generation: {
    readonly model: 'constant_productivity' | 'linearized_head' | 'fpha';
    readonly productivity_mw_per_m3s: number;
    readonly min_turbined_m3s: number;
    readonly max_turbined_m3s: number;
    readonly min_generation_mw: number;
    readonly max_generation_mw: number;
  };
  /** Units by the bus they feed; all of them at `bus_id` unless given. */
  readonly units?: readonly {
    readonly id: number;
    readonly name: string;
    readonly bus_id: Id;
    readonly min_turbined_m3s: number;
    readonly max_turbined_m3s: number;
    readonly min_generation_mw: number;
    readonly max_generation_mw: number;
  }[];
  readonly evaporation?: { readonly coefficients_mm: readonly number[]; readonly reference_volumes_hm3?: number[] };
  readonly diversion?: { readonly downstream_id: Id | null; readonly max_flow_m3s: number };
  readonly filling?: { readonly start_stage_id: number; readonly filling_min_rate_m3s?: number };
  readonly penalties?: Costs;
  /** Planes are fitted to the head: height of the tailrace and losses in metres, and what each m³/s raises the tailrace by. */
  readonly head?: {
    readonly efficiency: number;
    readonly tailrace: number;
    readonly loss: number;
    readonly rise?: number;
  };
}

export interface RawLine extends Lifetime {
  readonly id: Id;
  readonly name: string;
  readonly source_bus_id: Id;
  readonly target_bus_id: Id;
  readonly capacity: { readonly direct_mw: number; readonly reverse_mw: number };
  readonly losses_percent: number;
  readonly exchange_cost?: number;
}

export interface RawThermal extends Lifetime {
  readonly id: Id;
  readonly name: string;
  readonly bus_id: Id;
  readonly cost_per_mwh: number;
  readonly generation: { readonly min_mw: number; readonly max_mw: number };
  readonly anticipated_config?: { readonly lead_stages?: number; readonly lead_time_hours?: number };
}

export interface RawSource extends Lifetime {
  readonly id: Id;
  readonly name: string;
  readonly bus_id: Id;
  readonly max_generation_mw: number;
  readonly curtailment_cost?: number;
  readonly allow_curtailment?: boolean;
}

export interface RawPump extends Lifetime {
  readonly id: Id;
  readonly name: string;
  readonly bus_id: Id;
  readonly source_hydro_id: Id;
  readonly destination_hydro_id: Id;
  readonly consumption_mw_per_m3s: number;
  readonly flow: { readonly min_m3s: number; readonly max_m3s: number };
}

export interface RawContract extends Lifetime {
  readonly id: Id;
  readonly name: string;
  readonly bus_id: Id;
  readonly type: 'import' | 'export';
  readonly price_per_mwh: number;
  readonly limits: { readonly min_mw: number; readonly max_mw: number };
}

export interface RawConstraint {
  readonly id: number;
  readonly name: string;
  readonly expression: string;
  /** `between` has both bounds in its table. */
  readonly sense: '>=' | '<=' | '==' | 'between';
  readonly slack: { readonly enabled: boolean; readonly penalty: number };
  /** What the expression says, for a reader that does not parse. */
  readonly terms: readonly RawTerm[];
  /** True when the expression brings its bound along, which the table then only repeats for that reader. */
  readonly relational?: boolean;
}

export interface RawTerm {
  readonly coefficient: number;
  readonly variable: string;
  readonly id: Id;
  readonly block: number | null;
  /** Only the units at this bus. */
  readonly bus?: Id;
  /** What a parameter multiplies the coefficient with, by position of the stage. */
  readonly factors?: readonly number[];
  /** A factor that a parameter gives by stage and block. */
  readonly blockFactors?: readonly (readonly number[])[];
}

export interface BlockFactor {
  readonly block_id: number;
  readonly factor: number;
}

export interface Planes {
  readonly hydro_id: Id;
  readonly stage_id: number | null;
  readonly plane_id: number;
  readonly gamma_0: number;
  readonly gamma_v: number;
  readonly gamma_q: number;
  readonly gamma_s: number;
  readonly kappa: number;
}

export interface StageRow {
  readonly id: Id;
  readonly stage_id: number;
  readonly [column: string]: number | string | null;
}

export interface UnitRow {
  readonly hydro_id: Id;
  readonly hydro_unit_group_id: number;
  readonly stage_id: number;
  readonly block_id: number | null;
  readonly max_turbined_m3s: number | null;
  readonly max_generation_mw: number | null;
  readonly min_turbined_m3s: number | null;
  readonly min_generation_mw: number | null;
}

export interface TerminalCut {
  /** Thousands of $. */
  readonly intercept: number;
  /** By hydro in the order of their ids. */
  readonly slope: readonly number[];
  /** By cell of the month after the study. */
  readonly promise?: readonly number[];
}

interface RawSegment {
  readonly depth_mw: number | null;
  readonly depth_share?: number;
  readonly cost: number;
}

export interface RawStudy {
  readonly seed: number;
  readonly graph: 'finite_horizon' | 'cyclic';
  readonly rate: number;
  readonly transitions: readonly { source_id: number; target_id: number; rate: number }[];
  readonly formulation: 'single' | 'multi';
  readonly iterations: number;
  readonly passes: number;
  readonly nonNegativity: 'none' | 'penalty' | 'truncation' | 'truncation_with_penalty';
  /** True when the study follows the conventions of current cases. */
  readonly current?: boolean;
  readonly compatibility: 'none' | 'cobre-0.5' | undefined;
  readonly penalties: {
    readonly bus: {
      readonly deficit_segments: readonly RawSegment[];
      readonly excess_cost: number;
    };
    readonly line: { readonly exchange_cost: number };
    readonly hydro: Costs;
    readonly non_controllable_source: { readonly curtailment_cost: number };
  };
  readonly stages: readonly RawStage[];
  readonly buses: readonly {
    readonly id: Id;
    readonly name: string;
    readonly deficit_segments?: readonly RawSegment[];
  }[];
  readonly lines: readonly RawLine[];
  readonly hydros: readonly RawHydro[];
  readonly thermals: readonly RawThermal[];
  readonly sources: readonly RawSource[];
  readonly pumps: readonly RawPump[];
  readonly contracts: readonly RawContract[];
  readonly constraints: readonly RawConstraint[];
  /** What `@name` stands for in them. */
  readonly named?: { readonly expressions: readonly object[]; readonly parameters: readonly object[] };
  readonly storage: readonly { readonly hydro_id: Id; readonly value_hm3: number }[];
  readonly fillingStorage: readonly { readonly hydro_id: Id; readonly value_hm3: number }[];
  /** What plants that decide ahead promised before the study, by position of the stage they deliver in. */
  readonly promises?: readonly { readonly thermal_id: Id; readonly delivery: number; readonly value_mw: number }[];
  readonly pastReleases?: readonly { hydro_id: Id; start_date: string; end_date: string; value_m3s: number }[];
  /** Deviation of residuals, where it is not to follow from the coefficients. */
  readonly givenRatio?: number;
  /** What groups of units may do in a stage or block of it. */
  readonly unitRows?: readonly UnitRow[];
  /** A month after the study, and what plants that decide ahead may promise for it. */
  readonly after?: {
    readonly start_date: string;
    readonly duration_hours: number;
    readonly cells: readonly { thermal_id: Id; cost_per_mwh: number; min_mw: number; max_mw: number }[];
  };
  readonly terminalCuts?: readonly TerminalCut[];
  readonly pastInflows: readonly { readonly hydro_id: Id; readonly values_m3s: readonly number[] }[];
  /** Productivity of a hydro from one stage to another, inclusive. */
  readonly productivity: readonly { hydro_id: Id; from: number; to: number; value: number }[];
  readonly planes: readonly Planes[];
  readonly geometry: readonly { hydro_id: Id; volume_hm3: number; height_m: number; area_km2: number }[];
  /** Tables with one row per entity and stage; `id` stands for the entity's own column. */
  readonly tables: Readonly<Record<TableName, readonly StageRow[]>>;
  readonly loadFactors: readonly { id: Id; stage_id: number; block_factors: readonly BlockFactor[] }[];
  readonly sourceFactors: readonly { id: Id; stage_id: number; block_factors: readonly BlockFactor[] }[];
  readonly exchangeFactors: readonly {
    id: Id;
    stage_id: number;
    block_factors: readonly { block_id: number; direct_factor: number; reverse_factor: number }[];
  }[];
  readonly openings: readonly { stage_id: number; opening_index: number; entity_index: number; value: number }[];
}

const tablePaths = {
  inflowStats: ['scenarios/inflow_seasonal_stats.parquet', 'hydro_id'],
  coefficients: ['scenarios/inflow_ar_coefficients.parquet', 'hydro_id'],
  annual: ['scenarios/inflow_annual_component.parquet', 'hydro_id'],
  loadStats: ['scenarios/load_seasonal_stats.parquet', 'bus_id'],
  sourceStats: ['scenarios/non_controllable_stats.parquet', 'ncs_id'],
  thermalBounds: ['constraints/thermal_bounds.parquet', 'thermal_id'],
  hydroBounds: ['constraints/hydro_bounds.parquet', 'hydro_id'],
  lineBounds: ['constraints/line_bounds.parquet', 'line_id'],
  pumpBounds: ['constraints/pumping_bounds.parquet', 'station_id'],
  contractBounds: ['constraints/contract_bounds.parquet', 'contract_id'],
  sourceBounds: ['constraints/ncs_bounds.parquet', 'ncs_id'],
  constraintBounds: ['constraints/generic_constraint_bounds.parquet', 'constraint_id'],
  busCosts: ['constraints/penalty_overrides_bus.parquet', 'bus_id'],
  lineCosts: ['constraints/penalty_overrides_line.parquet', 'line_id'],
  hydroCosts: ['constraints/penalty_overrides_hydro.parquet', 'hydro_id'],
  sourceCosts: ['constraints/penalty_overrides_ncs.parquet', 'source_id'],
} as const;

export type TableName = keyof typeof tablePaths;

export function filesOf(study: RawStudy): CaseContents {
  const named =
    (column: string) =>
    ({ id, ...rest }: { readonly id: Id; readonly [key: string]: unknown }) => ({ [column]: id, ...rest });
  const tables = Object.entries(tablePaths).map(([name, [path, column]]) => {
    const rows = study.tables[name as TableName];
    return [path, rows.length === 0 ? null : rows.map(named(column))] as const;
  });
  const orNull = <T>(list: readonly T[], key: string) => (list.length === 0 ? null : { [key]: list });
  return {
    ...Object.fromEntries(tables),
    'config.json': {
      training: {
        tree_seed: study.seed,
        forward_passes: study.passes,
        cut_formulation: study.formulation,
        stopping_rules: [{ type: 'iteration_limit', limit: study.iterations }],
      },
      modeling: {
        inflow_non_negativity: { method: study.nonNegativity },
        ...(study.compatibility === undefined ? {} : { compatibility: study.compatibility }),
      },
    },
    'penalties.json': study.penalties,
    'stages.json': {
      policy_graph: {
        type: study.graph,
        annual_discount_rate: study.rate,
        transitions: study.transitions.map(({ rate, ...ends }) => ({
          ...ends,
          probability: 1,
          annual_discount_rate_override: rate,
        })),
      },
      season_definitions: {
        cycle_type: 'monthly',
        seasons: Array.from({ length: 12 }, (_, i) => ({ id: i, label: `M${i + 1}`, month_start: i + 1 })),
      },
      pre_study_stages: [
        { id: -2, start_date: '2023-11-01', end_date: '2023-12-01', season_id: 10 },
        { id: -1, start_date: '2023-12-01', end_date: '2024-01-01', season_id: 11 },
      ],
      stages: study.stages,
    },
    'initial_conditions.json': {
      storage: study.storage,
      filling_storage: study.fillingStorage,
      past_inflows: study.pastInflows,
      past_defluences: study.pastReleases ?? [],
      past_anticipated_commitments: (study.promises ?? []).map(({ thermal_id, delivery, value_mw }) => {
        const { start_date, end_date } = study.stages[delivery]!;
        return { thermal_id, start_date, end_date, value_mw };
      }),
    },
    'system/buses.json': { buses: study.buses },
    'system/lines.json': { lines: study.lines },
    'system/hydros.json': { hydros: study.hydros },
    'system/thermals.json': { thermals: study.thermals },
    'system/non_controllable_sources.json': orNull(study.sources, 'non_controllable_sources'),
    'system/pumping_stations.json': orNull(study.pumps, 'pumping_stations'),
    'system/energy_contracts.json': orNull(study.contracts, 'contracts'),
    'system/hydro_production_models.json': productionModels(study),
    'system/fpha_hyperplanes.parquet': study.planes.length === 0 ? null : study.planes,
    'system/hydro_geometry.parquet': study.geometry.length === 0 ? null : study.geometry,
    'scenarios/load_factors.json': orNull(study.loadFactors.map(named('bus_id')), 'load_factors'),
    'scenarios/non_controllable_factors.json': orNull(
      study.sourceFactors.map(named('ncs_id')),
      'non_controllable_factors',
    ),
    'constraints/exchange_factors.json': orNull(study.exchangeFactors.map(named('line_id')), 'exchange_factors'),
    'scenarios/noise_openings.parquet': study.openings,
    'constraints/generic_constraints.json': orNull(
      study.constraints.map(({ terms: _, ...constraint }) => constraint),
      'constraints',
    ),
  };
}

function productionModels({ productivity, planes }: RawStudy): object | null {
  const ranges = productivity.map(({ hydro_id, from, to, value }) => ({
    hydro_id,
    selection_mode: 'stage_ranges',
    stage_ranges: [
      { start_stage_id: from, end_stage_id: to, model: 'constant_productivity', productivity_override: value },
    ],
  }));
  const fpha = [...new Set(planes.map((plane) => plane.hydro_id))].map((hydro_id) => ({
    hydro_id,
    selection_mode: 'stage_ranges',
    stage_ranges: [{ start_stage_id: 0, end_stage_id: null, model: 'fpha', fpha_config: { source: 'precomputed' } }],
  }));
  const all = [...ranges, ...fpha];
  return all.length === 0 ? null : { production_models: all };
}
