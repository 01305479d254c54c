/** Cuts of current cases speak of what is a state: storages that can differ, and lags that a stage looks back to and asks for. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exactCost, loadCase, runCase, simulate, type TrainOptions, train, validateCase } from '../../src/index.js';
import { decodeCurrentCuts } from '../../src/results/policy/cuts-file.js';
import { readPolicy } from '../../src/results/policy/read-policy.js';
import { decodeStageStates } from '../../src/results/policy/states-file.js';
import { type Policy, wholePolicy } from '../../src/sddp/index.js';
import {
  currentHydro,
  currentStage,
  productionModel,
  smallCurrentCase,
  writeCurrentCase,
} from '../case/current-case.js';
import { memoryCase } from '../case/memory-case.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf } from '../random-case.js';
import { newRoot } from '../tools/served.js';

const stages = [0, 1, 2, 3];
const always = { storage: true, inflow_lags: true };

interface Choices {
  readonly lags?: readonly (object | undefined)[];
  readonly iterations?: number;
  readonly more?: object;
}

/** Plant 0 stores and remembers two stages; plant 1 below it holds 30 hm³ and no other amount, and remembers nothing. */
function twoPlants({ lags = stages.map(() => always), iterations = 40, more = {} }: Choices = {}): CaseContents {
  const files = smallCurrentCase();
  const before = [-1, -2].map((id) => ({
    id,
    start_date: `2023-${12 + id + 1}-01`,
    end_date: id === -1 ? '2024-01-01' : '2023-12-01',
  }));
  return {
    ...files,
    'config.json': {
      training: {
        tree_seed: 7,
        selection: { method: 'sampled', forward_passes: 3 },
        stopping_rules: [{ type: 'iteration_limit', limit: iterations }],
      },
      modeling: { inflow_non_negativity: { method: 'none' } },
      exports: { states: true },
      ...more,
    },
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: stages.map((id) => currentStage(id, { num_openings: 2, state_variables: lags[id] })),
      pre_study_stages: before,
    },
    'initial_conditions.json': {
      storage: [
        { hydro_id: 0, value_hm3: 50 },
        { hydro_id: 1, value_hm3: 30 },
      ],
      filling_storage: [],
      recent_observations: [
        { hydro_id: 0, start_date: '2023-12-01', end_date: '2024-01-01', value_m3s: 26 },
        { hydro_id: 0, start_date: '2023-11-01', end_date: '2023-12-01', value_m3s: 14 },
      ],
    },
    'system/hydros.json': {
      hydros: [
        currentHydro(0, { downstream_id: 1 }),
        currentHydro(1, { reservoir: { min_storage_hm3: 30, max_storage_hm3: 30 } }),
      ],
    },
    'system/hydro_production_models.json': { production_models: [productionModel(0), productionModel(1, 0.5)] },
    'scenarios/inflow_seasonal_stats.parquet': [-2, -1, ...stages].flatMap((stage_id) => [
      { hydro_id: 0, stage_id, mean_m3s: 20, std_m3s: 6 },
      { hydro_id: 1, stage_id, mean_m3s: 3, std_m3s: 1 },
    ]),
    'scenarios/inflow_ar_coefficients.parquet': stages.flatMap((stage_id) => [
      { hydro_id: 0, stage_id, lag: 1, coefficient: 0.5, residual_std_ratio: 1 },
      { hydro_id: 0, stage_id, lag: 2, coefficient: 0.2, residual_std_ratio: 1 },
    ]),
    'scenarios/load_seasonal_stats.parquet': stages.map((stage_id) => ({
      bus_id: 0,
      stage_id,
      mean_mw: 85,
      std_mw: 0,
    })),
  };
}

const dimensions = ({ stages: all }: Policy) => all.map(({ pool }) => pool.stateCount);
const trained = async (choices: Choices = {}, options: TrainOptions = {}) =>
  train(await caseOf(twoPlants(choices)), options);

test('neither a fixed storage nor a lag that nobody looks back to has a slope, and the whole tree costs the same', async () => {
  const { policy } = await trained();
  const conventions = { compatibility: 'cobre-0.5', inflow_non_negativity: { method: 'none' } };
  const whole = await trained({ iterations: 1, more: { modeling: conventions } });
  // Of six numbers in the state: the storage of plant 0 and its two lags.
  expect(dimensions(policy)).toEqual([3, 3, 3, 3]);
  expect(dimensions(whole.policy)).toEqual([6, 6, 6, 6]);
  expect(policy.lowerBound / (await exactCost(await caseOf(twoPlants()))).cost).toBeCloseTo(1, 7);
});

