/** Cut selection of current cases: by the height of cuts at visited states, with cuts that come back, and by age. */
import { describe, expect, test } from 'vitest';
import type { CutSelectionSettings } from '../../src/case/model.js';
import { exactCost, train, validateCase } from '../../src/index.js';
import { emptyPolicyStage, type PolicyStage } from '../../src/sddp/index.js';
import { trimStage } from '../../src/sddp/selection/index.js';
import { currentStage, smallCurrentCase } from '../case/current-case.js';
import { memoryCase } from '../case/memory-case.js';
import type { CaseContents } from '../case/write-case.js';
import { caseOf, dice } from '../random-case.js';

const settings = async (selection: object) =>
  (await caseOf(study(selection))).settings.training.cutSelection satisfies CutSelectionSettings;

/** Four months, three inflows in each. */
function study(selection: object | null, iterations = 30): CaseContents {
  const ids = [0, 1, 2, 3];
  return {
    ...smallCurrentCase(),
    'config.json': {
      training: {
        tree_seed: 3,
        selection: { method: 'sampled', forward_passes: 2 },
        stopping_rules: [{ type: 'iteration_limit', limit: iterations }],
        ...(selection ? { cut_selection: { selection } } : {}),
      },
      modeling: { inflow_non_negativity: { method: 'none' } },
    },
    'stages.json': {
      policy_graph: { type: 'finite_horizon', annual_discount_rate: 0 },
      stages: ids.map((id) => currentStage(id, { num_openings: 3 })),
    },
    'scenarios/inflow_seasonal_stats.parquet': ids.map((stage_id) => ({
      hydro_id: 0,
      stage_id,
      mean_m3s: 20,
      std_m3s: 5,
    })),
    'scenarios/load_seasonal_stats.parquet': ids.map((stage_id) => ({ bus_id: 0, stage_id, mean_mw: 80, std_mw: 0 })),
  };
}

/** Cuts on one storage, each with where and when it was made. */
function stageOf(
  cuts: readonly (readonly [intercept: number, slope: number, at: number, iteration: number])[],
): PolicyStage {
  const stage = emptyPolicyStage(1, cuts.length);
  cuts.forEach(([intercept, slope, at, iteration], slot) => {
    stage.pool.write(slot, intercept, [slope]);
    stage.log.note(slot, iteration, 0, Float64Array.of(at));
  });
  return stage;
}

const active = ({ pool }: PolicyStage) => Array.from(pool.active.subarray(0, pool.count));

// At 0 they are 10, 4 and 9 high; at 8: 2, 4 and 5; at 4: 6, 4 and 7. The second is highest nowhere.
const three = [
  [10, -1, 0, 1],
  [4, 0, 8, 1],
  [9, -0.5, 4, 2],
] as const;

test('level1 keeps every cut that is highest at a visited state, and takes back one that becomes so', async () => {
  const level1 = await settings({ method: 'level1', check_frequency: 1 });
  const stage = stageOf([...three]);
  expect(trimStage(stage, level1, 3)).toEqual({ deactivated: 1, reactivated: 0, evictedByBudget: 0 });
  expect(active(stage)).toEqual([1, 0, 1]);
  // Somebody comes to 20, where they are −10, 4 and −1 high; the cut that is made there is 3 high.
  const later = stageOf([...three, [3, 0, 20, 4]]);
  later.pool.setActive(1, false);
  expect(trimStage(later, level1, 4)).toEqual({ deactivated: 0, reactivated: 1, evictedByBudget: 0 });
  // The new cut is not highest either, and stays until it is a candidate.
  expect(active(later)).toEqual([1, 1, 1, 1]);
  expect(trimStage(later, level1, 5).deactivated).toBe(1);
});

test('of cuts that are equally high, lml1 keeps the oldest and level1 all', async () => {
  const twins = [
    [10, -1, 0, 1],
    [10, -1, 0, 2],
  ] as const;
  const [all, one] = [stageOf(twins), stageOf(twins)];
  trimStage(all, await settings({ method: 'level1', check_frequency: 1 }), 3);
  trimStage(one, await settings({ method: 'lml1', check_frequency: 1 }), 3);
  expect([active(all), active(one)]).toEqual([
    [1, 1],
    [1, 0],
  ]);
});

