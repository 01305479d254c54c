/**
 * The tables for planners. The first case is one of our own whose operation follows by hand: a reservoir of 100 hm³ at the
 * first bus, half full, lets out at most 5 m³/s (5 MW there), which a plant without storage at the second bus turns into 2.5 MW;
 * no inflow, no line, months of 730 h. December 2024 asks for 100 MW, more than hydro (5) and gas (10 + 5) can give; January 2025 for 12 MW.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { energyShares } from '../../src/equipment/hydros/energy/stored-by-bus.js';
import { loadCase, runCase } from '../../src/index.js';
import { QueryEngine } from '../../src/query/query-engine.js';
import { deficitRisk } from '../../src/results/simulation/planning/deficit-risk.js';
import { ScenarioView } from '../../src/results/simulation/planning/planner-table.js';
import { queryResults } from '../../src/service/answers/query-results.js';
import { plainFiles } from '../../src/service/files/files.js';
import type { ScenarioResult } from '../../src/simulation/index.js';
import {
  currentHydro,
  currentStage,
  currentThermal,
  productionModel,
  smallCurrentCase,
  unitGroup,
  writeCurrentCase,
} from '../case/current-case.js';
import type { CaseContents } from '../case/write-case.js';
import { newRoot } from '../tools/served.js';

const dated = { operational_start_date: '2000-01-01' };
const buses = [0, 1].map((id) => ({ id, name: id === 0 ? 'North' : 'South', ...dated }));
const months = [
  { start_date: '2024-12-01', end_date: '2025-01-01' },
  { start_date: '2025-01-01', end_date: '2025-02-01' },
];
const engine = new QueryEngine({ threads: 1 });

async function solved(loadDeviation: number, scenarios: number, changes: CaseContents = {}): Promise<string> {
  const config = smallCurrentCase()['config.json'] as Record<string, object>;
  const limits = { max_turbined_m3s: 5, max_generation_mw: 5 };
  const river = { min_storage_hm3: 10, max_storage_hm3: 10 };
  const stages = [0, 1].map((id) => currentStage(id, { ...months[id], num_openings: loadDeviation > 0 ? 20 : 1 }));
  const directory = await writeCurrentCase(join(await newRoot(), 'case'), {
    'config.json': {
      ...config,
      simulation: { enabled: true, selection: { method: 'sampled', num_scenarios: scenarios } },
    },
    'stages.json': { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 }, stages },
    'system/buses.json': { buses },
    'system/hydros.json': {
      hydros: [
        currentHydro(0, {
          downstream_id: 1,
          generation: limits,
          outflow: { max_outflow_m3s: 5 },
          unit_groups: [unitGroup(limits)],
        }),
        currentHydro(1, { reservoir: river, unit_groups: [unitGroup({ bus_id: 1 })] }),
      ],
    },
    'system/hydro_production_models.json': { production_models: [productionModel(0), productionModel(1, 0.5)] },
    'system/thermals.json': {
      thermals: [
        currentThermal(0, 10, 10, { class: 'GAS' }),
        currentThermal(1, 20, 5, { class: 'GAS' }),
        currentThermal(2, 30, 20, { class: 'OIL', bus_id: 1 }),
      ],
    },
    'initial_conditions.json': {
      storage: [0, 1].map((hydro_id) => ({ hydro_id, value_hm3: hydro_id === 0 ? 50 : 10 })),
      filling_storage: [],
    },
    'scenarios/inflow_seasonal_stats.parquet': [0, 1].flatMap((stage_id) =>
      [0, 1].map((hydro_id) => ({ hydro_id, stage_id, mean_m3s: 0, std_m3s: 0 })),
    ),
    'scenarios/load_seasonal_stats.parquet': [0, 1].flatMap((stage_id) => [
      { bus_id: 0, stage_id, mean_mw: stage_id === 0 && loadDeviation === 0 ? 100 : 12, std_mw: loadDeviation },
      { bus_id: 1, stage_id, mean_mw: 10, std_mw: 0 },
    ]),
    ...changes,
  });
  await runCase((await loadCase(directory)).case, directory);
  return join(directory, 'output');
}

async function asked(
  output: string,
  entityType: 'stored_energy' | 'marginal_costs' | 'deficit_risk' | 'thermal_classes',
) {
  const { columns, rows } = await queryResults(plainFiles('/'), engine, { outputDirectory: output, entityType });
  return rows.map((row) => Object.fromEntries(columns.map((column, k) => [column, row[k]])));
}

describe('a case whose operation follows by hand', () => {
  let output: string;
  beforeAll(async () => {
    output = await solved(0, 2);
  });

  test('stored energy counts at the bus that generates it, in MWmonth of 2.63 hm³ per m³/s and in % of its maximum', async () => {
    const rows = await asked(output, 'stored_energy');
    // 5 m³/s over 730 h are 13.14 hm³: 50 − 13.14 = 36.86 hm³ of 100 after December, 23.72 after January.
    const left = [36.86, 23.72];
    // A hm³ gives 1 / 2.63 MWmonth in the north and 0.5 / 2.63 in the south; the system (no bus) has both.
    const worth = new Map<unknown, number>([
      [0, 1 / 2.63],
      [1, 0.5 / 2.63],
      [null, 1.5 / 2.63],
    ]);
    expect(rows.map(({ stage_id, bus_id }) => [stage_id, bus_id])).toEqual([
      ...[0, 1].flatMap((stage) => [0, 1, null].map((bus) => [stage, bus])),
    ]);
    for (const { stage_id, bus_id, ...row } of rows) {
      const volume = left[Number(stage_id)]!;
      expect(row.maximum_mwmonth).toBeCloseTo(100 * worth.get(bus_id)!, 9);
      expect(row.stored_mwmonth_p50).toBeCloseTo(volume * worth.get(bus_id)!, 6);
      for (const band of ['mean', 'p10', 'p50', 'p90']) expect(row[`percent_${band}`]).toBeCloseTo(volume, 6);
    }
  });

  test('marginal costs are those of the last MWh: the deficit in December, gas at 10 in January, oil at 30 in the south', async () => {
    const deficit = (smallCurrentCase()['penalties.json'] as { bus: { deficit_segments: { cost: number }[] } }).bus;
    const rows = await asked(output, 'marginal_costs');
    const prices = rows.map(({ stage_id, bus_id, price_p10, price_p50, price_p90 }) => {
      expect([price_p10, price_p90]).toEqual([price_p50, price_p50]);
      return [stage_id, bus_id, Number(Number(price_p50).toFixed(6))];
    });
    expect(prices).toEqual([
      [0, 0, deficit.deficit_segments[0]!.cost],
      [0, 1, 30],
      [1, 0, 10],
      [1, 1, 30],
    ]);
  });

  test('deficit risk is told by year, for each bus and the system', async () => {
    const rows = await asked(output, 'deficit_risk');
    const near = (value: unknown) => Number(Number(value).toFixed(6));
    // 100 − 5 − 15 = 80 MW are missing over 730 h, of 100 MW in the north and 110 MW in the system.
    expect(rows.map((row) => [row.year, row.bus_id, ...[row.risk_percent, row.deficit_mwh_mean].map(near)])).toEqual([
      [2024, 0, 100, 58_400],
      [2024, 1, 0, 0],
      [2024, null, 100, 58_400],
      [2025, 0, 0, 0],
      [2025, 1, 0, 0],
      [2025, null, 0, 0],
    ]);
    expect(rows[0]?.deficit_percent_of_load).toBeCloseTo(80, 9);
    expect(rows[2]?.deficit_percent_of_load).toBeCloseTo(8000 / 110, 9);
  });

  test('thermal generation adds up by class, with its energy and cost', async () => {
    const rows = await asked(output, 'thermal_classes');
    const near = (value: unknown) => Number(Number(value).toFixed(4));
    const told = rows.map((row) => [
      ...[row.stage_id, row.class],
      ...[row.generation_mw_p50, row.generation_mwh_mean, row.cost_mean].map(near),
    ]);
    // December: gas 10 at 10 and 5 at 20; January: 12 − 5 = 7 at 10. The south: 10 − 2.5 = 7.5 of oil at 30. 730 h each.
    expect(told).toEqual([
      [0, 'GAS', 15, 15 * 730, (100 + 100) * 730],
      [0, 'OIL', 7.5, 7.5 * 730, 225 * 730],
      [1, 'GAS', 7, 7 * 730, 70 * 730],
      [1, 'OIL', 7.5, 7.5 * 730, 225 * 730],
    ]);
  });
});

test('the energy of a plant whose units feed two buses counts at both, by their capacities', async () => {
  const groups = [
    unitGroup({ id: 0, max_generation_mw: 30, max_turbined_m3s: 30 }),
    unitGroup({ id: 1, bus_id: 1, max_generation_mw: 20, max_turbined_m3s: 20 }),
  ];
  const river = { min_storage_hm3: 10, max_storage_hm3: 10 };
  const output = await solved(0, 1, {
    'system/hydros.json': {
      hydros: [
        currentHydro(0, { downstream_id: 1, unit_groups: groups }),
        currentHydro(1, { reservoir: river, unit_groups: [unitGroup({ bus_id: 1 })] }),
      ],
    },
  });
  // 100 hm³ at 1 MW per m³/s, 3/5 of it in the north; the south has 2/5 and the 0.5 of the plant below.
  const rows = (await asked(output, 'stored_energy')).filter(({ stage_id }) => stage_id === 0);
  const most = rows.map(({ bus_id, maximum_mwmonth }) => [bus_id, Number(Number(maximum_mwmonth).toFixed(9))]);
  const near = (value: number) => Number((value / 2.63).toFixed(9));
  expect(most).toEqual([
    [0, near(60)],
    [1, near(90)],
    [null, near(150)],
  ]);
});

test('a plant of which only planes are known is worth what they allow at its reference volume and largest flow', async () => {
  const { case: study } = await loadCase(fileURLToPath(new URL('../../cases/production-planes/case', import.meta.url)));
  // 65 % of 200 hm³ and 40 m³/s: min(2 · 0.5 + 0.02 · 130 + 0.5 · 40, 0.9 · 40) = 23.6 MW, that is 0.59 MW per m³/s.
  expect(energyShares(study, 0)).toEqual([[{ busIndex: 0, perHm3: expect.closeTo(0.59 / 2.63, 12) }]]);
});

test('planning tables of results that were only trained are missing, not empty', async () => {
  const config = smallCurrentCase()['config.json'] as Record<string, object>;
  const output = await solved(0, 1, { 'config.json': { ...config, simulation: { enabled: false } } });
  await expect(asked(output, 'deficit_risk')).rejects.toMatchObject({ kind: 'OutputNotFound' });
});

test('what rounding leaves missing at a bus without load is no deficit', async () => {
  const { case: study } = await loadCase(join(await solved(0, 1), '..'));
  const table = deficitRisk.open(study);
  const given = {
    stage_id: [0, 0, 1, 1],
    bus_id: [0, 1, 0, 1],
    deficit_mwh: [1e-13, 0, 1e-9, 3],
    load_mwh: [0, 73_000, -5, 7300],
  };
  const buses = { folder: 'buses', columns: Object.keys(given).map((name) => ({ name })) };
  const scenario = { tables: [{ table: buses, columns: Object.values(given) }] } as unknown as ScenarioResult;
  const rows = table.rows([table.take(new ScenarioView(scenario))], null);
  expect(rows.map(({ year, bus_id, risk_percent }) => [year, bus_id, risk_percent])).toEqual([
    [2024, 0, 0],
    [2024, 1, 0],
    [2024, null, 0],
    [2025, 0, 0],
    [2025, 1, 100],
    [2025, null, 100],
  ]);
});

test('so many scenarios of a hundred with a deficit are so many percent, to the last digit', async () => {
  const { case: study } = await loadCase(join(await solved(0, 1), '..'));
  const table = deficitRisk.open(study);
  const sample = (missing: number) => {
    const given = { stage_id: [0], bus_id: [0], deficit_mwh: [missing], load_mwh: [73_000] };
    const buses = { folder: 'buses', columns: Object.keys(given).map((name) => ({ name })) };
    const scenario = { tables: [{ table: buses, columns: Object.values(given) }] } as unknown as ScenarioResult;
    return table.take(new ScenarioView(scenario));
  };
  const [cut, served] = [sample(5), sample(0)];
  for (let percent = 0; percent <= 100; percent++) {
    const samples = Array.from({ length: 100 }, (_, k) => (k < percent ? cut : served));
    expect(table.rows(samples, null)[0]?.risk_percent).toBe(percent);
  }
});

describe('a case whose load is uncertain', () => {
  test('bands and risks are those that SQL finds in the rows of the scenarios', async () => {
    const output = await solved(12, 23);
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    const rows = `read_parquet('${join(output, 'simulation/buses.parquet').replaceAll("'", "''")}')`;
    const read = async (sql: string) => (await duckdb.runAndReadAll(sql)).getRowsJS() as number[][];
    const prices = await read(`SELECT quantile_cont(spot_price, 0.1), quantile_cont(spot_price, 0.5),
      quantile_cont(spot_price, 0.9) FROM ${rows} WHERE bus_id = 0 GROUP BY stage_id ORDER BY stage_id`);
    const risks = await read(`SELECT 100 * avg(CASE WHEN missing > 1e-6 * load THEN 1 ELSE 0 END) FROM
      (SELECT stage_id, sum(deficit_mwh) AS missing, sum(load_mwh) AS load FROM ${rows} GROUP BY stage_id, scenario_id)
      GROUP BY stage_id ORDER BY stage_id`);
    duckdb.closeSync();
    const costs = (await asked(output, 'marginal_costs')).filter(({ bus_id }) => bus_id === 0);
    expect(costs.map(({ price_p10, price_p50, price_p90 }) => [price_p10, price_p50, price_p90])).toEqual(prices);
    const told = (await asked(output, 'deficit_risk')).filter(({ bus_id }) => bus_id === null);
    for (const [year, { risk_percent }] of told.entries()) expect(risk_percent).toBeCloseTo(risks[year]![0]!, 9);
    // The case is of use only if some scenarios have a deficit and some do not.
    expect(risks.flat().some((risk) => risk > 0 && risk < 100)).toBe(true);
  });
});
