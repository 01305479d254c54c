/** Intervals that are proven, against the optimum of the whole scenario tree and against optima derived by hand. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import type { Case } from '../../src/case/model.js';
import { exactCost, loadCase } from '../../src/index.js';
import {
  checkProof,
  intervalOf,
  loadSolver,
  obstacleOf,
  type Policy,
  type Proof,
  type ProofParts,
  placesOf,
  prove,
  provenProblem,
  rounding,
  statementOf,
  trainPolicy,
} from '../../src/sddp/index.js';
import { closenesses } from '../../src/sddp/proof/allowance.js';
import { visitedStates } from '../../src/sddp/proof/lower.js';
import type { ProveOptions } from '../../src/sddp/proof/prove.js';
import { reachOf } from '../../src/sddp/proof/reach.js';
import { proveInner } from '../../src/sddp/proof/upper-inner.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { studyAhead } from '../extensive-form/ahead.js';
import { boundaryOf } from '../extensive-form/boundary.js';
import { currentFilesOf } from '../extensive-form/current-files.js';
import { extensiveOptimum } from '../extensive-form/extensive-form.js';
import { nodeFilesOf, nodeTree, studyOnNodes } from '../extensive-form/nodes.js';
import { asCycle, asRememberingCycle, randomStudy } from '../extensive-form/random-study.js';
import { filesOf, type RawStudy } from '../extensive-form/raw-study.js';
import { ownCases } from '../own-cases/index.js';
import { caseOf, randomCase } from '../random-case.js';

const step = async () => {};
const makeSolver = await loadSolver('simplex');

async function proven(study: Case, options: Pick<ProveOptions, 'boundary'> = {}) {
  const stochastic = buildStochasticModel(study);
  const { policy, iterations } = await trainPolicy(study, stochastic, options);
  const parts = await prove(study, stochastic, policy, { step, last: iterations.at(-1)!, ...options });
  return { policy, parts, stochastic };
}

/** As it is written and read again, by the other solver. */
async function check(study: Case, parts: ProofParts, { boundary }: Pick<ProveOptions, 'boundary'> = {}) {
  const work = {
    ...provenProblem(study, buildStochasticModel(study), boundary),
    places: placesOf(study),
    makeSolver: await loadSolver('highs'),
    step,
  };
  const proof = { ...parts, statement: statementOf(parts), interval: intervalOf(parts), rounding };
  return checkProof(JSON.parse(JSON.stringify(proof)) as Proof, work);
}

async function innerBound(study: Case, policy: Policy): Promise<number> {
  const { problem } = provenProblem(study, buildStochasticModel(study), undefined);
  const visited = policy.stages.map(visitedStates);
  const work = { makeSolver, step, closeness: closenesses[0] };
  return (await proveInner(problem, visited, reachOf(problem)!, undefined, work)).value * 1000;
}

test('whoever stops a proof by inner approximation leaves no solver behind', async () => {
  const study = await caseOf(randomCase(3, { iterations: 2, passes: 1 }));
  const stochastic = buildStochasticModel(study);
  const { policy } = await trainPolicy(study, stochastic, {});
  const { problem } = provenProblem(study, stochastic, undefined);
  let [held, made] = [0, 0];
  const counted: typeof makeSolver = (...given) => {
    const solver = makeSolver(...given);
    const dispose = solver.dispose.bind(solver);
    [held, made] = [held + 1, made + 1];
    solver.dispose = () => {
      held--;
      dispose();
    };
    return solver;
  };
  const stopping = async (done: number) => {
    if (done === 2) throw new Error('stopped');
  };
  const work = { makeSolver: counted, step: stopping, closeness: closenesses[0] };
  const visited = policy.stages.map(visitedStates);
  await expect(proveInner(problem, visited, reachOf(problem)!, undefined, work)).rejects.toThrow('stopped');
  expect(made).toBeGreaterThan(0);
  expect(held).toBe(0);
});

const seeds = sampled(
  'random cases with a proof',
  [...Array(Number(process.env.PROOF_CASES ?? 30)).keys()].map((k) => k + 1),
  8,
);

describe('on random small cases, risk-averse and with several cuts per trial among them', () => {
  // Trees of three stages and three openings have 39 nodes, so the exact cost is at hand.
  test.each(seeds)('seed %i: the exact cost lies in the interval, which is narrow', async (seed) => {
    const study = await caseOf(randomCase(seed));
    const { cost } = await exactCost(study);
    const { parts, policy } = await proven(study);
    const size = Math.max(1, Math.abs(cost));
    if ('kind' in parts.lower || parts.upper.kind !== 'tree') throw new Error('nothing was proven');
    expect(parts.lower.value).toBeLessThanOrEqual(cost);
    expect(parts.upper.value).toBeGreaterThanOrEqual(cost);
    expect((parts.upper.value - parts.lower.value) / size).toBeLessThan(2e-5);
    await check(study, parts);
    expect(await innerBound(study, policy)).toBeGreaterThanOrEqual(cost);
  });

  test.each([3, 4, 7])('seed %i: after two iterations the interval is wide and still holds', async (seed) => {
    const study = await caseOf(randomCase(seed, { iterations: 2, passes: 1 }));
    const { cost } = await exactCost(study);
    const { parts, policy } = await proven(study);
    if ('kind' in parts.lower || parts.upper.kind !== 'tree') throw new Error('nothing was proven');
    expect(parts.lower.value).toBeLessThanOrEqual(cost);
    expect(parts.upper.value).toBeGreaterThanOrEqual(cost);
    expect(await innerBound(study, policy)).toBeGreaterThanOrEqual(cost);
  });
});