test('a stage without inflow lags makes cuts on storage alone, as high where they were made as cuts with lags', async () => {
  const lags = [always, always, { storage: true, inflow_lags: false }, always];
  const [narrow, wide] = [await trained({ iterations: 1, lags }), await trained({ iterations: 1 })];
  // Stage 2 makes the cuts of pool 1; d43 of the original has this shape too.
  expect(dimensions(narrow.policy)).toEqual([3, 1, 3, 3]);
  const [own, other] = [narrow.policy.stages[1]!, wide.policy.stages[1]!];
  for (let slot = 0; slot < own.pool.count; slot++) {
    const state = own.log.stateAt(slot);
    // Cuts of the first iteration are made where no cut has led yet, so both trainings met the same states.
    expect(state).toEqual(other.log.stateAt(slot));
    expect(own.pool.slopeOf(slot, 0)).toBe(other.pool.slopeOf(slot, 0));
    const height = [0, 1, 2].reduce(
      (sum, s) => sum + other.pool.slopeOf(slot, s) * state[other.pool.placeOf(s)]!,
      other.pool.intercept[slot]!,
    );
    expect(own.pool.intercept[slot]! + own.pool.slopeOf(slot, 0) * state[0]!).toBeCloseTo(height, 9);
  }
});

test('a policy without lags is gone on with by cuts that have them, none of which promises too much', async () => {
  const silent = stages.map(() => ({ storage: true, inflow_lags: false }));
  const { policy: first } = await trained({ iterations: 2, lags: silent });
  expect(dimensions(first).slice(0, 3)).toEqual([1, 1, 1]);
  for (const mode of ['warm_start', 'resume'] as const) {
    const { policy } = await trained({ iterations: 12 }, { start: { mode, policy: first } });
    expect(dimensions(policy)).toEqual([3, 3, 3, 3]);
    const { pool, log } = policy.stages[2]!;
    const height = (slot: number, state: Float64Array) =>
      [0, 1, 2].reduce((sum, s) => sum + pool.slopeOf(slot, s) * state[pool.placeOf(s)]!, pool.intercept[slot]!);
    const earlier = first.stages[2]!;
    for (let slot = 0; slot < earlier.pool.count; slot++) {
      expect(height(slot, log.stateAt(slot))).toBe(
        earlier.pool.intercept[slot]! + earlier.pool.slopeOf(slot, 0) * log.stateAt(slot)[0]!,
      );
    }
    // Nothing follows stage 3, so a cut is as high as the cost where it was made, and nowhere may another one be higher.
    const own = Array.from({ length: pool.count - earlier.pool.count }, (_, k) => earlier.pool.count + k);
    expect(own.some((slot) => pool.slopeOf(slot, 1) !== 0)).toBe(true);
    for (const made of own) {
      const cost = height(made, log.stateAt(made));
      for (const other of own) expect(height(other, log.stateAt(made))).toBeLessThan(cost + 1e-6 * Math.abs(cost));
    }
  }
});

test('a policy that remembers less far is refused, since what stands behind the lags has moved', async () => {
  const files = twoPlants({ iterations: 1 });
  const { hydros } = files['system/hydros.json'] as { hydros: object[] };
  const rows = files['scenarios/inflow_ar_coefficients.parquet'] as { lag: number }[];
  const initial = files['initial_conditions.json'] as object;
  const flows: CaseContents = {
    ...files,
    'system/hydros.json': { hydros: [{ ...hydros[0], travel_time_hours: 900 }, hydros[1]] },
    'initial_conditions.json': {
      ...initial,
      past_defluences: [{ hydro_id: 0, start_date: '2023-11-01', end_date: '2024-01-01', value_m3s: 12 }],
    },
  };
  const short = { ...flows, 'scenarios/inflow_ar_coefficients.parquet': rows.filter(({ lag }) => lag === 1) };
  const { policy } = await train(await caseOf(short));
  const deeper = await caseOf(flows);
  const refused = { kind: 'IncompatibleSettings', context: { stage: 0, policy_state: policy.stateCount } };
  await expect(train(deeper, { start: { mode: 'warm_start', policy } })).rejects.toMatchObject(refused);
  await expect(simulate(deeper, policy, { scenarios: 1 }).next()).rejects.toMatchObject(refused);
});

test('a cycle simulated from its policy alone costs what it costs behind its training', async () => {
  const files = twoPlants({ iterations: 10 });
  const transitions = stages.map((id) => ({ source_id: id, target_id: (id + 1) % 4, probability: 1 }));
  const study = await caseOf({
    ...files,
    'stages.json': {
      ...(files['stages.json'] as object),
      policy_graph: { type: 'cyclic', annual_discount_rate: 3, transitions },
    },
  });
  const { policy, problem } = await train(study);
  // Cuts behind the last stage are those of the cycle, on three of six numbers.
  expect(dimensions(policy)).toEqual([3, 3, 3, 3]);
  const costs = async (options: { readonly problem?: typeof problem }) => {
    const found: number[] = [];
    for await (const { cost } of simulate(study, policy, { scenarios: 8, ...options })) found.push(cost);
    return found;
  };
  const behind = await costs({ problem });
  expect(behind.every((cost) => cost > 0)).toBe(true);
  expect(await costs({})).toEqual(behind);
});

