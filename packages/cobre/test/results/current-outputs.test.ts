/** What a run of a current case leaves: the tables of today, opened by a reader that is not ours. */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCase, readPolicyMetadata, runCase } from '../../src/index.js';
import {
  currentHydro,
  currentStage,
  productionModel,
  smallCurrentCase,
  writeCurrentCase,
} from '../case/current-case.js';
import { newRoot } from '../tools/served.js';

describe('a current case whose paths are enumerated', () => {
  let output: string;
  let tables: string[];
  const columns = new Map<string, string[]>();
  const rows = new Map<string, readonly Record<string, unknown>[]>();

  beforeAll(async () => {
    const config = smallCurrentCase()['config.json'] as Record<string, object>;
    const directory = await writeCurrentCase(join(await newRoot(), 'case'), {
      'config.json': {
        ...config,
        training: {
          ...config.training,
          selection: { method: 'enumerated' },
          stopping_rules: [
            { type: 'iteration_limit', limit: 40 },
            { type: 'gap', relative_tolerance: 1e-8 },
          ],
        },
        simulation: { enabled: true, selection: { method: 'enumerated' } },
      },
      'stages.json': {
        policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
        stages: [0, 1].map((id) => currentStage(id, { num_openings: 3 })),
      },
      'system/hydros.json': { hydros: [currentHydro(0)] },
      'system/hydro_production_models.json': { production_models: [productionModel(0)] },
      'initial_conditions.json': { storage: [{ hydro_id: 0, value_hm3: 50 }], filling_storage: [] },
      'scenarios/inflow_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
        hydro_id: 0,
        stage_id,
        mean_m3s: 20,
        std_m3s: 5,
      })),
      'scenarios/load_seasonal_stats.parquet': [0, 1].map((stage_id) => ({
        bus_id: 0,
        stage_id,
        mean_mw: 60,
        std_mw: 0,
      })),
    });
    const result = await runCase((await loadCase(directory)).case, directory);
    expect(result.training?.termination_reason).toBe('gap');
    output = join(directory, 'output');
    tables = readdirSync(output, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.parquet'))
      .map((entry) => join(entry.parentPath, entry.name));
    const duckdb = await (await DuckDBInstance.create(':memory:')).connect();
    for (const path of tables) {
      const read = await duckdb.runAndReadAll(`SELECT * FROM read_parquet('${path.replaceAll("'", "''")}')`);
      columns.set(relative(output, path), read.columnNames());
      rows.set(relative(output, path), read.getRowObjectsJS() as Record<string, unknown>[]);
    }
    duckdb.closeSync();
  });

  test('metadata tell what was done before the first iteration, and sidecars which models stand for what', async () => {
    const json = async (name: string) => JSON.parse(await readFile(join(output, 'training', name), 'utf8'));
    const { setup, ...head } = await json('metadata.json');
    expect(head).toMatchObject({
      software: 'quadrivium cobre',
      status: 'complete',
      distribution: { hosts: [hostname()] },
    });
    expect(head.software_version).toMatch(/^\d+\.\d+\.\d+/);
    expect(head).not.toHaveProperty('cobre_version');
    expect(Object.keys(setup)).toEqual([
      'load_seconds',
      'stochastic_fit_seconds',
      'production_fit_seconds',
      'evaporation_fit_seconds',
      'broadcast_seconds',
    ]);
    // Whoever hands over a loaded case has measured nothing.
    expect(setup.load_seconds).toBeNull();
    expect(setup.stochastic_fit_seconds).toBeGreaterThan(0);
    const production = { model: 'constant_productivity', productivity_mw_per_m3s: 1 };
    const range = { start_stage_id: 0, end_stage_id: 1, state: 'operating', production, evaporation: false };
    expect(await json('hydro_models.json')).toEqual({
      hydros: [{ hydro_id: 0, name: 'Hydro 0', ranges: [range] }],
    });
    expect(await json('model_provenance.json')).toMatchObject({
      inflow: { scheme: 'in_sample', fitted: [] },
      load: { scheme: 'in_sample', source: 'seasonal_stats' },
      non_controllable_sources: { scheme: 'in_sample', source: 'none' },
      openings: 'generated',
      correlation: 'identity',
    });
  });

  test('metadata tell the last bounds, and how much was solved with how many cuts', async () => {
    const metadata = JSON.parse(await readFile(join(output, 'training/metadata.json'), 'utf8'));
    const history = rows.get('training/convergence.parquet')!;
    const last = history.at(-1)!;
    expect(metadata.bounds).toEqual({
      final_lower_bound: last.lower_bound,
      final_upper_bound: last.upper_bound,
      final_upper_bound_std: 0,
    });
    const solves = history.reduce((sum, row) => sum + Number(row.lp_solves), 0);
    expect(metadata.solve_stats.lp_solves).toBe(solves);
    expect(metadata.row_pool.rows_in_lp_solve_count).toBe(solves);
    const held = history.reduce((sum, row) => sum + Number(row.lp_solves) * Number(row.mean_rows_in_lp), 0);
    expect(metadata.row_pool.rows_in_lp_total).toBe(Math.round(held));
    const means = history.map((row) => Number(row.mean_rows_in_lp));
    expect(metadata.row_pool.rows_in_lp_max).toBeGreaterThanOrEqual(Math.ceil(Math.max(...means)));
    expect(metadata.row_pool.rows_in_lp_max).toBeLessThanOrEqual(metadata.row_pool.peak_active);
  });

  test('every table is opened by DuckDB, and those of the simulation begin with scenario, stage and node', () => {
    expect(tables.length).toBeGreaterThan(10);
    const simulated = [...columns].filter(([name]) =>
      /^simulation\/(?!solver|scenario_summary|stored_energy|marginal_costs|deficit_risk|thermal_classes)/.test(name),
    );
    expect(simulated.map(([name]) => name)).toContain('simulation/hydros.parquet');
    for (const [name, found] of simulated) {
      expect(found.slice(0, 3), name).toEqual(['scenario_id', 'stage_id', 'node_id']);
      for (const row of rows.get(name)!) expect(row.node_id).toBe(row.stage_id);
    }
  });

  test('convergence has the columns of today, and an exact upper bound', () => {
    expect(columns.get('training/convergence.parquet')!.slice(0, 15)).toEqual([
      'iteration',
      'lower_bound',
      'upper_bound',
      'upper_bound_std',
      'upper_bound_kind',
      'gap_percent',
      'cuts_added',
      'cuts_removed',
      'cuts_active',
      'time_forward_ms',
      'time_backward_ms',
      'time_total_ms',
      'forward_passes',
      'lp_solves',
      'mean_rows_in_lp',
    ]);
    const last = rows.get('training/convergence.parquet')!.at(-1)!;
    expect(last).toMatchObject({ upper_bound_kind: 'exact', upper_bound_std: 0, forward_passes: 9 });
    expect(Number(last.mean_rows_in_lp)).toBeGreaterThan(0);
  });

  test('every path is played once with its probability, and their mean cost is the exact upper bound', async () => {
    // Three openings in two stages: nine paths of one ninth each.
    const summary = rows.get('simulation/scenario_summary.parquet')!;
    expect(columns.get('simulation/scenario_summary.parquet')).toEqual([
      'scenario_id',
      'probability',
      'discounted_immediate_cost',
    ]);
    expect(summary.map(({ probability }) => Number(probability))).toEqual(Array(9).fill(1 / 9));
    const mean = summary.reduce((sum, row) => sum + Number(row.probability) * Number(row.discounted_immediate_cost), 0);
    const last = rows.get('training/convergence.parquet')!.at(-1)!;
    expect(mean / Number(last.upper_bound)).toBeCloseTo(1, 7);
    const { costs } = JSON.parse(await readFile(join(output, 'simulation/metadata.json'), 'utf8'));
    expect(costs.mean).toBeCloseTo(mean, 6);
    // The costliest twentieth lies within the costliest ninth.
    const most = Math.max(...summary.map((row) => Number(row.discounted_immediate_cost)));
    expect(costs.cvar_95).toBeCloseTo(most, 6);
    expect(rows.get('simulation/paths.parquet')).toHaveLength(18);
  });

  test('the policy is of today, and tells what was reached', async () => {
    expect(readdirSync(join(output, 'policy')).sort()).toContain('manifest.bin');
    const metadata = await readPolicyMetadata(join(output, 'policy'));
    expect(metadata).toMatchObject({ num_stages: 2, state_dimension: 1, forward_passes: 9 });
  });
});