describe('optima derived by hand', () => {
  // Each DERIVATION.md has the number; risk-averse is the one under CVaR: 712,500.
  test.each(ownCases)('$name lies in its proven interval', async ({ name, lowerBound }) => {
    const dir = fileURLToPath(new URL(`../../cases/${name}`, import.meta.url));
    const { tolerance } = JSON.parse(readFileSync(`${dir}/expected.json`, 'utf8')) as { tolerance: number };
    const study = (await loadCase(`${dir}/case`)).case;
    const { parts } = await proven(study);
    if ('kind' in parts.lower || !('value' in parts.upper)) throw new Error('nothing was proven');
    // A cycle has no last stage, so its tree has no end.
    expect(parts.upper.kind).toBe(name === 'cyclic-horizon' ? 'inner' : 'tree');
    expect(parts.lower.value).toBeLessThanOrEqual(lowerBound + tolerance);
    expect(parts.upper.value).toBeGreaterThanOrEqual(lowerBound - tolerance);
    expect(parts.upper.value - parts.lower.value).toBeLessThanOrEqual(2 * tolerance + 1e-3);
    await check(study, parts);
  });
});

describe('against extensive forms that share no line with the engine', () => {
  /** The reference is solved in floating point, with rows kept to 1e-9. */
  const accuracy = (exact: number) => 1e-8 * Math.max(1, Math.abs(exact));

  async function expectInside(
    study: Case,
    exact: number,
    { widest = 2e-5, ...options }: Pick<ProveOptions, 'boundary'> & { readonly widest?: number } = {},
  ) {
    const { parts } = await proven(study, options);
    if ('kind' in parts.lower || !('value' in parts.upper)) throw new Error('nothing was proven');
    expect(parts.lower.value - exact).toBeLessThanOrEqual(accuracy(exact));
    expect(exact - parts.upper.value).toBeLessThanOrEqual(accuracy(exact));
    expect(parts.upper.value).toBeGreaterThanOrEqual(parts.lower.value);
    const width = (parts.upper.value - parts.lower.value) / Math.max(1, Math.abs(exact));
    expect(width).toBeLessThan(widest);
    expect((await check(study, parts, options)).checked).toBeGreaterThan(0);
    return parts;
  }

  /** Random studies whose inflows remember. */
  const remembering = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].filter(
    (seed) => randomStudy(seed).tables.coefficients.length > 0,
  );

  const few = (name: string, seeds: readonly number[]) => sampled(`proofs of ${name}`, seeds, 2);

  test.each(few('nodes', [1, 2, 3, 5, 8, 13]))('seed %i: a policy graph with nodes', async (seed) => {
    const given = studyOnNodes(seed);
    const exact = await extensiveOptimum(given.study, { roots: nodeTree(given) });
    const study = await caseOf(nodeFilesOf(given));
    const parts = await expectInside(study, exact, boundaryOf(given.study, study));
    expect('places' in parts.lower && parts.lower.places.map(({ node_id }) => node_id).sort()).toEqual(
      given.nodes.map(({ id }) => id).sort(),
    );
  });

  test.each(few('promises', [1, 4, 6, 7]))('seed %i: promises, water on its way and units', async (seed) => {
    const study = studyAhead(seed);
    const given = await caseOf(currentFilesOf(study));
    await expectInside(given, await extensiveOptimum(study), boundaryOf(study, given));
  });

  // The future is worth up to 40,000 $ more than nothing and has no bound below by itself.
  test.each(few('boundaries', [4, 6, 11]))(
    'seed %i: cuts behind the last stage, also of negative cost',
    async (seed) => {
      const study = { ...randomStudy(seed), formulation: 'single' as const };
      const terminalCuts = [-40, 10].map((intercept) => ({ intercept, slope: study.hydros.map(() => -3) }));
      const exact = await extensiveOptimum(study, { terminalCuts });
      const given = await caseOf(filesOf(study));
      await expectInside(given, exact, boundaryOf({ ...study, terminalCuts }, given));
    },
  );

  test.each(few('hostile studies', [2, 3, 9]))(
    'seed %i: a risk measure of its own in every stage, and revenue that makes costs negative',
    async (seed) => {
      const plain = randomStudy(seed);
      const study: RawStudy = {
        ...plain,
        formulation: 'single',
        stages: plain.stages.map((stage, t) => ({
          ...stage,
          risk_measure: { cvar: { alpha: [0.34, 0.6, 0.9][t]!, lambda: [1, 0.3, 0.7][t]! } },
        })),
        contracts: [
          {
            id: plain.buses[0]!.id,
            name: 'Sale',
            bus_id: plain.buses[0]!.id,
            type: 'export',
            // More than unserved load costs, so that selling pays whatever is missing.
            price_per_mwh: -3000,
            limits: { min_mw: 0, max_mw: 400 },
          },
        ],
        constraints: [],
        tables: { ...plain.tables, contractBounds: [], constraintBounds: [] },
      };
      const exact = await extensiveOptimum(study);
      expect(exact).toBeLessThan(0);
      await expectInside(await caseOf(filesOf(study)), exact);
    },
  );

  const unrolled = ({ stages }: RawStudy) => {
    const turns = Math.ceil(100 / stages.length);
    return Array.from({ length: turns * stages.length }, (_, step) => step % stages.length);
  };

  test.each(few('cycles', [3, 29]))('seed %i: an endless cycle', async (seed) => {
    const study = asCycle(randomStudy(seed));
    const exact = await extensiveOptimum(study, { path: unrolled(study) });
    // Costs from above are interpolated between few states, so the interval is wider.
    await expectInside(await caseOf(filesOf(study)), exact, { widest: 0.02 });
  });

  /** What flows in here is remembered whole from turn to turn. */
  const lasting = 12;

  test('a cycle whose memory does not fade says why nothing of it is proven', async () => {
    const { parts } = await proven(await caseOf(filesOf(asRememberingCycle(randomStudy(lasting)))));
    expect(parts.lower).toMatchObject({ reason: expect.stringContaining('does not fade') });
  });

  const fading = remembering.filter((seed) => seed !== lasting);
  test.each(few('cycles', fading))('seed %i: an endless cycle whose inflows remember', async (seed) => {
    const study = asRememberingCycle(randomStudy(seed));
    const exact = await extensiveOptimum(study, { path: unrolled(study) });
    const given = await caseOf(filesOf(study));
    const { parts, policy } = await proven(given);
    if ('kind' in parts.lower) throw new Error(parts.lower.reason);
    expect(parts.lower.value - exact).toBeLessThanOrEqual(accuracy(exact));
    expect(parts.lower.value).toBeGreaterThanOrEqual(policy.lowerBound - accuracy(exact));
    // The box of a memory has far corners, so that the cost from above may be far as well, or unknown.
    if ('value' in parts.upper) expect(exact - parts.upper.value).toBeLessThanOrEqual(accuracy(exact));
    else expect(parts.upper).toMatchObject({ reason: expect.stringContaining('no feasible corner') });
    expect((await check(given, parts)).checked).toBeGreaterThan(0);
  });
});

