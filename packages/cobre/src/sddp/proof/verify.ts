/**
 * Checks a proof again, with another solver and without the duals that made it. That a plane lies below the cost of an
 * opening is one linear program: the stage with its incoming state as columns, minimised after the plane is taken off. That
 * a cost suffices is one as well, with both ends of the stage given. The first thing that does not hold is named.
 */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { moneyScale } from '../../stage/index.js';
import { gapOf } from '../bounds.js';
import type { MultistageProblem } from '../multistage-problem.js';
import type { SolverFactory } from '../stage-runner.js';
import { weighed } from './lower.js';
import type { Plane } from './minorant.js';
import type { Proof, ProofCut, ProofLower, ProofUpper } from './proof.js';
import { type Box, largest, reachOf } from './reach.js';
import { StageCheck } from './stage-check.js';
import { innerStage } from './upper-inner.js';
import { nodeCount, riskOf } from './upper-tree.js';

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
  const last = problem.stages.length - 1;
  if (lower.stages.length !== problem.stages.length) {
    throw new NotProven('lower.stages', 'the case has another number of stages', lower.stages.length, last + 1);
  }
  const total = 1 + lower.stages.reduce((sum, { cuts }) => sum + cuts.length, 0);
  let done = 0;
  for (let t = last; t >= 0; t--) {
    const future = t === last ? boundaryPlanes(work) : lower.stages[t]!.cuts.map((cut) => planeOf(cut));
    const check = new StageCheck(problem.stages[t]!, reach[t]!, future, work.makeSolver);
    const cuts = t === 0 ? [lower.root] : lower.stages[t - 1]!.cuts;
    for (const [k, cut] of cuts.entries()) {
      const where = t === 0 ? 'lower.root' : `lower.stages[${t - 1}].cuts[${k}]`;
      checkCut(lower, cut, { where, check, reach: reach[t]!, problem, stage: t });
      await step(++done, total);
    }
    check.dispose();
  }
  const value =
    lower.root.intercept + lower.root.slope.reduce((sum, slope, s) => sum + slope * problem.initialState[s]!, 0);
  requireAtMost('lower.value', lower.value, value * moneyScale, Math.abs(value) * moneyScale);
  return lower.stages.reduce((sum, { cuts }) => sum + cuts.length, 1);
}

interface CutPlace {
  readonly where: string;
  readonly check: StageCheck;
  readonly reach: Box;
  readonly problem: MultistageProblem;
  readonly stage: number;
}

function checkCut({ slopes }: ProofLower, cut: ProofCut, place: CutPlace): void {
  const { where, check, reach, problem, stage } = place;
  const openings = cut.openings.map(([intercept, at], k): Plane => {
    const slope = slopes[at];
    if (slope?.length !== problem.space.stateCount) throw new NotProven(`${where}.openings[${k}]`, 'it has no slope');
    return { intercept, slope: Float64Array.from(slope) };
  });
  checkWeights(problem, stage, cut, where);
  openings.forEach((plane, k) => {
    if (cut.weights[k] === 0) return;
    const least = check.leastAbove(plane.slope, k);
    const size = plane.slope.reduce((sum, slope, s) => sum + Math.abs(slope) * largest(reach, s), Math.abs(least));
    requireAtMost(`${where}.openings[${k}]`, plane.intercept, least, size);
  });
  const { intercept, slope } = weighed(openings, Float64Array.from(cut.weights), reach);
  const own = planeOf(cut);
  const turned = own.slope.reduce((sum, value, s) => sum + Math.abs(value - slope[s]!) * largest(reach, s), 0);
  requireAtMost(where, own.intercept + turned, intercept, Math.abs(intercept) + size(own, reach));
}

function size({ slope }: Plane, reach: Box): number {
  return slope.reduce((sum, value, s) => sum + Math.abs(value) * largest(reach, s), 0);
}

/** Within (1 − λ)·p and (1 − λ)·p + λ·p/α, and one together. */
function checkWeights(
  { stages }: MultistageProblem,
  stage: number,
  { weights, openings }: ProofCut,
  where: string,
): void {
  const { noise, risk } = stages[stage]!;
  const { probabilities } = noise.uncertainty;
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
  const last = problem.stages.length - 1;
  const total = nodeCount(problem);
  if (upper.nodes.length !== total) {
    throw new NotProven('upper.nodes', 'the tree of the case has another number of nodes', upper.nodes.length, total);
  }
  const reach = reachOf(problem);
  const checks = problem.stages.map(
    (stage, t) => new StageCheck(stage, reach[t]!, t === last ? boundaryPlanes(work) : null, work.makeSolver),
  );
  let at = 0;
  const below = async (t: number, state: Float64Array): Promise<number> => {
    const { noise, model } = problem.stages[t]!;
    const costs = new Float64Array(noise.uncertainty.openingCount);
    for (let k = 0; k < costs.length; k++) {
      const place = `upper.nodes[${at}]`;
      const { cost, leaves } = upper.nodes[at++]!;
      const end = Float64Array.from(leaves);
      const least = checks[t]!.leastBetween(state, t === last ? null : end, k);
      requireAtMost(place, least, cost, Math.abs(cost));
      await step(at, total);
      costs[k] = t === last ? cost : cost + model.discount * (await below(t + 1, end));
    }
    return riskOf(problem, t, costs);
  };
  try {
    const value = (await below(0, problem.initialState)) * moneyScale;
    requireAtMost('upper.value', value, upper.value, Math.abs(value));
  } finally {
    for (const check of checks) check.dispose();
  }
  return total;
}

async function checkInner(upper: Extract<ProofUpper, { kind: 'inner' }>, work: CheckWork): Promise<number> {
  const { problem, step } = work;
  const last = problem.stages.length - 1;
  if (upper.stages.length !== last + 1) {
    throw new NotProven('upper.stages', 'the case has another number of stages', upper.stages.length, last + 1);
  }
  const total = 1 + upper.stages.reduce((sum, { states }) => sum + states.length, 0);
  let done = 0;
  for (let t = last; t >= 0; t--) {
    const later = upper.stages[t + 1];
    const vertices = later && { states: later.states.map((state) => Float64Array.from(state)), values: later.values };
    const inner = innerStage(problem, t, vertices, work.boundary, work);
    const own =
      t === 0 ? { states: [[...problem.initialState]], values: [upper.value / moneyScale] } : upper.stages[t]!;
    for (const [k, state] of own.states.entries()) {
      const where = t === 0 ? 'upper.value' : `upper.stages[${t}].values[${k}]`;
      const claimed = own.values[k] ?? Number.NaN;
      requireAtMost(where, inner.cost(Float64Array.from(state)), claimed, Math.abs(claimed));
      await step(++done, total);
    }
    inner.dispose();
  }
  return total;
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
