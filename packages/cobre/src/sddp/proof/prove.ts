/** Proves what can be proven of a trained policy: a lower bound, an upper bound, or why there is none. */
import type { Case } from '../../case/model.js';
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import type { StochasticModel } from '../../stochastic/model.js';
import { leastBoundary, singleCuts } from '../boundary.js';
import { halfWidth95 } from '../bounds.js';
import type { IterationDone } from '../events.js';
import { type MultistageProblem, multistageProblem } from '../multistage-problem.js';
import type { Policy } from '../policy.js';
import { loadSolver } from '../solver-factory.js';
import type { SolverFactory } from '../stage-runner.js';
import {
  type LowerProof,
  type ProofWork,
  type ProvenCut,
  type ProvenLower,
  proveLower,
  visitedStates,
} from './lower.js';
import { obstacleOf } from './obstacle.js';
import type { ProofCut, ProofLower, ProofUpper } from './proof.js';
import { type Reach, reachOf } from './reach.js';
import { mostMissed } from './sufficient.js';
import { proveInner } from './upper-inner.js';
import { nodeCount, type ProvenTree, proveTree } from './upper-tree.js';

export interface ProveOptions {
  /** Cuts behind the last stage, which the problem takes as given. */
  readonly boundary?: CutPool;
  readonly step: ProofWork['step'];
  /** The last iteration of the training, for a bound that can only be statistical. */
  readonly last?: Pick<IterationDone, 'upperBoundMean' | 'upperBoundStd' | 'forwardPasses'>;
}

export interface ProofParts {
  readonly lower: ProofLower | { readonly kind: 'none'; readonly reason: string };
  readonly upper: ProofUpper;
  readonly solver: 'simplex' | 'highs';
  readonly lpSolves: number;
}

/** The problem with one θ per stage, whatever the training used, and the cuts behind the last stage as single ones. */
export function provenProblem(
  study: Case,
  stochastic: StochasticModel,
  boundary: CutPool | undefined,
): { readonly problem: MultistageProblem; readonly boundary: CutPool | undefined } {
  const training = { ...study.settings.training, cutFormulation: 'single' as const };
  const single = { ...study, settings: { ...study.settings, training } };
  const options = boundary ? { boundary: leastBoundary(study, stochastic, boundary) } : {};
  const problem = multistageProblem(single, stochastic, options);
  if (!boundary) return { problem, boundary };
  const given = [...singleCuts(boundary)];
  const pool = CutPool.create(problem.space.stateCount, given.length);
  for (const { intercept, slope } of given) pool.add(intercept, slope);
  return { problem, boundary: pool };
}

export async function prove(
  study: Case,
  stochastic: StochasticModel,
  policy: Policy,
  options: ProveOptions,
): Promise<ProofParts> {
  const { problem, boundary } = provenProblem(study, stochastic, options.boundary);
  const solver = 'simplex';
  const counted = counting(await loadSolver(solver));
  const work = { makeSolver: counted.makeSolver, step: options.step };
  const obstacle = obstacleOf(problem);
  const reach = obstacle === null ? reachOf(problem) : null;
  const lower = reach ? await proveLower(problem, policy, reach, boundary, work) : null;
  try {
    const upper = await proveUpper(problem, policy, { lower, reach, boundary, work, obstacle, last: options.last });
    return {
      lower: lower ? lowerOf(study, lower.result()) : { kind: 'none', reason: obstacle! },
      upper,
      solver,
      lpSolves: counted.solves(),
    };
  } finally {
    lower?.dispose();
  }
}

interface UpperParts {
  readonly lower: LowerProof | null;
  readonly reach: Reach | null;
  readonly boundary: CutPool | undefined;
  readonly work: ProofWork;
  readonly obstacle: string | null;
  readonly last: ProveOptions['last'];
}

