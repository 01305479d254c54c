/** Small studies with a random choice of everything a case can say, several things at once. */
import { dice } from '../random-case.js';
import type { Id, RawConstraint, RawHydro, RawStage, RawStudy, RawTerm, StageRow, TableName } from './raw-study.js';
import { noiseOrder } from './scenario-tree.js';

const hydroCosts = {
  spillage_cost: 0.02,
  fpha_turbined_cost: 0.03,
  diversion_cost: 0.05,
  storage_violation_below_cost: 9000,
  filling_target_violation_cost: 20000,
  turbined_violation_below_cost: 55,
  outflow_violation_below_cost: 60,
  outflow_violation_above_cost: 70,
  generation_violation_below_cost: 80,
  evaporation_violation_cost: 90,
  water_withdrawal_violation_cost: 95,
};

export function randomStudy(seed: number, changes: Partial<RawStudy> = {}): RawStudy {
  const random = dice(seed * 7919 + 13);
  const { between, whole, chance } = random;
  const stages = changes.stages ?? randomStages(random);
  const stageIds = stages.map(({ id }) => id);
  const strings = chance(0.4);
  const ids = (prefix: string, count: number): Id[] =>
    Array.from({ length: count }, (_, k) => (strings ? `${prefix}-${'abcd'[k]}` : 3 * k + 1));
  const pick = <T>(list: readonly T[]): T => list[whole(0, list.length - 1)]!;
  const shuffled = <T>(list: readonly T[]): T[] => {
    const rest = [...list];
    return list.map(() => rest.splice(whole(0, rest.length - 1), 1)[0]!);
  };
  const lifetime = () => {
    if (stages.length < 2 || !chance(0.25)) return {};
    return chance(0.5) ? { entry_stage_id: 1 } : { exit_stage_id: stages.length - 1 };
  };
  /** Rows for some entities in some stages. */
  const sometimes = (from: readonly { readonly id: Id }[], columns: () => Record<string, number>): StageRow[] =>
    from.flatMap(({ id }) => stageIds.filter(() => chance(0.25)).map((stage_id) => ({ id, stage_id, ...columns() })));

  const buses = ids('bus', whole(1, 3)).map((id) => ({
    id,
    name: `Bus ${id}`,
    ...(chance(0.3)
      ? {
          deficit_segments: [
            { depth_mw: between(2, 9), cost: between(300, 500) },
            { depth_mw: null, cost: 900 },
          ],
        }
      : {}),
  }));
  const bus = () => pick(buses).id;
  const lines = ids('line', buses.length - 1).map((id, k) => ({
    id,
    name: `Line ${id}`,
    source_bus_id: buses[k]!.id,
    target_bus_id: buses[k + 1]!.id,
    capacity: { direct_mw: between(3, 25), reverse_mw: between(3, 25) },
    losses_percent: chance(0.7) ? between(0.5, 9) : 0,
    ...(chance(0.3) ? { exchange_cost: between(0.1, 2) } : {}),
    ...lifetime(),
  }));
  const lagged = chance(0.45);
  const hydros = randomHydros(random, ids('hydro', whole(1, 3)), bus, lifetime, stages);
  const thermals = ids('thermal', whole(1, 3)).map((id) => ({
    id,
    name: `Thermal ${id}`,
    bus_id: bus(),
    cost_per_mwh: between(10, 120),
    generation: { min_mw: chance(0.3) ? between(0.5, 3) : 0, max_mw: between(8, 25) },
    ...lifetime(),
  }));
  const sources = ids('wind', chance(0.5) ? whole(1, 2) : 0).map((id) => ({
    id,
    name: `Source ${id}`,
    bus_id: bus(),
    max_generation_mw: between(3, 18),
    ...(chance(0.4) ? { curtailment_cost: between(0.1, 5) } : {}),
    ...lifetime(),
  }));
  const pumps = ids('pump', hydros.length > 1 && chance(0.5) ? 1 : 0).map((id) => ({
    id,
    name: `Pump ${id}`,
    bus_id: bus(),
    source_hydro_id: hydros[0]!.id,
    destination_hydro_id: hydros.at(-1)!.id,
    consumption_mw_per_m3s: between(0.1, 0.9),
    flow: { min_m3s: chance(0.3) ? 0.4 : 0, max_m3s: between(2, 9) },
    ...lifetime(),
  }));
  const contracts = ids('deal', chance(0.5) ? 2 : 0).map((id, k) => ({
    id,
    name: `Contract ${id}`,
    bus_id: bus(),
    type: k === 0 ? ('import' as const) : ('export' as const),
    price_per_mwh: k === 0 ? between(60, 200) : -between(5, 90),
    limits: { min_mw: chance(0.2) ? 0.5 : 0, max_mw: between(4, 15) },
    ...lifetime(),
  }));
  const planes = hydros
    .filter(({ generation }) => generation.model === 'fpha')
    .flatMap(({ id }) => [
      {
        hydro_id: id,
        stage_id: null,
        plane_id: 0,
        gamma_0: 1,
        gamma_v: 0.02,
        gamma_q: 0.6,
        gamma_s: -0.01,
        kappa: 0.97,
      },
      ...stageIds.map((stage_id) => ({
        hydro_id: id,
        stage_id,
        plane_id: 1,
        gamma_0: between(4, 8),
        gamma_v: 0.05,
        gamma_q: between(0.1, 0.4),
        gamma_s: 0,
        kappa: 1,
      })),
    ]);
  const productivity = hydros
    .filter(({ generation }) => generation.model === 'constant_productivity' && chance(0.3))
    .map(({ id }) => ({ hydro_id: id, from: 1, to: 1, value: between(0.3, 1.1) }));
  const order = lagged ? whole(1, 2) : 0;
  const annual = lagged && chance(0.3);
  const constraints = randomConstraints(random, { buses, lines, hydros, thermals, sources, pumps, contracts });
  const tables: Record<TableName, readonly StageRow[]> = {
    inflowStats: hydros.flatMap(({ id }) =>
      (lagged ? [-2, -1, ...stageIds] : stageIds).map((stage_id) => ({
        id,
        stage_id,
        mean_m3s: between(4, 25),
        std_m3s: between(1, 6),
      })),
    ),
    coefficients: hydros.flatMap(({ id }) =>
      stageIds.flatMap((stage_id) =>
        Array.from({ length: chance(0.8) ? order : 0 }, (_, k) => ({
          id,
          stage_id,
          lag: k + 1,
          coefficient: k === 0 ? between(0.2, 0.6) : between(-0.2, 0.3),
          residual_std_ratio: 0.8,
        })),
      ),
    ),
    annual: annual
      ? hydros.flatMap(({ id }) =>
          stageIds.map((stage_id) => ({
            id,
            stage_id,
            annual_coefficient: between(0.1, 0.4),
            annual_mean_m3s: between(8, 18),
            annual_std_m3s: between(1, 4),
          })),
        )
      : [],
    loadStats: buses.flatMap(({ id }, k) =>
      stageIds.map((stage_id) => ({ id, stage_id, mean_mw: between(12, 40), std_mw: k === 1 ? between(1, 5) : 0 })),
    ),
    sourceStats: chance(0.7)
      ? sources.flatMap(({ id }) =>
          stageIds.map((stage_id) => ({ id, stage_id, mean: between(0.2, 0.9), std: between(0, 0.4) })),
        )
      : [],
    thermalBounds: sometimes(thermals, () => ({ max_generation_mw: between(5, 30), cost_per_mwh: between(10, 150) })),
    hydroBounds: sometimes(hydros, () => ({
      max_turbined_m3s: between(10, 40),
      min_storage_hm3: between(0.5, 9),
      max_storage_hm3: between(25, 60),
      min_outflow_m3s: between(0.5, 9),
      max_generation_mw: between(8, 40),
      max_diversion_m3s: between(1, 6),
      water_withdrawal_m3s: between(0.3, 4),
    })),
    lineBounds: sometimes(lines, () => ({ direct_mw: between(1, 20) })),
    pumpBounds: sometimes(pumps, () => ({ max_m3s: between(1, 12) })),
    contractBounds: sometimes(contracts, () => ({ max_mw: between(2, 20) })),
    sourceBounds: sometimes(sources, () => ({ available_generation_mw: between(2, 20) })),
    constraintBounds: constraints.flatMap(({ id }) =>
      stageIds
        .filter(() => chance(0.6))
        .map((stage_id) => ({ id, stage_id, block_id: chance(0.3) ? 0 : null, bound: between(2, 30) })),
    ),
    busCosts: sometimes(buses, () => ({ excess_cost: between(0.1, 3) })),
    lineCosts: sometimes(lines, () => ({ exchange_cost: between(0.1, 3) })),
    hydroCosts: sometimes(hydros, () => ({
      spillage_cost: between(0.1, 2),
      outflow_violation_below_cost: between(20, 90),
      water_withdrawal_violation_neg_cost: between(20, 90),
    })),
    sourceCosts: sometimes(sources, () => ({ curtailment_cost: between(0.1, 4) })),
  };
  const factors = (from: readonly { readonly id: Id }[]) =>
    from.flatMap(({ id }) =>
      stages
        .filter(() => chance(0.3))
        .map((stage) => ({
          id,
          stage_id: stage.id,
          block_factors: stage.blocks.map((block) => ({ block_id: block.id, factor: between(0.6, 1.3) })),
        })),
    );
  const study: RawStudy = {
    seed,
    graph: 'finite_horizon',
    rate: chance(0.5) ? 0.12 : 0,
    transitions: chance(0.3) && stages.length > 1 ? [{ source_id: 0, target_id: 1, rate: 0.4 }] : [],
    formulation: chance(0.3) ? 'multi' : 'single',
    iterations: 80,
    passes: 3,
    nonNegativity: lagged ? 'penalty' : pick(['penalty', 'truncation', 'truncation_with_penalty']),
    compatibility: chance(0.5) ? 'none' : undefined,
    penalties: {
      bus: {
        deficit_segments: [
          { depth_mw: between(2, 6), cost: 500 },
          { depth_mw: null, cost: 1500 },
        ],
        excess_cost: 0.1,
      },
      line: { exchange_cost: 0.2 },
      hydro: { ...hydroCosts, ...(chance(0.5) ? { inflow_nonnegativity_cost: 700 } : {}) },
      non_controllable_source: { curtailment_cost: 0.3 },
    },
    stages,
    buses: shuffled(buses),
    lines: shuffled(lines),
    hydros: shuffled(hydros),
    thermals: shuffled(thermals),
    sources: shuffled(sources),
    pumps,
    contracts: shuffled(contracts),
    constraints,
    storage: shuffled(hydros.filter(({ filling }) => filling === undefined && chance(0.8))).map(({ id }) => ({
      hydro_id: id,
      value_hm3: between(0, 25),
    })),
    fillingStorage: hydros
      .filter(({ filling }) => filling !== undefined)
      .map(({ id }) => ({ hydro_id: id, value_hm3: between(0, 2) })),
    pastInflows: lagged
      ? shuffled(hydros).map(({ id }) => ({
          hydro_id: id,
          values_m3s: Array.from({ length: annual ? 12 : 2 }, () => between(5, 25)),
        }))
      : [],
    productivity,
    planes,
    geometry: hydros
      .filter(({ evaporation }) => evaporation !== undefined)
      .flatMap(({ id }) => [
        { hydro_id: id, volume_hm3: 0, height_m: 50, area_km2: 1 },
        { hydro_id: id, volume_hm3: 20, height_m: 60, area_km2: 4 },
        { hydro_id: id, volume_hm3: 100, height_m: 66, area_km2: 7 },
      ]),
    tables,
    loadFactors: factors(buses),
    sourceFactors: factors(sources),
    exchangeFactors: factors(lines).map((row) => ({
      ...row,
      block_factors: row.block_factors.map(({ block_id, factor }) => ({
        block_id,
        direct_factor: factor,
        reverse_factor: between(0.5, 1.5),
      })),
    })),
    openings: [],
    ...changes,
  };
  return { ...study, openings: changes.openings ?? randomOpenings(random, study) };
}

