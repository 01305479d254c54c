/**
 * Checks a proof again, with another solver and without the duals that made it. That a plane lies below the cost of an
 * opening is one linear program: the stage with its incoming state as columns, minimised after the plane is taken off. That
 * a cost suffices is one as well, with both ends of the stage given. The first thing that does not hold is named.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import { gapOf } from '../bounds.js';
import type { Vertices } from '../inner-stage.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { type OutcomePlace, type Outcomes, outcomesAfter, start } from '../outcomes.js';
import type { SolverFactory } from '../stage-runner.js';
import { weighed } from './lower.js';
import type { Plane } from './minorant.js';
import type { Proof, ProofCut, ProofLower, ProofUpper } from './proof.js';
import { type Box, dependsOnState, largest, type Reach, reachOf } from './reach.js';
import { StageCheck } from './stage-check.js';
import { costAfter } from './upper-inner.js';
import { mostRisk, nodeCount } from './upper-tree.js';

export interface CheckWork {
  readonly problem: MultistageProblem;
  readonly boundary: CutPool | undefined;
  readonly makeSolver: SolverFactory;
  readonly step: (done: number, of: number) => Promise<void>;
}

/** What does not hold: where in the proof, what it claims and what was found. */
export class NotProven extends Error {
  readonly where: string;
  readonly claimed: number | null;
  readonly found: number | null;

  constructor(where: string, what: string, claimed: number | null = null, found: number | null = null) {
    super(`${where}: ${what}`);
    this.where = where;
    this.claimed = claimed;
    this.found = found;
  }
}

/** Two solvers differ by this much of the numbers they add. */
export const checkTolerance = 1e-7;
const weightTolerance = 1e-9;

/** Throws `NotProven`. Returns how many linear programs were solved. */
export async function checkProof(proof: Proof, work: CheckWork): Promise<{ readonly planes: number }> {
  let planes = 0;
  if (!('kind' in proof.lower)) planes += await checkLower(proof.lower, work);
  if (proof.upper.kind === 'tree') planes += await checkTree(proof.upper, work);
  if (proof.upper.kind === 'inner') planes += await checkInner(proof.upper, work);
  checkInterval(proof);
  return { planes };
}

function checkInterval({ interval, lower, upper }: Proof): void {
  const proven = {
    lower: 'kind' in lower ? null : lower.value,
    upper: upper.kind === 'tree' || upper.kind === 'inner' ? upper.value : null,
  };
  for (const side of ['lower', 'upper'] as const) {
    if (interval[side] !== proven[side]) {
      throw new NotProven(`interval.${side}`, 'it is not the bound that was proven', interval[side], proven[side]);
    }
  }
  const gap = proven.lower === null || proven.upper === null ? null : gapOf(proven.lower, proven.upper);
  if (interval.gap !== gap)
    throw new NotProven('interval.gap', 'it does not follow from the bounds', interval.gap, gap);
}

async function checkLower(lower: ProofLower, work: CheckWork): Promise<number> {
  const { problem, step } = work;
  const reach = reachOf(problem);
  const count = problem.stages.length;
  if (reach === null || dependsOnState(problem)) throw new NotProven('lower', 'no bound of this case can be proven');
  if (lower.places.length !== count) {
    throw new NotProven('lower.places', 'the case has another number of stages', lower.places.length, count);
  }
  const groups = cutGroups(lower, problem, reach);
  for (const group of groups) checkShape(lower, group, problem);
  const total = groups.reduce((sum, { cuts, outcomes }) => sum + cuts.length * outcomes.places.length, 0);
  let done = 0;
  for (let place = count - 1; place >= 0; place--) {
    const stage = problem.stages[place]!;
    const future = stage.successors.length === 0 ? boundaryPlanes(work) : lower.places[place]!.cuts.map(planeOf);
    const check = new StageCheck(stage, reach.entering[place]!, future, work.makeSolver);
    try {
      for (const group of groups) {
        const next = group.outcomes.places.find((outcome) => outcome.place === place);
        if (next === undefined) continue;
        for (const [k, cut] of group.cuts.entries()) {
          checkPlanes(lower, cut, { where: group.where(k), check, reach: reach.entering[place]!, next });
          // Places are taken from the last, so the first of a group closes it.
          if (next.first === 0) checkSum(lower, cut, group.where(k), group.box);
          await step(++done, total);
        }
      }
    } finally {
      check.dispose();
    }
  }
  const value =
    lower.root.intercept + lower.root.slope.reduce((sum, slope, s) => sum + slope * problem.initialState[s]!, 0);
  requireAtMost('lower.value', lower.value, value * moneyScale, Math.abs(value) * moneyScale);
  return groups.reduce((sum, { cuts }) => sum + cuts.length, 0);
}

