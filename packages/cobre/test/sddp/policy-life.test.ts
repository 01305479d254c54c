import { describe, expect, test } from 'vitest';
import type { Case } from '../../src/case/model.js';
import { simulate } from '../../src/index.js';
import { loadSolver, multistageProblem, solveDeterministicEquivalent, trainPolicy } from '../../src/sddp/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import type { CaseContents, TableRow } from '../case/write-case.js';
import { caseOf, randomCase } from '../random-case.js';

const makeSolver = await loadSolver('highs');

function train(study: Case, extra: Parameters<typeof trainPolicy>[2] = {}) {
  return trainPolicy(study, buildStochasticModel(study), extra);
}

describe('a policy', () => {
  const contents = randomCase(9, { stages: 3, openings: 2, passes: 2, iterations: 15 });

  test('never loses ground without selection', async () => {
    const { iterations } = await train(await caseOf(contents));
    iterations.slice(1).forEach(({ lowerBound }, k) => {
      expect(lowerBound).toBeGreaterThanOrEqual(iterations[k]!.lowerBound - 1e-7 * Math.abs(lowerBound));
    });
  });

  test('helps a warm start, which counts its own iterations', async () => {
    const study = await caseOf(contents);
    const first = await train(study);
    const second = await train(study, { start: { mode: 'warm_start', policy: first.policy } });
    expect(second.iterations[0]!.iteration).toBe(1);
    expect(second.iterations[0]!.lowerBound).toBeGreaterThanOrEqual(
      first.policy.lowerBound - 1e-6 * Math.abs(first.policy.lowerBound),
    );
    expect(second.policy.stages[0]!.warmStartCount).toBe(first.policy.stages[0]!.pool.count);
  });

  test('that has reached its limit is left as it is', async () => {
    const study = await caseOf(contents);
    const { policy } = await train(study);
    const again = await train(study, { start: { mode: 'resume', policy } });
    expect(again.iterations).toEqual([]);
    expect(again.reason).toBe('iteration_limit');
    expect([again.policy.lowerBound, again.policy.upperBound]).toEqual([policy.lowerBound, policy.upperBound]);
  });

  // Seed 9 earns by exports in its last stage, so that what follows a shorter study may be worth less than nothing;
  // seed 16 has one cut per opening.
  test.each([9, 16])('of a longer study stands for the stages a shorter one leaves out, seed %i', async (seed) => {
    const long = randomCase(seed, { stages: 3, openings: 2, passes: 2, iterations: 60 });
    const { policy } = await train(await caseOf(long));
    const shorter = await caseOf(withoutLastStage(long));
    const followed = await train(shorter, { boundary: policy.stages[1]!.pool });
    expect(followed.policy.lowerBound / policy.lowerBound).toBeCloseTo(1, 6);
  });

  test('of another system is refused', async () => {
    const other = await train(await caseOf(randomCase(2, { stages: 3, iterations: 1 })));
    const study = await caseOf(contents);
    expect(other.policy.stateCount).not.toBe(multistageProblem(study, buildStochasticModel(study)).space.stateCount);
    await expect(train(study, { start: { mode: 'warm_start', policy: other.policy } })).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      context: { stage: 0, policy_state: other.policy.stateCount },
      suggestion: expect.stringContaining('same hydros and inflow orders'),
    });
  });

  test('of one cut per opening is refused by a case with one cut for all, and the other way round', async () => {
    const formulated = (cut_formulation: string) =>
      caseOf(randomCase(9, { stages: 3, openings: 2, passes: 2, iterations: 2, training: { cut_formulation } }));
    const [single, multi] = [await formulated('single'), await formulated('multi')];
    for (const [from, to] of [
      [single, multi],
      [multi, single],
    ] as const) {
      const { policy } = await train(from);
      const refused = {
        kind: 'IncompatibleSettings',
        context: { settings: 'training.cut_formulation' },
        suggestion: expect.stringContaining('Use the cut_formulation'),
      };
      await expect(train(to, { start: { mode: 'warm_start', policy } })).rejects.toMatchObject(refused);
      await expect(simulate(to, policy, { scenarios: 1 }).next()).rejects.toMatchObject(refused);
    }
  });

  test('is kept at the iteration where a stop was asked for', async () => {
    const controller = new AbortController();
    const kept: number[] = [];
    const { reason, policy } = await train(await caseOf(contents), {
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === 'iteration' && event.iteration === 3) controller.abort();
      },
      checkpoint: async ({ completedIterations }) => void kept.push(completedIterations),
    });
    expect(reason).toBe('shutdown');
    expect(policy.completedIterations).toBe(3);
    expect(kept).toEqual([3]);
  });
});

describe('cut selection', () => {
  test.each([
    ['level1', { threshold: 0 }],
    ['lml1', { memory_window: 3 }],
    ['domination', { domination_epsilon: 1e-6 }],
    ['lml1', { memory_window: 50, max_active_per_stage: 8 }],
  ])('by %s %o reaches the same cost with fewer cuts', async (method, extra) => {
    const training = {
      cut_selection: { enabled: true, method, check_frequency: 3, ...extra },
      cut_formulation: 'single',
    };
    const study = await caseOf(randomCase(22, { stages: 4, openings: 3, passes: 2, iterations: 40, training }));
    const exact = solveDeterministicEquivalent(multistageProblem(study, buildStochasticModel(study)), { makeSolver });
    const { policy, iterations } = await train(study);
    expect(iterations.reduce((sum, { cutsRemoved }) => sum + cutsRemoved, 0)).toBeGreaterThan(0);
    expect(policy.lowerBound).toBeGreaterThan(exact.cost - 1e-4 * Math.abs(exact.cost));
    expect(policy.lowerBound).toBeLessThan(exact.cost + 1e-6 * Math.abs(exact.cost));
  });
});

describe('the inner approximation', () => {
  test.each([4, 12, 21, 33])('bounds the cost of seed %i from above and closes the gap', async (seed) => {
    const contents = randomCase(seed, {
      stages: 3,
      openings: 2,
      passes: 2,
      iterations: 30,
      training: { cut_formulation: 'single' },
    });
    const config = contents['config.json'] as Record<string, object>;
    config.upper_bound_evaluation = {
      enabled: true,
      initial_iteration: 30,
      interval_iterations: 1,
      lipschitz: { mode: 'fixed', fallback_value: 5e6 },
    };
    const study = await caseOf(contents);
    const exact = solveDeterministicEquivalent(multistageProblem(study, buildStochasticModel(study)), {
      makeSolver,
    }).cost;
    const { iterations } = await train(study);
    const upper = iterations.at(-1)!.deterministicUpperBound!;
    const size = Math.max(1, Math.abs(exact));
    expect(upper).toBeGreaterThanOrEqual(exact - 1e-6 * size);
    expect(upper).toBeLessThanOrEqual(exact + 1e-3 * size);
  });
});

/** The same case, ended one stage earlier. */
function withoutLastStage(contents: CaseContents): CaseContents {
  const stages = contents['stages.json'] as { readonly stages: readonly { readonly id: number }[] };
  const last = stages.stages.at(-1)!.id;
  const cut = Object.entries(contents).map(([path, content]) => {
    if (!path.endsWith('.parquet') || content === null) return [path, content] as const;
    return [path, (content as readonly TableRow[]).filter((row) => row.stage_id !== last)] as const;
  });
  return { ...Object.fromEntries(cut), 'stages.json': { ...stages, stages: stages.stages.slice(0, -1) } };
}
