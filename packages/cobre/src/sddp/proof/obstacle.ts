import type { MultistageProblem } from '../multistage-problem.js';
import { discountOfTurn, isCyclic } from './lower.js';
import { dependsOnState, reachOf } from './reach.js';

/** Why nothing can be proven of a case, known before anything is solved; null where something can. */
export function obstacleOf(problem: MultistageProblem): string | null {
  if (isCyclic(problem) && discountOfTurn(problem) >= 1) {
    return 'a turn of the cycle is not discounted, so its cost has no bound';
  }
  if (isCyclic(problem) && reachOf(problem) === null) {
    return 'the memory of inflows does not fade from turn to turn, so the states of the cycle have no limits, and cuts have to hold for every state';
  }
  return dependsOnState(problem)
    ? 'inflows are cut off at zero by a model with memory, so the cost is not convex in the memory and cuts are no bound'
    : null;
}