/** Cuts on what comes after one place, or at the start. */
interface CutGroup {
  readonly cuts: readonly ProofCut[];
  readonly where: (cut: number) => string;
  readonly outcomes: Outcomes;
  /** States they have to hold for. */
  readonly box: Box;
}

function cutGroups(lower: ProofLower, problem: MultistageProblem, reach: Reach): CutGroup[] {
  const root: CutGroup = {
    cuts: [lower.root],
    where: () => 'lower.root',
    outcomes: outcomesAfter(problem, start)!,
    box: reach.entering[0]!,
  };
  const after = lower.places.flatMap(({ cuts }, place): CutGroup[] => {
    const outcomes = outcomesAfter(problem, place);
    const where = (cut: number) => `lower.places[${place}].cuts[${cut}]`;
    if (outcomes !== null) return [{ cuts, where, outcomes, box: reach.leaving[place]! }];
    if (cuts.length > 0) throw new NotProven(where(0), 'nothing comes after the last stage');
    return [];
  });
  return [...after.reverse(), root];
}

function checkShape({ slopes }: ProofLower, group: CutGroup, { space }: MultistageProblem): void {
  group.cuts.forEach((cut, k) => {
    if (cut.slope.length !== space.stateCount) throw new NotProven(group.where(k), 'it has another number of states');
    checkWeights(group.outcomes, cut, group.where(k));
    cut.openings.forEach(([, at], opening) => {
      if (slopes[at]?.length === space.stateCount) return;
      throw new NotProven(`${group.where(k)}.openings[${opening}]`, 'it has no slope');
    });
  });
}

interface PlanesPlace {
  readonly where: string;
  readonly check: StageCheck;
  readonly reach: Box;
  readonly next: OutcomePlace;
}

function openingPlane({ slopes }: ProofLower, [intercept, at]: readonly [number, number]): Plane {
  return { intercept, slope: Float64Array.from(slopes[at]!) };
}

/** That each plane lies below the cost of its opening. */
function checkPlanes(lower: ProofLower, cut: ProofCut, { where, check, reach, next }: PlanesPlace): void {
  for (let opening = 0; opening < next.count; opening++) {
    const at = next.first + opening;
    if (cut.weights[at] === 0) continue;
    const plane = openingPlane(lower, cut.openings[at]!);
    const least = check.leastAbove(plane.slope, opening);
    requireAtMost(`${where}.openings[${at}]`, plane.intercept, least, Math.abs(least) + size(plane, reach));
  }
}

/** That the cut is no more than its planes together. */
function checkSum(lower: ProofLower, cut: ProofCut, where: string, box: Box): void {
  const openings = cut.openings.map((one) => openingPlane(lower, one));
  const { intercept, slope } = weighed(openings, Float64Array.from(cut.weights), box);
  const own = planeOf(cut);
  const turned = own.slope.reduce((sum, value, s) => sum + Math.abs(value - slope[s]!) * largest(box, s), 0);
  requireAtMost(where, own.intercept + turned, intercept, Math.abs(intercept) + size(own, box));
}

function size({ slope }: Plane, reach: Box): number {
  return slope.reduce((sum, value, s) => sum + Math.abs(value) * largest(reach, s), 0);
}

