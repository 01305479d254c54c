/**
 * Checks an upper bound again. That a cost suffices is one linear program with both ends of the stage given; that a corner
 * costs no more than it says is one for each opening of what comes after it.
 */
import { moneyScale } from '../../stage/index.js';
import type { Vertices } from '../inner-stage.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { outcomesAfter, start } from '../outcomes.js';
import { NotProven, requireAtMost } from './not-proven.js';
import type { ProofUpper } from './proof.js';
import { reachOf } from './reach.js';
import { StageCheck } from './stage-check.js';
import { withCostAfter } from './upper-inner.js';
import { mostRisk, nodeCount } from './upper-tree.js';
import { boundaryPlanes, type CheckWork, checkTolerance, toleranceOf } from './verify-work.js';

/** Throws `NotProven`. Returns how many nodes were worked out again. */
export async function checkTree(upper: Extract<ProofUpper, { kind: 'tree' }>, work: CheckWork): Promise<number> {
  const { problem, step } = work;
  const total = nodeCount(problem);
  if (upper.nodes.length !== total) {
    throw new NotProven('upper.nodes', 'the tree of the case has another number of nodes', upper.nodes.length, total);
  }
  const reach = reachOf(problem)!;
  const checks = problem.stages.map((stage, place) => {
    const future = stage.successors.length === 0 ? boundaryPlanes(work) : null;
    return new StageCheck(stage, reach.entering[place]!, future, work);
  });
  let at = 0;
  const below = async (place: number, state: Float64Array): Promise<number> => {
    const outcomes = outcomesAfter(problem, place)!;
    const costs: number[] = [];
    for (const { place: next, count } of outcomes.places) {
      const { model, successors } = problem.stages[next]!;
      for (let k = 0; k < count; k++) {
        const where = `upper.nodes[${at}]`;
        const { cost, leaves } = upper.nodes[at++]!;
        const end = successors.length === 0 ? null : Float64Array.from(leaves);
        if (leaves.length !== (end === null ? 0 : state.length)) throw new NotProven(where, 'it leaves no such state');
        const least = checks[next]!.leastBetween(state, end, k);
        requireAtMost(where, least, cost, checkTolerance * (1 + Math.abs(cost)));
        await step(at, total);
        costs.push(end === null ? cost : cost + model.discount * (await below(next, end)));
      }
    }
    return mostRisk(outcomes, Float64Array.from(costs));
  };
  try {
    const value = (await below(start, problem.initialState)) * moneyScale;
    requireAtMost('upper.value', value, upper.value, checkTolerance * (1 + Math.abs(value)));
  } finally {
    for (const check of checks) check.dispose();
  }
  return total;
}

/** Throws `NotProven`. Returns how many corners were worked out again. */
export async function checkInner(upper: Extract<ProofUpper, { kind: 'inner' }>, work: CheckWork): Promise<number> {
  const { problem, step } = work;
  const count = problem.stages.length;
  if (upper.places.length !== count) {
    throw new NotProven('upper.places', 'the case has another number of stages', upper.places.length, count);
  }
  const vertices = upper.places.map(({ states, values }, place) => verticesOf(problem, states, values, place));
  const reach = reachOf(problem)!;
  const total = 1 + vertices.reduce((sum, { states }) => sum + states.length, 0);
  let done = 0;
  for (let place = count - 1; place >= start; place--) {
    const root = { states: [problem.initialState], values: [upper.value / moneyScale] };
    const own = place === start ? root : vertices[place]!;
    const trusting = { ...work, reach, kept: 'trusting' } as const;
    await withCostAfter(problem, place, vertices, work.boundary, trusting, async (costAt) => {
      for (const [k, state] of own.states.entries()) {
        const where = place === start ? 'upper.value' : `upper.places[${place}].values[${k}]`;
        const claimed = own.values[k]!;
        const found = costAt?.(state).value ?? Number.NaN;
        requireAtMost(where, found, claimed, toleranceOf(problem) * (1 + Math.abs(claimed)));
        await step(++done, total);
      }
    });
  }
  return total;
}

function verticesOf(
  { space }: MultistageProblem,
  states: readonly (readonly number[])[],
  values: readonly number[],
  place: number,
): Vertices {
  const where = `upper.places[${place}]`;
  if (states.length !== values.length) throw new NotProven(where, 'states and values differ in number');
  const odd = states.findIndex((state) => state.length !== space.stateCount);
  if (odd >= 0) throw new NotProven(`${where}.states[${odd}]`, 'it has another number of states');
  return { states: states.map((state) => Float64Array.from(state)), values };
}
