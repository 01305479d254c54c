/**
 * The proven upper bound by the exact tree: what the policy costs when it is followed at every node. Of each node its own
 * cost and the state it leaves are kept; with both ends given, anybody can work out again that the cost suffices.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { riskMeasure } from '../risk/index.js';
import { StageRunner } from '../stage-runner.js';
import { type ProofWork, type ProvenLower, poolOf } from './lower.js';

export interface TreeNode {
  /** Own cost in scaled money, future left out, save cuts behind the last stage. */
  readonly cost: number;
  /** Empty at the last stage. */
  readonly leaves: Float64Array;
}

export interface ProvenTree {
  readonly value: number;
  /** Depth first, openings in order. */
  readonly nodes: readonly TreeNode[];
}

/** Larger trees are left to the inner approximation. */
export const mostNodes = 5000;

export function nodeCount({ stages }: MultistageProblem): number {
  let level = 1;
  let total = 0;
  for (const { noise } of stages) {
    level *= noise.uncertainty.openingCount;
    total += level;
    if (total > mostNodes) return Infinity;
  }
  return total;
}

export async function proveTree(
  problem: MultistageProblem,
  { all: cuts }: Pick<ProvenLower, 'all'>,
  boundary: CutPool | undefined,
  work: ProofWork,
): Promise<ProvenTree> {
  const last = problem.stages.length - 1;
  const runners = problem.stages.map((stage, t) => {
    const pool = t === last ? boundary : poolOf(problem.space.stateCount, cuts[t]!);
    const runner = new StageRunner(stage, pool, work.makeSolver);
    if (pool) runner.solver.syncCuts();
    return runner;
  });
  const total = nodeCount(problem);
  const nodes: TreeNode[] = [];
  const below = async (t: number, state: Float64Array): Promise<number> => {
    const runner = runners[t]!;
    const { openingCount, openings } = runner.stage.noise.uncertainty;
    const costs = new Float64Array(openingCount);
    for (let k = 0; k < openingCount; k++) {
      runner.solveNoise(state, openings, k * runner.stage.noise.layout.dimension);
      const cost = t === last ? runner.objective : runner.objective - runner.future;
      const leaves = new Float64Array(t === last ? 0 : state.length);
      if (t < last) runner.readOutgoing(leaves);
      nodes.push({ cost, leaves });
      await work.step(nodes.length, total);
      costs[k] = t === last ? cost : cost + runner.stage.model.discount * (await below(t + 1, leaves));
    }
    return riskOf(problem, t, costs);
  };
  try {
    return { value: await below(0, problem.initialState), nodes };
  } finally {
    for (const { solver } of runners) solver.dispose();
  }
}

/** The risk-adjusted cost of the openings of a stage. */
export function riskOf({ stages }: MultistageProblem, t: number, costs: Float64Array): number {
  const { noise, risk } = stages[t]!;
  const weights = new Float64Array(costs.length);
  riskMeasure(risk).weigh(costs, noise.uncertainty.probabilities, weights);
  return weights.reduce((sum, weight, k) => sum + weight * costs[k]!, 0);
}