describe('what no proof covers', () => {
  const truncated = (cvar: boolean) => {
    // Seed 2 has inflows with memory; cutting them off at zero makes the cost bend the wrong way.
    const contents = randomCase(2, { iterations: 3, passes: 4 });
    const config = contents['config.json'] as Record<string, object>;
    config.modeling = { inflow_non_negativity: { method: 'truncation' } };
    const stages = (contents['stages.json'] as { stages: { risk_measure: unknown }[] }).stages;
    if (!cvar) for (const stage of stages) stage.risk_measure = 'expectation';
    return caseOf(contents);
  };

  test('inflows with memory that are cut off at zero: the sample is given with its interval', async () => {
    const { parts } = await proven(await truncated(false));
    expect(parts.lower).toMatchObject({ kind: 'none', reason: expect.stringContaining('not convex') });
    expect(parts.upper).toMatchObject({ kind: 'statistical', samples: 4 });
    if (parts.upper.kind !== 'statistical') return;
    expect(parts.upper.low).toBeLessThanOrEqual(parts.upper.mean);
    expect(parts.upper.high - parts.upper.mean).toBeCloseTo(parts.upper.mean - parts.upper.low, 6);
  });

  test('a cycle whose inflows remember more with every turn: no box holds its states', async () => {
    const study = asRememberingCycle(randomStudy(9));
    const coefficients = study.hydros.flatMap(({ id }) =>
      study.stages.map(({ id: stage_id }) => ({ id, stage_id, lag: 1, coefficient: 40, residual_std_ratio: 1 })),
    );
    const given = await caseOf(filesOf({ ...study, iterations: 2, tables: { ...study.tables, coefficients } }));
    expect(obstacleOf(provenProblem(given, buildStochasticModel(given), undefined).problem)).toContain('does not fade');
  });

  test('under CVaR the mean of a sample bounds nothing and is not offered', async () => {
    const { parts } = await proven(await truncated(true));
    expect(parts.upper).toMatchObject({ kind: 'none', reason: expect.stringContaining('CVaR') });
  });
});
