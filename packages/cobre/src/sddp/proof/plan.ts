/** What a proof is about to cost, in linear programs, before it begins. */
import type { MultistageProblem } from '../multistage-problem.js';
import { outcomesAfter, start } from '../outcomes.js';
import type { Policy } from '../policy.js';
import { corners } from './enclosing.js';
import { isCyclic, visitedStates } from './lower.js';
import { obstacleOf } from './obstacle.js';
import { reachOf } from './reach.js';
import { mostVisited, mostVisitedInCycle } from './upper-inner.js';
import { nodeCount } from './upper-tree.js';

export interface ProofPlan {
  readonly upper: 'tree' | 'inner' | null;
  /** About: kinks and the turns of a cycle may need more. */
  readonly lpSolves: number;
}

export function planOf(problem: MultistageProblem, { stages }: Pick<Policy, 'stages'>): ProofPlan {
  if (obstacleOf(problem) !== null) return { upper: null, lpSolves: 0 };
  const most = isCyclic(problem) ? mostVisitedInCycle : Infinity;
  const outcomes = (place: number) => outcomesAfter(problem, place)?.probabilities.length ?? 0;
  const visited = stages.map((stage, place) => (outcomes(place) === 0 ? 0 : visitedStates(stage).length));
  const lower = sum(visited.map((count, place) => Math.min(count, most) * outcomes(place))) + outcomes(start);
  const nodes = nodeCount(problem);
  if (nodes < Infinity) return { upper: 'tree', lpSolves: lower + nodes };
  const { leaving } = reachOf(problem)!;
  const inner = visited.map(
    (count, place) =>
      outcomes(place) *
      (Math.min(count, most, mostVisited) +
        (outcomes(place) > 0 ? corners(leaving[place]!, problem.space.hydroCount).length : 0)),
  );
  return { upper: 'inner', lpSolves: lower + sum(inner) + outcomes(start) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