type Dice = ReturnType<typeof dice>;

function randomStages({ whole, chance, between }: Dice): RawStage[] {
  const averse = chance(0.35);
  return Array.from({ length: whole(2, 3) }, (_, id) => ({
    id,
    start_date: `2024-0${id + 1}-01`,
    end_date: `2024-0${id + 2}-01`,
    season_id: id,
    blocks: Array.from({ length: whole(1, 3) }, (_, k) => ({ id: k, name: `B${k}`, hours: whole(80, 400) })),
    block_mode: chance(0.4) ? ('chronological' as const) : ('parallel' as const),
    risk_measure:
      averse && chance(0.7)
        ? { cvar: { alpha: between(0.2, 0.9), lambda: between(0.2, 1) } }
        : ('expectation' as const),
    num_scenarios: whole(2, 3),
    state_variables: { storage: true as const, inflow_lags: true },
  }));
}

function randomHydros(
  { between, chance, whole }: Dice,
  ids: readonly Id[],
  bus: () => Id,
  lifetime: () => object,
  stages: readonly RawStage[],
): RawHydro[] {
  return ids.map((id, k): RawHydro => {
    const fpha = k === 0 && chance(0.4);
    const fills = k === 1 && stages.length > 2 && chance(0.3);
    const downstream = k > 0 && chance(0.7) ? ids[whole(0, k - 1)]! : null;
    return {
      id,
      name: `Hydro ${id}`,
      bus_id: bus(),
      downstream_id: downstream,
      reservoir: { min_storage_hm3: chance(0.5) ? between(1, 12) : 0, max_storage_hm3: between(30, 60) },
      outflow: {
        min_outflow_m3s: chance(0.4) ? between(1, 12) : 0,
        max_outflow_m3s: chance(0.4) ? between(13, 40) : null,
      },
      generation: {
        model: fpha ? 'fpha' : chance(0.1) ? 'linearized_head' : 'constant_productivity',
        productivity_mw_per_m3s: between(0.3, 1.2),
        min_turbined_m3s: chance(0.3) ? between(1, 8) : 0,
        max_turbined_m3s: between(10, 40),
        min_generation_mw: chance(0.3) ? between(1, 8) : 0,
        max_generation_mw: between(8, 40),
      },
      ...(chance(0.3) && !fills
        ? {
            evaporation: {
              coefficients_mm: Array.from({ length: 12 }, () => between(20, 150)),
              ...(chance(0.5) ? { reference_volumes_hm3: Array.from({ length: 12 }, () => between(5, 50)) } : {}),
            },
          }
        : {}),
      ...(k > 0 && !fills && chance(0.4)
        ? { diversion: { downstream_id: chance(0.7) ? ids[0]! : null, max_flow_m3s: between(2, 9) } }
        : {}),
      ...(fills ? { entry_stage_id: 2, filling: { start_stage_id: 1 } } : lifetime()),
      ...(chance(0.3)
        ? { penalties: { spillage_cost: between(0.1, 1), evaporation_violation_pos_cost: between(30, 90) } }
        : {}),
    };
  });
}

