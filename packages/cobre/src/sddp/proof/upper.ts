/** The proven upper bound: the exact tree where it can be walked, otherwise the inner approximation. */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import { halfWidth95 } from '../bounds.js';
import type { IterationDone } from '../events.js';
import type { MultistageProblem } from '../multistage-problem.js';
import type { Policy } from '../policy.js';
import { type LowerProof, nearEnough, type ProofWork, visitedStates } from './lower.js';
import type { ProofUpper } from './proof.js';
import type { Reach } from './reach.js';
import { proveInner } from './upper-inner.js';
import { nodeCount, type ProvenTree, proveTree } from './upper-tree.js';

interface UpperParts {
  readonly lower: LowerProof;
  readonly reach: Reach;
  readonly boundary: CutPool | undefined;
  readonly work: ProofWork;
}

type ProvenUpper = Extract<ProofUpper, { kind: 'tree' | 'inner' }>;

/** Why there is none, and whether there might be one if limits could be missed by more. */
export interface NoUpper {
  readonly kind: 'no upper';
  readonly reason: string;
  readonly tooLoosely: boolean;
}

export async function proveUpper(
  problem: MultistageProblem,
  policy: Policy,
  parts: UpperParts,
): Promise<ProvenUpper | NoUpper> {
  const { reach, boundary, work } = parts;
  if (nodeCount(problem) < Infinity) {
    const { value, missed, nodes } = await cheapestTree(problem, parts);
    if (missed > work.closeness) return noUpper('the solver keeps some limits of the tree too loosely', true);
    const written = nodes.map(({ cost, leaves }) => ({ cost, leaves: [...leaves] }));
    return { kind: 'tree', value: value * moneyScale, missed, nodes: written };
  }
  const visited = policy.stages.map(visitedStates);
  const { value, missed, tooLoosely, vertices } = await proveInner(problem, visited, reach, boundary, work);
  if (value === Infinity) {
    return noUpper('some states that can occur have no feasible corner around them', tooLoosely);
  }
  const places = vertices.map(({ states, values }) => ({ states: states.map((s) => [...s]), values: [...values] }));
  return { kind: 'inner', value: value * moneyScale, missed, places };
}

function noUpper(reason: string, tooLoosely: boolean): NoUpper {
  return { kind: 'no upper', reason, tooLoosely };
}

/** How often a tree is tried, and up to how many nodes it has. */
const mostTries = 12;
const nodesToTry = 500;

/**
 * Where the cuts leave the choice open between decisions that are not equally good later on, following them may cost more than
 * it has to. What they lead to is then covered as well, and they are followed again.
 */
async function cheapestTree(
  problem: MultistageProblem,
  { lower: proof, reach, boundary, work }: UpperParts,
): Promise<ProvenTree> {
  let best = await proveTree(problem, proof.result(), reach, boundary, work);
  const isNear = () => best.value - proof.bound <= nearEnough(work) * Math.abs(best.value);
  let latest = best;
  for (let k = 1; k < mostTries && !isNear() && best.nodes.length <= nodesToTry; k++) {
    proof.cover(statesLeft(problem, latest));
    latest = await proveTree(problem, proof.result(), reach, boundary, work);
    if (isBetter(latest, best, work)) best = latest;
  }
  return best;
}

/** One that keeps to the limits before one that does not, then the cheaper. */
function isBetter(one: ProvenTree, best: ProvenTree, { closeness }: ProofWork): boolean {
  if (one.missed > closeness) return false;
  return best.missed > closeness || one.value < best.value;
}

/** Distinct states by the place they leave. */
function statesLeft({ stages }: MultistageProblem, { nodes }: ProvenTree): Float64Array[][] {
  return stages.map((_, place) => {
    const own = nodes.filter((node) => node.place === place && node.leaves.length > 0);
    return [...new Map(own.map(({ leaves }) => [leaves.join(','), leaves])).values()];
  });
}

export type LastIteration = Pick<IterationDone, 'upperBoundMean' | 'upperBoundStd' | 'forwardPasses'>;

/** What the last iteration of the training says instead, where nothing is proven. */
export function sampledUpper(problem: MultistageProblem, last: LastIteration | undefined, reason: string): ProofUpper {
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
