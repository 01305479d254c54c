/** The policy of a long study as what follows a short one: chosen by date, slot by slot. */
import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadCase, runCase } from '../../src/index.js';
import { readBoundary } from '../../src/results/index.js';
import { decodeCurrentCuts } from '../../src/results/policy/cuts-file.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import {
  currentHydro,
  currentStage,
  currentThermal,
  productionModel,
  smallCurrentCase,
  writeCurrentCase,
} from '../case/current-case.js';
import type { CaseContents } from '../case/write-case.js';
import { answerOf } from '../cli/program.js';
import { newRoot } from '../tools/served.js';

const hours = (days: number) => [{ id: 0, name: 'All', hours: days * 24 }];
const months = [31, 29, 31, 30];

/** Two plants in a row, 900 h apart; inflows remember the stage before; a thermal decides one stage ahead. */
function study(stages: readonly Record<string, unknown>[], more: CaseContents = {}): CaseContents {
  const ids = stages.map(({ id }) => id as number);
  const each = <T>(of: (stage_id: number) => T): T[] => ids.map(of);
  return {
    ...smallCurrentCase(),
    'config.json': {
      training: {
        selection: { method: 'sampled', forward_passes: 4 },
        tree_seed: 5,
        stopping_rules: [{ type: 'iteration_limit', limit: 60 }],
      },
      modeling: { inflow_non_negativity: { method: 'none' } },
    },
    'stages.json': { policy_graph: { type: 'finite_horizon', annual_discount_rate: 0.1 }, stages },
    'system/hydros.json': {
      hydros: [currentHydro(0, { downstream_id: 1, travel_time_hours: 900 }), currentHydro(1)],
    },
    'system/hydro_production_models.json': { production_models: [productionModel(0), productionModel(1, 0.8)] },
    'system/thermals.json': {
      thermals: [
        currentThermal(0, 10, 40),
        currentThermal(1, 60, 100),
        currentThermal(2, 25, 20, { anticipated_config: { lead_stages: 1 } }),
      ],
    },
    'initial_conditions.json': {
      storage: [0, 1].map((hydro_id) => ({ hydro_id, value_hm3: 40 })),
      filling_storage: [],
      recent_observations: [0, 1].flatMap((hydro_id) => [
        { hydro_id, start_date: '2023-11-01', end_date: '2023-12-01', value_m3s: 19 },
        { hydro_id, start_date: '2023-12-01', end_date: '2024-01-01', value_m3s: 22 },
      ]),
      past_defluences: [{ hydro_id: 0, start_date: '2023-11-01', end_date: '2024-01-01', value_m3s: 12 }],
      past_anticipated_commitments: [{ thermal_id: 2, start_date: '2024-01-01', end_date: '2024-02-01', value_mw: 7 }],
    },
    'scenarios/inflow_seasonal_stats.parquet': [-1, ...ids].flatMap((stage_id) =>
      [0, 1].map((hydro_id) => ({ hydro_id, stage_id, mean_m3s: 18 + 4 * hydro_id, std_m3s: 6 })),
    ),
    'scenarios/inflow_ar_coefficients.parquet': ids.flatMap((stage_id) =>
      [0, 1].map((hydro_id) => ({ hydro_id, stage_id, lag: 1, coefficient: 0.5, residual_std_ratio: 0.8 })),
    ),
    'scenarios/load_seasonal_stats.parquet': each((stage_id) => ({ bus_id: 0, stage_id, mean_mw: 90, std_mw: 0 })),
    ...more,
  };
}

const month = (id: number) =>
  currentStage(id, {
    blocks: hours(months[id]!),
    num_openings: 2,
    state_variables: { storage: true, inflow_lags: true },
  });
const preStudy = { pre_study_stages: [{ id: -1, start_date: '2023-12-01', end_date: '2024-01-01' }] };

function whole(count: number, boundary?: object): CaseContents {
  const files = study(Array.from({ length: count }, (_, id) => month(id)));
  const after = {
    stages: [{ start_date: '2024-03-01', duration_hours: 31 * 24 }],
    thermal_bounds: [{ thermal_id: 2, post_study_stage_index: 0, cost_per_mwh: 25, min_mw: 0, max_mw: 20 }],
  };
  return {
    ...files,
    'config.json': { ...(files['config.json'] as object), ...(boundary ? { policy: { boundary } } : {}) },
    'stages.json': { ...(files['stages.json'] as object), ...preStudy },
    ...(boundary ? { 'post_study_stages.json': after } : {}),
  };
}