const variables = {
  hydros: [
    'hydro_storage',
    'hydro_evaporation',
    'hydro_withdrawal',
    'hydro_turbined',
    'hydro_spillage',
    'hydro_diversion',
    'hydro_outflow',
    'hydro_generation',
  ],
  thermals: ['thermal_generation'],
  lines: ['line_direct', 'line_reverse', 'line_exchange'],
  buses: ['bus_deficit', 'bus_excess'],
  pumps: ['pumping_flow', 'pumping_power'],
  contracts: ['contract_import', 'contract_export'],
  sources: ['non_controllable_generation', 'non_controllable_curtailment'],
} as const;

type Registries = Record<keyof typeof variables, readonly { readonly id: Id; readonly type?: string }[]>;

function randomConstraints({ whole, between, chance }: Dice, registries: Registries): RawConstraint[] {
  const filled = (Object.keys(variables) as (keyof typeof variables)[]).filter((name) => registries[name].length > 0);
  const term = (): RawTerm => {
    const registry = filled[whole(0, filled.length - 1)]!;
    const entity = registries[registry][whole(0, registries[registry].length - 1)]!;
    const names = variables[registry];
    const drawn = names[whole(0, names.length - 1)]!;
    const variable = registry === 'contracts' ? `contract_${entity.type}` : drawn;
    const ofStage = ['hydro_storage', 'hydro_evaporation', 'hydro_withdrawal'].includes(variable);
    return { coefficient: between(0.2, 2), variable, id: entity.id, block: !ofStage && chance(0.2) ? 0 : null };
  };
  return Array.from({ length: chance(0.7) ? whole(1, 3) : 0 }, (_, id): RawConstraint => {
    const terms = Array.from({ length: whole(1, 3) }, term);
    const text = (id: Id) => (typeof id === 'string' ? `"${id}"` : String(id));
    return {
      id,
      name: `Rule ${id}`,
      terms,
      expression: terms
        .map((t) => `${t.coefficient} * ${t.variable}(${text(t.id)}${t.block === null ? '' : `, ${t.block}`})`)
        .join(' + '),
      sense: (['>=', '<=', '=='] as const)[whole(0, 2)]!,
      slack: { enabled: true, penalty: between(1, 60) },
    };
  });
}

