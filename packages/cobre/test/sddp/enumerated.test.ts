/** Every path of the tree in every iteration: the upper bound is no sample, and training may stop by the gap. */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import type { Case, StoppingRuleSpec } from '../../src/case/model.js';
import { exactCost, loadCase, type TrainOptions, train } from '../../src/index.js';
import { TreePaths, treePaths } from '../../src/sddp/tree-paths.js';
import { caseOf, randomCase } from '../random-case.js';

const limit = (iterations: number): StoppingRuleSpec => ({ type: 'iteration_limit', limit: iterations });
const near: StoppingRuleSpec = { type: 'gap', tolerance: null, relativeTolerance: 1e-7 };

function enumerating(study: Case, ...stoppingRules: readonly StoppingRuleSpec[]): Case {
  const training = { ...study.settings.training, enumerated: true, stoppingRules };
  return { ...study, settings: { ...study.settings, training } };
}

const ownCase = async (name: string) =>
  (await loadCase(fileURLToPath(new URL(`../../cases/${name}/case`, import.meta.url)))).case;

function chainOf(openings: readonly number[]) {
  return openings.map((openingCount, t) => ({
    successors: Int32Array.from(t + 1 < openings.length ? [t + 1] : []),
    transition: Float64Array.from(t + 1 < openings.length ? [1] : []),
    uncertainty: { openingCount, probabilities: new Float64Array(openingCount).fill(1 / openingCount) },
  }));
}

test('paths go through the nodes of a graph, each with its probability', () => {
  const [, , end] = chainOf([1, 2, 1]);
  const places = [
    { ...end!, successors: Int32Array.of(1, 2), transition: Float64Array.of(0.25, 0.75) },
    { ...chainOf([2])[0]!, successors: Int32Array.of(3), transition: Float64Array.of(1) },
    { ...end!, successors: Int32Array.of(3), transition: Float64Array.of(1) },
    end!,
  ];
  const tree = new TreePaths(places);
  const told = Array.from({ length: tree.count }, (_, path) => [0, 1, 2].map((t) => tree.place(path, t)).join(''));
  expect(told).toEqual(['013', '013', '023']);
  expect([...tree.probabilities]).toEqual([0.125, 0.125, 0.75]);
  expect(told.map((_, path) => tree.parts(path))).toEqual([0, 1, 1]);
});

test('paths are counted with the first stage in front, and every node belongs to the first of its paths', () => {
  const tree = new TreePaths(chainOf([2, 1, 3]));
  const digits = Array.from({ length: tree.count }, (_, path) => [0, 1, 2].map((t) => tree.opening(path, t)).join(''));
  expect(digits).toEqual(['000', '001', '002', '100', '101', '102']);
  expect(Array.from(digits, (_, path) => tree.parts(path))).toEqual([0, 2, 2, 0, 2, 2]);
  expect(Array.from(digits, (_, path) => tree.isFirst(path, 1))).toEqual([true, false, false, true, false, false]);
});

describe('optima derived by hand', () => {
  // The derivations of the two cases: 712,500 under CVaR, and the expectation of the same study.
  test.each(['risk-averse', 'risk-neutral'])(
    '%s: both bounds meet at the optimum, exactly and by name',
    async (name) => {
      const study = await ownCase(name);
      const { cost } = await exactCost(study);
      if (name === 'risk-averse') expect(cost).toBeCloseTo(712_500, 3);
      const { reason, converged, iterations } = await train(enumerating(study, limit(50), near));
      const last = iterations.at(-1)!;
      expect([reason, converged, last.upperBoundKind, last.upperBoundStd, last.ci95]).toEqual([
        'gap',
        true,
        'exact',
        0,
        0,
      ]);
      expect(last.upperBoundMean / cost).toBeCloseTo(1, 6);
      expect(last.lowerBound / cost).toBeCloseTo(1, 6);
    },
  );
});

