import { hydro, type OwnCase, study, thermal } from './study.js';

/** Openings written out by the case, so that the tree is known without any random number. */
function openings(values: Readonly<Record<number, readonly number[]>>): object[] {
  return Object.entries(values).flatMap(([stage, drawn]) =>
    drawn.map((value, opening_index) => ({ stage_id: Number(stage), opening_index, entity_index: 0, value })),
  );
}

/** Two stages after some that only carry statistics for lags. */
function laggedStages(before: number, openingCount: number): object {
  const date = (period: number): string => new Date(Date.UTC(2030, 0, 1 + 21 * period)).toISOString().slice(0, 10);
  const span = (id: number) => ({ id, start_date: date(id), end_date: date(id + 1) });
  return {
    policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
    pre_study_stages: Array.from({ length: before }, (_, i) => span(i - before)),
    stages: [0, 1].map((id) => ({
      ...span(id),
      blocks: [{ id: 0, name: 'ALL', hours: 500 }],
      num_scenarios: openingCount,
      state_variables: { storage: true, inflow_lags: true },
    })),
  };
}

export const uncertaintyCases: readonly OwnCase[] = [
  {
    name: 'lagged-inflow',
    files: study({
      loads: { 0: [40, 40] },
      thermals: [thermal(0, 20, 20), thermal(1, 60, 100)],
      hydros: [hydro(0, { maxTurbined: 40, maxStorage: 0 })],
      files: {
        'stages.json': laggedStages(1, 2),
        'initial_conditions.json': {
          storage: [{ hydro_id: 0, value_hm3: 0 }],
          filling_storage: [],
          past_inflows: [{ hydro_id: 0, values_m3s: [24] }],
        },
        'scenarios/inflow_seasonal_stats.parquet': [-1, 0, 1].map((stage_id) => ({
          hydro_id: 0,
          stage_id,
          mean_m3s: 20,
          std_m3s: 4,
        })),
        'scenarios/inflow_ar_coefficients.parquet': [0, 1].map((stage_id) => ({
          hydro_id: 0,
          stage_id,
          lag: 1,
          coefficient: 0.5,
          residual_std_ratio: 0.75,
        })),
        'scenarios/noise_openings.parquet': openings({ 0: [1, -1], 1: [1, -1] }),
      },
    }),
    lowerBound: 400_000,
  },
  ...[
    { name: 'risk-neutral', risk: 'expectation', lowerBound: 612_500, saved: 0 },
    { name: 'risk-averse', risk: { cvar: { alpha: 0.5, lambda: 0.5 } }, lowerBound: 712_500, saved: 18 },
  ].map(({ name, risk, lowerBound, saved }) => ({
    name,
    files: study({
      loads: { 0: [30, 30] },
      thermals: [thermal(0, 20, 15), thermal(1, 60, 50)],
      hydros: [hydro(0, { maxTurbined: 30, maxStorage: 36 })],
      storage: { 0: 18 },
      stage: (id) => ({ num_scenarios: id === 0 ? 1 : 2, risk_measure: risk }),
      files: {
        'scenarios/inflow_seasonal_stats.parquet': [
          { hydro_id: 0, stage_id: 0, mean_m3s: 0, std_m3s: 0 },
          { hydro_id: 0, stage_id: 1, mean_m3s: 10, std_m3s: 10 },
        ],
        'scenarios/noise_openings.parquet': openings({ 0: [0], 1: [-1, 1] }),
        'constraints/thermal_bounds.parquet': [{ thermal_id: 1, stage_id: 0, cost_per_mwh: 45 }],
      },
    }),
    lowerBound,
    checks: [{ table: 'hydros', where: { stage_id: 0 }, column: 'storage_final_hm3', value: saved }],
  })),
  {
    name: 'second-order-lags',
    files: study({
      loads: { 0: [40, 40] },
      thermals: [thermal(0, 50, 100)],
      hydros: [hydro(0, { maxTurbined: 40, maxStorage: 0 })],
      files: {
        'stages.json': laggedStages(2, 1),
        'initial_conditions.json': {
          storage: [{ hydro_id: 0, value_hm3: 0 }],
          filling_storage: [],
          past_inflows: [{ hydro_id: 0, values_m3s: [24, 16] }],
        },
        'scenarios/inflow_seasonal_stats.parquet': [-2, -1, 0, 1].map((stage_id) => ({
          hydro_id: 0,
          stage_id,
          mean_m3s: 20,
          std_m3s: 4,
        })),
        'scenarios/inflow_ar_coefficients.parquet': [0, 1].flatMap((stage_id) =>
          [0.5, 0.25].map((coefficient, i) => ({
            hydro_id: 0,
            stage_id,
            lag: i + 1,
            coefficient,
            residual_std_ratio: 0.75,
          })),
        ),
        'scenarios/noise_openings.parquet': openings({ 0: [0], 1: [0] }),
      },
    }),
    lowerBound: 937_500,
    checks: [{ table: 'hydros', where: { stage_id: 1 }, column: 'incremental_inflow_m3s', value: 21.5 }],
  },
  {
    name: 'penalised-negative-inflow',
    files: study({
      loads: { 0: [20] },
      thermals: [thermal(0, 50, 100)],
      hydros: [hydro(0, { maxTurbined: 20, maxStorage: 0 }, { penalties: { inflow_nonnegativity_cost: 80 } })],
      inflows: { 0: [-5] },
      storage: { 0: 0 },
      config: { modeling: { inflow_non_negativity: { method: 'penalty' } } },
    }),
    lowerBound: 700_000,
    checks: [{ table: 'hydros', where: { stage_id: 0 }, column: 'inflow_nonnegativity_slack_m3s', value: 5 }],
  },
  {
    name: 'truncated-inflow',
    files: study({
      loads: { 0: [20] },
      thermals: [thermal(0, 50, 100)],
      hydros: [hydro(0, { maxTurbined: 20, maxStorage: 0 })],
      storage: { 0: 0 },
      stage: () => ({ num_scenarios: 2 }),
      config: { modeling: { inflow_non_negativity: { method: 'truncation' } } },
      files: {
        'scenarios/inflow_seasonal_stats.parquet': [{ hydro_id: 0, stage_id: 0, mean_m3s: 5, std_m3s: 10 }],
        'scenarios/noise_openings.parquet': openings({ 0: [-1, 1] }),
      },
    }),
    lowerBound: 312_500,
  },
];