function randomOpenings({ between }: Dice, study: RawStudy): RawStudy['openings'] {
  const width = noiseOrder(study).length;
  return study.stages.flatMap((stage) =>
    Array.from({ length: stage.num_scenarios }, (_, opening_index) =>
      Array.from({ length: width }, (_, entity_index) => ({
        stage_id: stage.id,
        opening_index,
        entity_index,
        value: between(-2, 2),
      })),
    ).flat(),
  );
}

/** The same study as an endless cycle in which inflows remember what they were, also in the turn before. */
export function asRememberingCycle(study: RawStudy): RawStudy {
  const { pastInflows, tables } = study;
  const cycle = asCycle(study);
  return {
    ...cycle,
    nonNegativity: 'penalty',
    pastInflows,
    tables: { ...cycle.tables, coefficients: tables.coefficients, inflowStats: tables.inflowStats },
  };
}

/** The same study as an endless cycle: one opening per stage, nothing remembered but storage, heavy discounting. */
export function asCycle(study: RawStudy): RawStudy {
  const { tables, hydros, stages } = study;
  return {
    ...study,
    graph: 'cyclic',
    rate: 40,
    transitions: [],
    iterations: 100,
    passes: 1,
    nonNegativity: 'truncation',
    pastInflows: [],
    tables: { ...tables, coefficients: [], annual: [] },
    hydros: hydros.map(({ entry_stage_id: _entry, exit_stage_id: _exit, filling: _filling, ...hydro }) => hydro),
    fillingStorage: [],
    stages: stages.map((stage) => ({ ...stage, num_scenarios: 1, risk_measure: 'expectation' as const })),
    openings: study.openings.filter(({ opening_index }) => opening_index === 0),
  };
}
