import { type CaseContents, penalties, thermalEntry } from '../case/write-case.js';

/**
 * Building blocks of the project's own cases. A stage has one block of 500 hours unless a case says otherwise, so that
 * 1 m³/s during a stage is 1.8 hm³ and 1 MW during a stage is 500 MWh: arithmetic stays easy to follow by hand.
 */

export interface OwnCase {
  readonly name: string;
  readonly files: CaseContents;
  /** Exact optimum, derived in the case's DERIVATION.md. */
  readonly lowerBound: number;
  readonly tolerance?: number;
  /** Results of the first simulated scenario that follow from the derivation. */
  readonly checks?: readonly Check[];
}

export interface Check {
  /** A folder of the simulation results: `thermals`, `hydros`, `costs`, ... */
  readonly table: string;
  readonly where: Readonly<Record<string, number>>;
  readonly column: string;
  readonly value: number;
}

type Id = number | string;

export interface Study {
  /** Load of each bus by stage; the number of stages follows from it. */
  readonly loads: Readonly<Record<Id, readonly number[]>>;
  readonly thermals: readonly object[];
  readonly hydros?: readonly object[];
  /** Inflow of each hydro by stage, m³/s, without deviation. */
  readonly inflows?: Readonly<Record<Id, readonly number[]>>;
  readonly storage?: Readonly<Record<Id, number>>;
  readonly stage?: (id: number) => object;
  readonly graph?: 'finite_horizon' | 'cyclic';
  readonly discountRate?: number;
  readonly transitions?: readonly object[];
  readonly hydroCosts?: Partial<Record<keyof typeof penalties.hydro, number>>;
  readonly busCosts?: object;
  readonly config?: object;
  readonly files?: CaseContents;
}

const epoch = Date.UTC(2030, 0, 1);
const day = 86_400_000;
const dateAfter = (days: number): string => new Date(epoch + days * day).toISOString().slice(0, 10);

export function study(spec: Study): CaseContents {
  const buses = Object.keys(spec.loads).map(idOf);
  const stages = Object.values(spec.loads)[0]?.length ?? 0;
  const inflows = Object.entries(spec.inflows ?? {});
  return {
    'config.json': {
      training: { forward_passes: 1, stopping_rules: [{ type: 'iteration_limit', limit: 30 }] },
      modeling: { inflow_non_negativity: { method: 'none' } },
      ...spec.config,
    },
    'penalties.json': {
      bus: { ...penalties.bus, ...spec.busCosts },
      line: penalties.line,
      hydro: { ...penalties.hydro, ...spec.hydroCosts },
      non_controllable_source: penalties.non_controllable_source,
    },
    'stages.json': {
      policy_graph: {
        type: spec.graph ?? 'finite_horizon',
        annual_discount_rate: spec.discountRate ?? 0,
        ...(spec.transitions ? { transitions: spec.transitions } : {}),
      },
      stages: Array.from({ length: stages }, (_, id) => ({
        id,
        start_date: dateAfter(21 * id),
        end_date: dateAfter(21 * (id + 1)),
        blocks: [{ id: 0, name: 'ALL', hours: 500 }],
        num_scenarios: 1,
        ...spec.stage?.(id),
      })),
    },
    'initial_conditions.json': {
      storage: Object.entries(spec.storage ?? {}).map(([id, value_hm3]) => ({ hydro_id: idOf(id), value_hm3 })),
      filling_storage: [],
    },
    'system/buses.json': { buses: buses.map((id) => ({ id, name: `Bus ${id}` })) },
    'system/lines.json': { lines: [] },
    'system/hydros.json': { hydros: spec.hydros ?? [] },
    'system/thermals.json': { thermals: spec.thermals },
    ...(inflows.length > 0
      ? {
          'scenarios/inflow_seasonal_stats.parquet': inflows.flatMap(([id, values]) =>
            values.map((mean_m3s, stage_id) => ({ hydro_id: idOf(id), stage_id, mean_m3s, std_m3s: 0 })),
          ),
        }
      : {}),
    'scenarios/load_seasonal_stats.parquet': Object.entries(spec.loads).flatMap(([id, values]) =>
      values.map((mean_mw, stage_id) => ({ bus_id: idOf(id), stage_id, mean_mw, std_mw: 0 })),
    ),
    ...spec.files,
  };
}

/** Keys of an object are text; integer ids become integers again. */
function idOf(key: string): Id {
  return /^-?\d+$/.test(key) ? Number(key) : key;
}

/** A thermal plant on bus 0. */
export const thermal = thermalEntry;

interface Plant {
  readonly productivity?: number;
  readonly maxTurbined: number;
  readonly maxStorage: number;
}

/** A hydro plant on bus 0 whose generation is limited only by its turbines. */
export function hydro(id: Id, { productivity = 1, maxTurbined, maxStorage }: Plant, changes: object = {}): object {
  return {
    id,
    name: `Hydro ${id}`,
    bus_id: 0,
    downstream_id: null,
    reservoir: { min_storage_hm3: 0, max_storage_hm3: maxStorage },
    outflow: { min_outflow_m3s: 0, max_outflow_m3s: null },
    generation: {
      model: 'constant_productivity',
      productivity_mw_per_m3s: productivity,
      min_turbined_m3s: 0,
      max_turbined_m3s: maxTurbined,
      min_generation_mw: 0,
      max_generation_mw: 1000,
    },
    ...changes,
  };
}