/** Within (1 − λ)·p and (1 − λ)·p + λ·p/α, and one together. */
function checkWeights({ probabilities, risk }: Outcomes, { weights, openings }: ProofCut, where: string): void {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (weights.length !== probabilities.length || openings.length !== probabilities.length) {
    throw new NotProven(
      where,
      'it has another number of openings than the case',
      openings.length,
      probabilities.length,
    );
  }
  if (!(Math.abs(total - 1) <= weightTolerance))
    throw new NotProven(`${where}.weights`, 'they do not add up to 1', total, 1);
  weights.forEach((weight, k) => {
    const least = (1 - risk.lambda) * probabilities[k]!;
    const most = least + (risk.lambda * probabilities[k]!) / risk.alpha;
    if (weight >= least - weightTolerance && weight <= most + weightTolerance) return;
    throw new NotProven(
      `${where}.weights[${k}]`,
      'the risk measure does not allow it',
      weight,
      weight < least ? least : most,
    );
  });
}

async function checkTree(upper: Extract<ProofUpper, { kind: 'tree' }>, work: CheckWork): Promise<number> {
  const { problem, step } = work;
  const total = nodeCount(problem);
  if (upper.nodes.length !== total) {
    throw new NotProven('upper.nodes', 'the tree of the case has another number of nodes', upper.nodes.length, total);
  }
  const reach = reachOf(problem)!;
  const checks = problem.stages.map((stage, place) => {
    const future = stage.successors.length === 0 ? boundaryPlanes(work) : null;
    return new StageCheck(stage, reach.entering[place]!, future, work.makeSolver);
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
        requireAtMost(where, checks[next]!.leastBetween(state, end, k), cost, Math.abs(cost));
        await step(at, total);
        costs.push(end === null ? cost : cost + model.discount * (await below(next, end)));
      }
    }
    return mostRisk(outcomes, Float64Array.from(costs));
  };
  try {
    const value = (await below(start, problem.initialState)) * moneyScale;
    requireAtMost('upper.value', value, upper.value, Math.abs(value));
  } finally {
    for (const check of checks) check.dispose();
  }
  return total;
}

async function checkInner(upper: Extract<ProofUpper, { kind: 'inner' }>, work: CheckWork): Promise<number> {
  const { problem, step } = work;
  const count = problem.stages.length;
  if (upper.places.length !== count) {
    throw new NotProven('upper.places', 'the case has another number of stages', upper.places.length, count);
  }
  const vertices = upper.places.map(({ states, values }, place) => verticesOf(problem, states, values, place));
  const total = 1 + vertices.reduce((sum, { states }) => sum + states.length, 0);
  let done = 0;
  for (let place = count - 1; place >= start; place--) {
    const after = costAfter(problem, place, vertices, work.boundary, work);
    const root = { states: [problem.initialState], values: [upper.value / moneyScale] };
    const own = place === start ? root : vertices[place]!;
    for (const [k, state] of own.states.entries()) {
      const where = place === start ? 'upper.value' : `upper.places[${place}].values[${k}]`;
      const claimed = own.values[k]!;
      requireAtMost(where, after?.at(state).value ?? Number.NaN, claimed, Math.abs(claimed));
      await step(++done, total);
    }
    after?.dispose();
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

function requireAtMost(where: string, small: number, large: number, scale: number): void {
  if (small <= large + checkTolerance * (1 + scale)) return;
  const solvable = Number.isFinite(small) && Number.isFinite(large);
  const what = solvable ? `${small} should not be above ${large}` : 'the stage has no solution there';
  throw new NotProven(where, what, finite(small), finite(large));
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

function planeOf({ intercept, slope }: ProofCut): Plane {
  return { intercept, slope: Float64Array.from(slope) };
}

function boundaryPlanes({ boundary }: CheckWork): Plane[] | null {
  if (boundary === undefined) return null;
  return Array.from({ length: boundary.count }, (_, slot) => ({
    intercept: boundary.intercept[slot]!,
    slope: Float64Array.from({ length: boundary.stateCount }, (__, s) => boundary.slopeOf(slot, s)),
  }));
}