describe('on random small cases, risk-averse ones among them', () => {
  test.each([1, 2, 3, 4, 8, 11, 13, 20])(
    'seed %i: the upper bound is never below the exact cost and comes to it',
    async (seed) => {
      const study = await caseOf(randomCase(seed, { iterations: 60 }));
      const { cost } = await exactCost(study);
      const size = Math.max(1, Math.abs(cost));
      const { iterations, reason, policy } = await train(enumerating(study, limit(60), near));
      const openings = study.horizon.stages.map((stage) => stage.openings);
      const paths = openings.reduce((product, count) => product * count, 1);
      const nodes = openings.reduce((sum, _, t) => sum + openings.slice(0, t + 1).reduce((a, b) => a * b, 1), 0);
      for (const { upperBoundMean, lowerBound, forwardPasses, phases } of iterations) {
        expect((cost - upperBoundMean) / size).toBeLessThan(1e-9);
        expect((lowerBound - cost) / size).toBeLessThan(1e-7);
        expect(forwardPasses).toBe(paths);
        // One solve for each node and no more.
        expect(phases.find(({ phase }) => phase === 'forward')?.lpSolves).toBe(nodes);
      }
      expect(reason).toBe('gap');
      expect((iterations.at(-1)!.upperBoundMean - policy.lowerBound) / size).toBeLessThan(2e-7);
    },
  );
});

describe('measures of risk that differ from stage to stage', () => {
  const cvar = (alpha: number, lambda: number) => ({ cvar: { alpha, lambda } });

  test.each([4, 8, 13])('seed %i: the gap closes at the nested cost of the whole tree', async (seed) => {
    const contents = randomCase(seed, { stages: 3, openings: 3, iterations: 60 });
    const { stages, ...rest } = contents['stages.json'] as { stages: object[] };
    const measures = ['expectation', cvar(0.4, 0.7), cvar(0.8, 0.25)];
    const varied = stages.map((stage, t) => ({ ...stage, risk_measure: measures[t] }));
    const study = await caseOf({ ...contents, 'stages.json': { ...rest, stages: varied } });
    // One linear program for the whole tree, with the measure of each stage between its nodes.
    const { cost } = await exactCost(study);
    const plain = await caseOf({
      ...contents,
      'stages.json': { ...rest, stages: stages.map((stage) => ({ ...stage, risk_measure: 'expectation' })) },
    });
    expect(cost).toBeGreaterThan((await exactCost(plain)).cost);
    const { reason, iterations, policy } = await train(enumerating(study, limit(80), near));
    expect(reason).toBe('gap');
    expect(iterations.at(-1)!.upperBoundMean / cost).toBeCloseTo(1, 6);
    expect(policy.lowerBound / cost).toBeCloseTo(1, 6);
  });
});

test('bits do not depend on threads, nor on a stop in between', async () => {
  const study = await caseOf(randomCase(4, { stages: 3, openings: 3 }));
  const bounds = async (iterations: number, options: TrainOptions = {}) => {
    const { policy, iterations: done } = await train(enumerating(study, limit(iterations)), options);
    return { policy, told: done.map(({ lowerBound, upperBoundMean }) => [lowerBound, upperBoundMean]) };
  };
  const alone = await bounds(8);
  expect((await bounds(8, { threads: 3, awaitThreads: true })).told).toEqual(alone.told);
  const { policy } = await bounds(5);
  expect((await bounds(8, { start: { mode: 'resume', policy } })).told).toEqual(alone.told.slice(5));
});

describe('what cannot be is refused before anything is solved', () => {
  test('the gap rule with sampled paths', async () => {
    const study = await caseOf(randomCase(3));
    const { training } = study.settings;
    const wrong = { ...study, settings: { ...study.settings, training: { ...training, stoppingRules: [near] } } };
    await expect(train(wrong)).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      message: expect.stringContaining("'gap'"),
    });
  });

  test('the paths of a cycle', async () => {
    await expect(train(enumerating(await ownCase('cyclic-horizon')))).rejects.toMatchObject({
      kind: 'IncompatibleSettings',
      message: expect.stringContaining('cyclic'),
    });
  });

  test('more paths than fit, also where their number is no longer a whole number', async () => {
    const study = await ownCase('risk-neutral');
    const [stage] = study.horizon.stages;
    const long = Array.from({ length: 400 }, (_, index) => ({ ...stage!, index }));
    const horizon = { ...study.horizon, stages: long };
    const stages = long.map(() => ({ openingCount: 20 }));
    expect(() => treePaths({ ...study, horizon }, { stages, nodes: [] } as never)).toThrow('at most 50000');
  });
});
