/**
 * Checks a lower bound again. That a plane lies below the cost of an opening is one linear program: the stage with its
 * incoming state as columns, minimised after the plane is taken off. All that follows from planes is arithmetic, and held
 * to the last bit.
 */
import { moneyScale } from '../../stage/index.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { type OutcomePlace, type Outcomes, outcomesAfter, start } from '../outcomes.js';
import { farthest } from './allowance.js';
import { weighed } from './lower.js';
import type { Plane } from './minorant.js';
import { NotProven, requireAtMost } from './not-proven.js';
import type { ProofCut, ProofLower } from './proof.js';
import { type Box, type Reach, reachOf } from './reach.js';
import { SafeSum } from './safe-sum.js';
import { StageCheck } from './stage-check.js';
import { boundaryPlanes, type CheckWork, toleranceOf } from './verify-work.js';

const weightTolerance = 1e-9;

/** Throws `NotProven`. Returns how many cuts were worked out again. */
export async function checkLower(lower: ProofLower, work: CheckWork): Promise<number> {
  const { problem, step } = work;
  const reach = reachOf(problem)!;
  checkPlaces(lower, work);
  const groups = cutGroups(lower, problem, reach);
  for (const group of groups) checkShape(lower, group, problem);
  const total = groups.reduce((sum, { cuts, outcomes }) => sum + cuts.length * outcomes.places.length, 0);
  let done = 0;
  for (let place = problem.stages.length - 1; place >= 0; place--) {
    const stage = problem.stages[place]!;
    const future = stage.successors.length === 0 ? boundaryPlanes(work) : lower.places[place]!.cuts.map(planeOf);
    const check = new StageCheck(stage, reach.entering[place]!, future, work);
    try {
      for (const group of groups) {
        const next = group.outcomes.places.find((outcome) => outcome.place === place);
        if (next === undefined) continue;
        for (const [k, cut] of group.cuts.entries()) {
          checkPlanes(lower, cut, { where: group.where(k), check, next, tolerance: toleranceOf(problem) });
          // Places are taken from the last, so the first of a group closes it.
          if (next.first === 0) checkSum(lower, cut, group.where(k), { box: group.box, closeness: work.closeness });
          await step(++done, total);
        }
      }
    } finally {
      check.dispose();
    }
  }
  checkValue(lower, problem);
  return groups.reduce((sum, { cuts }) => sum + cuts.length, 0);
}

function checkPlaces({ places }: ProofLower, { places: own }: CheckWork): void {
  if (places.length !== own.length) {
    throw new NotProven('lower.places', 'the case has another number of stages', places.length, own.length);
  }
  places.forEach(({ stage_id, node_id }, k) => {
    if (stage_id === own[k]!.stage_id && node_id === own[k]!.node_id) return;
    throw new NotProven(
      `lower.places[${k}]`,
      'another stage or node of the case stands there',
      stage_id,
      own[k]!.stage_id,
    );
  });
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
  readonly next: OutcomePlace;
  readonly tolerance: number;
}

function openingPlane({ slopes }: ProofLower, [intercept, at]: readonly [number, number]): Plane {
  return { intercept, slope: Float64Array.from(slopes[at]!) };
}

/**
 * That each plane lies below the cost of its opening. What it may be off by is a share of that cost, not of the plane: steep
 * planes that take each other's slope away would otherwise buy themselves any height.
 */
function checkPlanes(lower: ProofLower, cut: ProofCut, { where, check, next, tolerance }: PlanesPlace): void {
  for (let opening = 0; opening < next.count; opening++) {
    const at = next.first + opening;
    if (cut.weights[at] === 0) continue;
    const plane = openingPlane(lower, cut.openings[at]!);
    const { least, cost } = check.leastAbove(plane.slope, opening);
    requireAtMost(`${where}.openings[${at}]`, plane.intercept, least, tolerance * (1 + Math.abs(cost)));
  }
}

/** States that a cut is handed, and the share of their size that they may be off by. */
interface Handed {
  readonly box: Box;
  readonly closeness: number;
}

/** That the cut is no more than its planes together. */
function checkSum(lower: ProofLower, cut: ProofCut, where: string, { box, closeness }: Handed): void {
  const openings = cut.openings.map((one) => openingPlane(lower, one));
  const { intercept, slope } = weighed(openings, Float64Array.from(cut.weights), box, closeness);
  const own = planeOf(cut);
  const turned = own.slope.reduce((sum, value, s) => sum + Math.abs(value - slope[s]!) * farthest(box, s), 0);
  requireAtMost(where, own.intercept + turned, intercept, 0);
}

/** Within (1 − λ)·p and (1 − λ)·p + λ·p/α, and one together; a share of each, so that none can be less than nothing. */
function checkWeights({ probabilities, risk }: Outcomes, { weights, openings }: ProofCut, where: string): void {
  const count = probabilities.length;
  if (weights.length !== count || openings.length !== count) {
    throw new NotProven(where, 'it has another number of openings than the case', openings.length, count);
  }
  weights.forEach((weight, k) => {
    const least = (1 - risk.lambda) * probabilities[k]!;
    const most = least + (risk.lambda * probabilities[k]!) / risk.alpha;
    if (weight >= least * (1 - weightTolerance) && weight <= most * (1 + weightTolerance)) return;
    const limit = weight < least ? least : most;
    throw new NotProven(`${where}.weights[${k}]`, 'the risk measure does not allow it', weight, limit);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (Math.abs(total - 1) <= weightTolerance) return;
  throw new NotProven(`${where}.weights`, 'they do not add up to 1', total, 1);
}

function checkValue({ root, value }: ProofLower, { initialState }: MultistageProblem): void {
  const sum = new SafeSum();
  sum.add(root.intercept);
  root.slope.forEach((slope, s) => {
    sum.add(slope * initialState[s]!);
  });
  requireAtMost('lower.value', value, sum.least * moneyScale, 0);
}

function planeOf({ intercept, slope }: ProofCut): Plane {
  return { intercept, slope: Float64Array.from(slope) };
}
