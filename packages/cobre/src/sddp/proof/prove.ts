/** Proves what can be proven of a trained policy: a lower bound, an upper bound, or why there is none. */
import type { Case } from '../../case/model.js';
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import type { StochasticModel } from '../../stochastic/model.js';
import { leastBoundary, singleCuts } from '../boundary.js';
import { type MultistageProblem, multistageProblem } from '../multistage-problem.js';
import type { Policy } from '../policy.js';
import { loadSolver } from '../solver-factory.js';
import type { SolverFactory } from '../stage-runner.js';
import { closenesses } from './allowance.js';
import { type ProofWork, type ProvenCut, type ProvenLower, proveLower } from './lower.js';
import { obstacleOf } from './obstacle.js';
import type { ProofCut, ProofLower, ProofUpper } from './proof.js';
import { type Reach, reachOf } from './reach.js';
import { type LastIteration, type NoUpper, proveUpper, sampledUpper } from './upper.js';

export interface ProveOptions {
  /** Cuts behind the last stage, which the problem takes as given. */
  readonly boundary?: CutPool;
  readonly step: ProofWork['step'];
  /** The last iteration of the training, for a bound that can only be statistical. */
  readonly last?: LastIteration;
}

export interface ProofParts {
  readonly lower: ProofLower | { readonly kind: 'none'; readonly reason: string };
  readonly upper: ProofUpper;
  /** See `allowance.ts`. */
  readonly limits_kept_to: number;
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
  const counted = counting(await loadSolver('simplex'));
  const obstacle = obstacleOf(problem);
  const reach = obstacle === null ? reachOf(problem) : null;
  const attempt = (closeness: number) =>
    attemptOf(problem, policy, reach!, boundary, { makeSolver: counted.makeSolver, step: options.step, closeness });
  let [closeness, tried]: [number, Attempt | null] = [closenesses[0], null];
  for (closeness of reach ? closenesses : []) {
    tried = await attempt(closeness);
    if (!('tooLoosely' in tried.upper && tried.upper.tooLoosely)) break;
  }
  const upper = tried?.upper ?? { kind: 'no upper', reason: obstacle! };
  return {
    lower: tried ? lowerOf(study, tried.lower) : { kind: 'none', reason: obstacle! },
    upper: upper.kind === 'no upper' ? sampledUpper(problem, options.last, upper.reason) : upper,
    limits_kept_to: closeness,
    solver: 'simplex',
    lpSolves: counted.solves(),
  };
}

interface Attempt {
  readonly lower: ProvenLower;
  readonly upper: Exclude<ProofUpper, { kind: 'statistical' | 'none' }> | NoUpper;
}

async function attemptOf(
  problem: MultistageProblem,
  policy: Policy,
  reach: Reach,
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<Attempt> {
  const lower = await proveLower(problem, policy, reach, boundary, work);
  try {
    const upper = await proveUpper(problem, policy, { lower, reach, boundary, work });
    return { lower: lower.result(), upper };
  } finally {
    lower.dispose();
  }
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