/** The exact tree where it can be walked, otherwise the inner approximation, otherwise what a sample can say. */
async function proveUpper(problem: MultistageProblem, policy: Policy, parts: UpperParts): Promise<ProofUpper> {
  const { lower, reach, boundary, work, obstacle } = parts;
  if (lower === null || reach === null) return sampled(problem, parts, obstacle!);
  if (nodeCount(problem) < Infinity) {
    const { value, missed, nodes } = await cheapestTree(problem, lower, boundary, work);
    if (missed > mostMissed) return sampled(problem, parts, 'the solver keeps some limits of the tree too loosely');
    const written = nodes.map(({ cost, leaves }) => ({ cost, leaves: [...leaves] }));
    return { kind: 'tree', value: value * moneyScale, missed, nodes: written };
  }
  const visited = policy.stages.map(visitedStates);
  const { value, missed, vertices } = await proveInner(problem, visited, reach, boundary, work);
  if (value === Infinity)
    return sampled(problem, parts, 'some states that can occur have no feasible corner around them');
  const places = vertices.map(({ states, values }) => ({ states: states.map((s) => [...s]), values: [...values] }));
  return { kind: 'inner', value: value * moneyScale, missed, places };
}

/** How near the tree should come, relative to its cost, how often it is tried, and up to how many nodes it has. */
const nearEnough = 1e-9;
const mostTries = 12;
const nodesToTry = 500;

/**
 * Where the cuts leave the choice open between decisions that are not equally good later on, following them may cost more than
 * it has to. What they lead to is then covered as well, and they are followed again.
 */
async function cheapestTree(
  problem: MultistageProblem,
  proof: LowerProof,
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<ProvenTree> {
  let best = await proveTree(problem, proof.result(), boundary, work);
  const isNear = () => best.value - proof.bound <= nearEnough * Math.abs(best.value);
  let latest = best;
  for (let k = 1; k < mostTries && !isNear() && best.nodes.length <= nodesToTry; k++) {
    proof.cover(statesLeft(problem, latest));
    latest = await proveTree(problem, proof.result(), boundary, work);
    if (latest.value < best.value && latest.missed <= mostMissed) best = latest;
  }
  return best;
}

/** Distinct states by the place they leave. */
function statesLeft({ stages }: MultistageProblem, { nodes }: ProvenTree): Float64Array[][] {
  return stages.map((_, place) => {
    const own = nodes.filter((node) => node.place === place && node.leaves.length > 0);
    return [...new Map(own.map(({ leaves }) => [leaves.join(','), leaves])).values()];
  });
}

function sampled(problem: MultistageProblem, { last }: UpperParts, reason: string): ProofUpper {
  if (problem.stages.some(({ risk }) => risk.lambda > 0)) {
    return { kind: 'none', reason: `${reason}; under CVaR a sample of costs bounds nothing either` };
  }
  if (last === undefined || last.forwardPasses < 2) {
    return { kind: 'none', reason: `${reason}; with fewer than two forward passes there is no sample either` };
  }
  const half = halfWidth95(last.upperBoundStd, last.forwardPasses);
  const { upperBoundMean: mean, forwardPasses: samples } = last;
  return { kind: 'statistical', mean, low: mean - half, high: mean + half, samples, reason };
}

/** What the places of a problem are called in the case. */
export function placesOf({ horizon }: Case): { stage_id: number; node_id?: number }[] {
  const { nodes } = horizon.policyGraph;
  if (nodes.length === 0) return horizon.stages.map(({ id }) => ({ stage_id: id }));
  return nodes.map(({ id, stageIndex }) => ({ stage_id: horizon.stages[stageIndex]!.id, node_id: id }));
}

function lowerOf(study: Case, { value, root, cuts }: ProvenLower): ProofLower {
  const slopes: number[][] = [];
  const places = new Map<string, number>();
  const placeOf = (slope: Float64Array) => {
    const key = slope.join(',');
    const place = places.get(key) ?? slopes.push([...slope]) - 1;
    places.set(key, place);
    return place;
  };
  const written = (cut: ProvenCut): ProofCut => ({
    state: [...cut.state],
    intercept: cut.intercept,
    slope: [...cut.slope],
    weights: [...cut.weights],
    openings: cut.openings.map(({ intercept, slope }) => [intercept, placeOf(slope)]),
  });
  const named = placesOf(study);
  return {
    value: value * moneyScale,
    root: written(root),
    places: cuts.map((own, place) => ({ ...named[place]!, cuts: own.map(written) })),
    slopes,
  };
}

/** Counts the solves of all solvers made. */
function counting(makeSolver: SolverFactory): { readonly makeSolver: SolverFactory; solves(): number } {
  const made: { readonly solves: number }[] = [];
  return {
    makeSolver(problem) {
      const solver = makeSolver(problem);
      made.push(solver.statistics);
      return solver;
    },
    solves: () => made.reduce((sum, { solves }) => sum + solves, 0),
  };
}