test('a case with a memory of inflows and no stage that has lags is warned of', async () => {
  const access = memoryCase(twoPlants({ lags: stages.map(() => undefined) }));
  const { warnings } = await validateCase('case', access);
  expect(warnings.map(({ message }) => message).join()).toContain('the lower bound is no proven one');
});

test('what a plant that cannot store lacks is bought at the price of missing storage, and not owed to the next stage', async () => {
  const files = twoPlants();
  const study = await caseOf({
    ...files,
    'scenarios/inflow_ar_coefficients.parquet': null,
    'scenarios/inflow_seasonal_stats.parquet': stages.map((stage_id) => ({
      hydro_id: 1,
      stage_id,
      mean_m3s: -2,
      std_m3s: 0,
    })),
    'initial_conditions.json': { storage: [{ hydro_id: 1, value_hm3: 30 }], filling_storage: [] },
    'system/hydros.json': {
      hydros: [currentHydro(1, { reservoir: { min_storage_hm3: 30, max_storage_hm3: 30 } })],
    },
    'system/hydro_production_models.json': { production_models: [productionModel(1)] },
  });
  const { policy } = await train(study);
  // Each stage of 730 h: 40 MW at 10 and 45 MW at 30 $/MWh; 2 m³/s are 5.256 hm³, at 10,000 $/hm³.
  const stage = 730 * (40 * 10 + 45 * 30) + 0.0036 * 730 * 2 * 10_000;
  expect(policy.lowerBound).toBeCloseTo(4 * stage, 4);
  expect(dimensions(policy)).toEqual([0, 0, 0, 0]);
});

describe('on disk', () => {
  const run = async (root: string, name: string, files: CaseContents) => {
    const directory = await writeCurrentCase(join(root, name), files);
    await runCase((await loadCase(directory)).case, directory);
    return join(directory, 'output');
  };
  const bits = ({ lowerBounds, stages: all }: Policy) =>
    [lowerBounds, all.map(({ pool, log }) => [pool.count, ...pool.intercept, ...pool.slope, ...log.states])] as const;
  const lags = [always, always, { storage: true, inflow_lags: false }, always];

  test('policy files, states and the dictionary name the true states, and a resumed training has the same bits', async () => {
    const root = await newRoot();
    const whole = await run(root, 'whole', twoPlants({ lags, iterations: 9 }));
    const half = await run(root, 'half', twoPlants({ lags, iterations: 4 }));
    const { slots, stateDimension } = decodeCurrentCuts(await readFile(join(whole, 'policy/cuts/000.bin')));
    expect(stateDimension).toBe(3);
    expect(slots.map(({ entityType, entityId, subindex }) => [entityType, entityId, subindex])).toEqual([
      [0, 0, 0],
      [1, 0, 1],
      [1, 0, 2],
    ]);
    const alone = decodeStageStates(await readFile(join(whole, 'policy/states/001.bin')));
    expect([alone.stateDimension, alone.data.length]).toEqual([1, alone.count]);
    const dictionary = JSON.parse(
      await readFile(join(whole, 'training/dictionaries/state_dictionary.json'), 'utf8'),
    ) as object;
    expect(dictionary).toMatchObject({
      state_dimension: 3,
      states: [{ index: 0, kind: 'storage', hydro_id: 0 }, { lag_index: 0 }, { index: 2, lag_index: 1 }],
    });
    const more = { policy: { mode: 'resume', path: join(half, 'policy') } };
    await run(root, 'resumed', twoPlants({ lags, iterations: 9, more }));
    // A training that goes on writes where it read.
    expect(bits(await readPolicy(join(half, 'policy')))).toEqual(bits(await readPolicy(join(whole, 'policy'))));
  });

  test('two threads find the bits of one', async () => {
    const [one, two] = [await trained({ lags }), await trained({ lags }, { threads: 2, awaitThreads: true })];
    expect(bits(two.policy)).toEqual(bits(one.policy));
  });

  test('a policy with cuts on the whole state is gone on with as it is', async () => {
    const conventions = { compatibility: 'cobre-0.16', inflow_non_negativity: { method: 'none' } };
    const one = await trained({ iterations: 3, more: { modeling: conventions } });
    const whole = wholePolicy(one.policy);
    expect(dimensions(whole)).toEqual([6, 6, 6, 6]);
    const { policy } = await trained({}, { start: { mode: 'warm_start', policy: whole } });
    expect(dimensions(policy)).toEqual([6, 6, 6, 6]);
    expect(policy.lowerBound / (await exactCost(await caseOf(twoPlants()))).cost).toBeCloseTo(1, 7);
  });
});