describe('the policy of four months behind two of them', () => {
  let root: string;
  let long: number;
  const bound = async (directory: string) => {
    const { case: loaded } = await loadCase(directory);
    return (await runCase(loaded, directory)).training!.final_lower_bound;
  };

  beforeAll(async () => {
    root = await newRoot();
    long = await bound(await writeCurrentCase(join(root, 'long'), whole(4)));
    await cp(join(root, 'long/output/policy'), join(root, 'policy'), { recursive: true });
  });

  test('gives two months the cost of four, and tells what became of every slot', async () => {
    const directory = await writeCurrentCase(join(root, 'short'), whole(2, { path: '../policy', strict: true }));
    // Both converge; stages, openings and cuts after the second month are the same.
    expect((await bound(directory)) / long).toBeCloseTo(1, 6);
    const metadata = await readFile(join(directory, 'output/training/metadata.json'), 'utf8');
    const { boundary } = JSON.parse(metadata) as { boundary: Record<string, unknown> };
    expect(boundary).toMatchObject({
      boundary_date: 20240301,
      pool: 1,
      dropped_source_slots: [],
      unpriced_slots: [],
      // March is declared to follow; behind it stages go on with the 29 days of February, all of them in April.
      straddling_slots: [],
    });
    // Two storages, two lags, a bucket for March and one for April, one promise.
    expect(boundary.matched_slots).toBeGreaterThanOrEqual(6);
  });

  test('is refused where the study ends on another day, naming those it has', async () => {
    const files = whole(2, { path: '../policy' });
    const stages = files['stages.json'] as { stages: object[] };
    const longer = stages.stages.map((stage, id) => (id === 1 ? { ...stage, end_date: '2024-03-04' } : stage));
    const directory = await writeCurrentCase(join(root, 'other-day'), {
      ...files,
      'stages.json': { ...stages, stages: longer },
      'post_study_stages.json': {
        stages: [{ start_date: '2024-03-04', duration_hours: 31 * 24 }],
        thermal_bounds: [{ thermal_id: 2, post_study_stage_index: 0, cost_per_mwh: 25, min_mw: 0, max_mw: 20 }],
      },
    });
    const { case: loaded } = await loadCase(directory);
    await expect(runCase(loaded, directory)).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      message: expect.stringContaining('no cuts for 20240304'),
      context: { detail: expect.stringContaining('20240301') },
      suggestion: expect.stringContaining('End the study on one of these dates'),
    });
  });

  test('prices of what the study does not have are left out and told, or refused when strict', async () => {
    const without = (strict: boolean): CaseContents => ({
      ...whole(2, { path: '../policy', strict }),
      'system/thermals.json': { thermals: [currentThermal(0, 10, 40), currentThermal(1, 60, 100)] },
      'post_study_stages.json': null,
    });
    const initial = { ...(whole(2)['initial_conditions.json'] as object), past_anticipated_commitments: [] };
    const at = await writeCurrentCase(join(root, 'fewer'), { ...without(false), 'initial_conditions.json': initial });
    const { case: loaded } = await loadCase(at);
    const boundary = await readBoundary(loaded, buildStochasticModel(loaded), at);
    expect(boundary?.report?.dropped_source_slots).toEqual(['anticipated_commitment of 2 (20240301)']);
    await rm(at, { recursive: true });
    await writeCurrentCase(at, { ...without(true), 'initial_conditions.json': initial });
    const { case: strict } = await loadCase(at);
    await expect(readBoundary(strict, buildStochasticModel(strict), at)).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      context: { detail: expect.stringContaining('anticipated_commitment of 2') },
      suggestion: expect.stringContaining('strict'),
    });
  });

  test('lags that only later months look back to are remembered for them', async () => {
    // March and April look back two months, January and February one; so at the end of February the inflow of January counts.
    const deeper = (files: CaseContents): CaseContents => ({
      ...files,
      'scenarios/inflow_ar_coefficients.parquet': [
        ...(files['scenarios/inflow_ar_coefficients.parquet'] as object[]),
        ...[2, 3].map((stage_id) => ({ hydro_id: 0, stage_id, lag: 2, coefficient: 0.3, residual_std_ratio: 0.8 })),
      ],
    });
    const four = await bound(await writeCurrentCase(join(root, 'deep'), deeper(whole(4))));
    const directory = await writeCurrentCase(
      join(root, 'deep-end'),
      whole(2, { path: '../deep/output/policy', strict: true }),
    );
    expect((await bound(directory)) / four).toBeCloseTo(1, 6);
    const metadata = JSON.parse(await readFile(join(directory, 'output/training/metadata.json'), 'utf8'));
    expect(metadata.boundary).toMatchObject({ dropped_source_slots: [], unpriced_slots: expect.any(Array) });
    // Its own policy names lag 2 of plant 0, which no month of its own uses.
    const { slots } = decodeCurrentCuts(await readFile(join(directory, 'output/policy/cuts/000.bin')));
    expect(slots.filter(({ entityType, subindex }) => entityType === 1 && subindex === 2)).not.toEqual([]);
    // And it is converted there and back, since the case is read with the lags its run had.
    const [old, back] = [join(root, 'deep-old'), join(root, 'deep-back')];
    expect((await answerOf('policy', 'convert', join(directory, 'output/policy'), old, '--to', '0.5')).code).toBe(0);
    const { code, envelope } = await answerOf('policy', 'convert', old, back, '--case-dir', directory);
    expect(code, JSON.stringify(envelope)).toBe(0);
    // Simulated alone it needs nothing but its own policy, which names these lags too.
    const { case: loaded } = await loadCase(directory);
    const simulation = { ...loaded.settings.simulation, numScenarios: 3 };
    const short = { ...loaded, settings: { ...loaded.settings, simulation } };
    const before = await runCase(short, directory, { phases: 'simulation' });
    await rm(join(root, 'deep'), { recursive: true });
    const alone = await runCase(short, directory, { phases: 'simulation' });
    expect(alone.simulation?.mean_cost).toBe(before.simulation?.mean_cost);
  });

  test('may be gone when the trained study is only simulated, as long as no training is asked for', async () => {
    await cp(join(root, 'policy'), join(root, 'lent'), { recursive: true });
    const files = whole(2, { path: '../lent', strict: true });
    const directory = await writeCurrentCase(join(root, 'lender'), {
      ...files,
      'config.json': {
        ...(files['config.json'] as object),
        simulation: { enabled: true, selection: { method: 'sampled', num_scenarios: 3 } },
      },
    });
    const { case: loaded } = await loadCase(directory);
    const { simulation } = await runCase(loaded, directory);
    await rm(join(root, 'lent'), { recursive: true });
    const alone = await runCase(loaded, directory, { phases: 'simulation' });
    expect(alone.simulation?.mean_cost).toBeCloseTo(simulation!.mean_cost, 6);
    await expect(runCase(loaded, directory)).rejects.toMatchObject({
      kind: 'OutputNotFound',
      suggestion: expect.stringContaining('policy directory'),
    });
  });

  test('by source_stage prices the whole state, also where its cuts leave some of it out', async () => {
    // Plant 1 holds 40 hm³ and no other amount, so that no cut speaks of it.
    const fixed = (files: CaseContents): CaseContents => ({
      ...files,
      'system/hydros.json': {
        hydros: [
          currentHydro(0, { downstream_id: 1 }),
          currentHydro(1, { reservoir: { min_storage_hm3: 40, max_storage_hm3: 40 } }),
        ],
      },
      'system/thermals.json': { thermals: [currentThermal(0, 10, 40), currentThermal(1, 60, 100)] },
      'initial_conditions.json': {
        ...(files['initial_conditions.json'] as object),
        past_defluences: [],
        past_anticipated_commitments: [],
      },
      'post_study_stages.json': null,
    });
    const four = await bound(await writeCurrentCase(join(root, 'narrow'), fixed(whole(4))));
    const directory = await writeCurrentCase(join(root, 'narrow-end'), fixed(whole(2)));
    const { case: loaded } = await loadCase(directory);
    // Only cases of release 0.5.1 can write this down; they may name a policy of today.
    const boundary = { path: '../narrow/output/policy', sourceStage: 1, strict: false };
    const settings = { ...loaded.settings, policy: { ...loaded.settings.policy, boundary } };
    const { training } = await runCase({ ...loaded, settings }, directory);
    expect(training!.final_lower_bound / four).toBeCloseTo(1, 6);
  });

  test('is refused when it tells no dates, as policies of release 0.5.1 do', async () => {
    const { code } = await answerOf('policy', 'convert', join(root, 'policy'), join(root, 'old-policy'), '--to', '0.5');
    expect(code).toBe(0);
    const directory = await writeCurrentCase(join(root, 'undated'), whole(2, { path: '../old-policy' }));
    const { case: loaded } = await loadCase(directory);
    await expect(runCase(loaded, directory)).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      context: { detail: 'it tells no dates' },
      suggestion: expect.stringContaining('cobre policy convert'),
    });
  });

  const calendar = (cycle_type: string, count: number) => ({
    cycle_type,
    seasons: Array.from({ length: count }, (_, id) => ({ id, label: `S${id}`, month_start: id + 1 })),
  });
  const seasonal = (files: CaseContents, definitions: object): CaseContents => {
    const { stages, ...rest } = files['stages.json'] as { stages: { id: number }[] };
    const within = stages.map((stage) => ({ ...stage, season_id: stage.id }));
    const before = [{ id: -1, start_date: '2023-12-01', end_date: '2024-01-01', season_id: 11 }];
    return {
      ...files,
      'stages.json': { ...rest, season_definitions: definitions, pre_study_stages: before, stages: within },
    };
  };

  test.each([
    [
      'another cycle of seasons',
      /monthly with 12 seasons instead of custom with 12/,
      /season_definitions/,
      calendar('custom', 12),
      1,
    ],
    [
      'inflows of another order',
      /hydro 0 looks back 1 in season 0 instead of 2/,
      /same inflow model/,
      calendar('monthly', 12),
      2,
    ],
  ])('is refused with %s', async (_, detail, advice, definitions, order) => {
    const source = join(root, 'seasonal');
    if (!existsSync(source)) await bound(await writeCurrentCase(source, seasonal(whole(4), calendar('monthly', 12))));
    const files = seasonal(whole(2, { path: '../seasonal/output/policy' }), definitions);
    const rows = files['scenarios/inflow_ar_coefficients.parquet'] as { hydro_id: number; lag: number }[];
    const deeper = rows.filter(({ hydro_id }) => hydro_id === 0).map((row) => ({ ...row, lag: 2, coefficient: 0.1 }));
    const directory = await writeCurrentCase(join(root, `other-${order}`), {
      ...files,
      'scenarios/inflow_ar_coefficients.parquet': order === 1 ? rows : [...rows, ...deeper],
    });
    const { case: loaded } = await loadCase(directory);
    await expect(runCase(loaded, directory)).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      context: { file: 'config.json', settings: ['policy.boundary'], detail: expect.stringMatching(detail) },
      suggestion: expect.stringMatching(advice),
    });
  });

  test('is refused where several nodes end on that day', async () => {
    const node = (id: number, stage_id: number) => ({ id, stage_id });
    const edge = (source_id: number, target_id: number, probability: number) => ({ source_id, target_id, probability });
    const files = whole(3);
    const { stages } = files['stages.json'] as { stages: object[] };
    const graph = {
      type: 'finite_horizon',
      annual_discount_rate: 0,
      nodes: [node(0, 0), node(1, 1), node(2, 1), node(3, 2), node(4, 2)],
      transitions: [edge(0, 1, 0.5), edge(0, 2, 0.5), edge(1, 3, 1), edge(2, 4, 1)],
    };
    await bound(
      await writeCurrentCase(join(root, 'graph'), {
        ...files,
        'stages.json': { policy_graph: graph, ...preStudy, stages },
      }),
    );
    const directory = await writeCurrentCase(join(root, 'graph-end'), whole(2, { path: '../graph/output/policy' }));
    const { case: loaded } = await loadCase(directory);
    await expect(runCase(loaded, directory)).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      context: { detail: '2 pools price 20240301' },
      suggestion: expect.stringContaining('one node on that day'),
    });
  });

  test('a month of water under way stands for the weeks in it', async () => {
    // January in four stages, February as one of 29 days; then stages go on with 29 days, which reach into April.
    const starts = ['2024-01-01', '2024-01-08', '2024-01-15', '2024-01-22', '2024-02-01'];
    const weeks = starts.slice(0, 4).map((start_date, id) => ({
      ...month(0),
      id,
      start_date,
      end_date: starts[id + 1]!,
      blocks: hours(id === 3 ? 10 : 7),
    }));
    const files = study(weeks, {
      'scenarios/inflow_ar_coefficients.parquet': null,
      'system/thermals.json': { thermals: [currentThermal(0, 10, 40), currentThermal(1, 60, 100)] },
    });
    const initial = { ...(files['initial_conditions.json'] as object), past_anticipated_commitments: [] };
    const directory = await writeCurrentCase(join(root, 'weekly'), {
      ...files,
      'initial_conditions.json': initial,
      'config.json': { ...(files['config.json'] as object), policy: { boundary: { path: '../policy' } } },
    });
    const { case: loaded } = await loadCase(directory);
    const boundary = (await readBoundary(loaded, buildStochasticModel(loaded), directory))!;
    expect(boundary.report!.boundary_date).toBe(20240201);
    expect(boundary.report!.straddling_slots.some((name) => name.startsWith('transit_bucket of 1'))).toBe(true);
    // Behind two storages: buckets of ten days each. The first two lie in February and are worth what its water is worth.
    const { cuts } = boundary;
    let priced = 0;
    for (let slot = 0; slot < cuts.count; slot++) {
      expect(cuts.slopeOf(slot, 2)).toBe(cuts.slopeOf(slot, 3));
      if (cuts.slopeOf(slot, 2) < 0) priced++;
    }
    expect(priced).toBeGreaterThan(0);
  });
});