// What a check remembers from the one before must not be seen: a stage that was never checked has nothing to remember.
test.each([{ method: 'level1' }, { method: 'lml1' }, { method: 'domination', domination_tolerance: 2000 }])(
  '%o says the same whether it looks at all cuts or only at new ones',
  async (selection) => {
    const chosen = await settings({ check_frequency: 1, ...selection });
    const random = dice(7);
    // Small whole numbers, so that many cuts are equally high somewhere.
    const cuts = Array.from(
      { length: 60 },
      (_, k) => [random.whole(0, 20), -random.whole(0, 3), random.whole(0, 9), k] as const,
    );
    const growing = emptyPolicyStage(1, cuts.length);
    let dropped = 0;
    cuts.forEach(([intercept, slope, at, iteration], slot) => {
      growing.pool.write(slot, intercept, [slope]);
      growing.log.note(slot, iteration, 0, Float64Array.of(at));
      if (slot % 7 !== 6) return;
      const fresh = stageOf(cuts.slice(0, slot + 1));
      active(growing).forEach((is, k) => {
        fresh.pool.setActive(k, is === 1);
      });
      const outcome = trimStage(growing, chosen, slot);
      expect(trimStage(fresh, chosen, slot)).toEqual(outcome);
      expect(active(fresh)).toEqual(active(growing));
      dropped += outcome.deactivated;
    });
    expect(dropped).toBeGreaterThan(0);
  },
);

test('domination keeps what comes within its tolerance of the highest, in $', async () => {
  // The second cut is nearest at 8: one thousand $ below the third.
  const [wide, narrow] = [stageOf([...three]), stageOf([...three])];
  trimStage(wide, await settings({ method: 'domination', check_frequency: 1, domination_tolerance: 1000 }), 3);
  trimStage(narrow, await settings({ method: 'domination', check_frequency: 1, domination_tolerance: 999 }), 3);
  expect([active(wide)[1], active(narrow)[1]]).toEqual([1, 0]);
});

test.each([
  { method: 'level1' },
  { method: 'lml1', check_frequency: 3 },
  { method: 'domination', check_frequency: 3, domination_tolerance: 0 },
])('training with %o reaches the cost of the whole tree with fewer cuts', async (selection) => {
  const loaded = await caseOf(study(selection));
  const { policy, iterations } = await train(loaded);
  expect(iterations.reduce((sum, { cutsRemoved }) => sum + cutsRemoved, 0)).toBeGreaterThan(0);
  expect(policy.lowerBound / (await exactCost(loaded)).cost).toBeCloseTo(1, 6);
});

describe('dynamic', () => {
  /** Iterations of the active cuts after stages 1 and 2; stage 0, on which the bound rests, keeps all. */
  const kept = async (selection: object) => {
    const { policy } = await train(await caseOf(study({ method: 'dynamic', ...selection }, 9)));
    expect(active(policy.stages[0]!)).not.toContain(0);
    return policy.stages.slice(1, 3).map(({ pool, log }) => {
      const alive = [...active({ pool } as PolicyStage).entries()].filter(([, on]) => on === 1);
      return Math.min(...alive.map(([slot]) => log.iteration[slot]!));
    });
  };

  test.each([
    // In iteration 10 a cut of iteration m is 10 − m old; it stays while younger than the recency, or in the seed.
    ['cuts of the seed stay', { seed_window: 4, candidate_recency: 1 }, 6],
    ['cuts younger than the recency stay', { seed_window: 0, candidate_recency: 4 }, 7],
    [
      'nothing goes before the iteration it starts with',
      { seed_window: 0, candidate_recency: 1, start_iteration: 20 },
      1,
    ],
    ['nothing ever goes without a recency', { seed_window: 0 }, 1],
  ])('%s', async (_, selection, oldest) => {
    expect(await kept(selection)).toEqual([oldest, oldest]);
  });

  test('without a recency has the bits of no selection at all', async () => {
    const [chosen, none] = [
      await train(await caseOf(study({ method: 'dynamic' }))),
      await train(await caseOf(study(null))),
    ];
    expect(chosen.policy.lowerBounds).toEqual(none.policy.lowerBounds);
  });

  test('says which of its parameters change nothing', async () => {
    const given = { method: 'dynamic', seed_window: 3, max_added_per_round: 2, violation_tolerance: 1e-6 };
    const { warnings } = await validateCase('case', memoryCase(study(given)));
    const told = warnings
      .map(({ context }) => String(context.field))
      .filter((field) => field.includes('cut_selection'));
    expect(told.map((field) => field.split('.').at(-1)).sort()).toEqual([
      'max_added_per_round',
      'seed_window',
      'violation_tolerance',
    ]);
  });
});
