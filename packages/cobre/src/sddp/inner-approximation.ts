/**
 * A deterministic upper bound. Cuts bound the future cost from below; here it is bounded from above by interpolating
 * between states that were visited and whose cost is itself such a bound (`inner-stage.ts`). The bound is true when the
 * price of leaving their hull is at least as steep as the real cost; `auto` takes the steepest slope of the cuts so far
 * times a factor. It holds for risk-averse cases too, where the mean of the forward pass does not.
 */
import type { UpperBoundSettings } from '../case/model.js';
import { moneyScale } from '../stage/index.js';
import { type Heed, heedless } from './heed.js';
import { type InnerFuture, InnerStage, riskAdjusted, type Vertices } from './inner-stage.js';
import type { MultistageProblem } from './multistage-problem.js';
import { type Outcomes, outcomesAfter, start } from './outcomes.js';
import type { PolicyStage } from './policy.js';
import type { SolverFactory } from './stage-runner.js';

/** The upper bound in $, from the states the policy has seen. */
export async function innerUpperBound(
  problem: MultistageProblem,
  stages: readonly PolicyStage[],
  settings: UpperBoundSettings,
  makeSolver: SolverFactory,
  heed = heedless,
): Promise<number> {
  const inner: InnerStage[] = [];
  try {
    for (let place = problem.stages.length - 1; place >= 0; place--) {
      const later = await verticesOf(problem, stages, place, inner, heed);
      const future = futureOf(problem, stages, place, later, settings);
      inner[place] = new InnerStage(problem.stages[place]!, future, makeSolver);
    }
    return costAfter(outcomesAfter(problem, start)!, inner, problem.initialState) * moneyScale;
  } finally {
    // Places are filled from the last: `forEach` passes over those that are not there yet.
    inner.forEach((stage) => void stage.dispose());
  }
}

/** The states a place was left with, and what may come after it costs from there; null where nothing later is known. */
async function verticesOf(
  problem: MultistageProblem,
  stages: readonly PolicyStage[],
  place: number,
  inner: readonly InnerStage[],
  heed: Heed,
): Promise<Vertices | null> {
  const outcomes = outcomesAfter(problem, place);
  if (outcomes === null || outcomes.places.some((next) => next.place <= place)) return null;
  const states = visitedStates(stages[place]!);
  const values: number[] = [];
  for (const state of states) {
    if (heed.isDue()) await heed.look();
    values.push(costAfter(outcomes, inner, state));
  }
  return { states, values };
}

function costAfter(
  { places, probabilities, risk }: Outcomes,
  inner: readonly InnerStage[],
  state: Float64Array,
): number {
  const costs = new Float64Array(probabilities.length);
  for (const { place, first } of places) costs.set(inner[place]!.costs(state), first);
  return riskAdjusted(risk, costs, probabilities);
}

function futureOf(
  problem: MultistageProblem,
  stages: readonly PolicyStage[],
  t: number,
  later: Vertices | null,
  settings: UpperBoundSettings,
): InnerFuture {
  if (later !== null) return { kind: 'vertices', vertices: later, limits: slopeLimits(stages[t]!, settings) };
  const { thetaColumn, next } = problem.stages[t]!.model;
  return next < 0 && thetaColumn.length > 0 ? { kind: 'boundary', cuts: stages[t]!.pool } : { kind: 'none' };
}

function visitedStates({ pool, log }: PolicyStage): readonly Float64Array[] {
  const distinct = new Map<string, Float64Array>();
  for (let slot = 0; slot < pool.count; slot++) {
    const state = log.stateAt(slot);
    distinct.set(state.join(','), state);
  }
  return [...distinct.values()];
}

/** How steep the future of a stage may be in each state, in scaled money. */
function slopeLimits({ pool, log }: PolicyStage, { lipschitz }: UpperBoundSettings): Float64Array {
  const fallback = lipschitz.fallbackValue / moneyScale;
  const limits = new Float64Array(log.stateCount).fill(fallback);
  for (let s = 0; lipschitz.mode !== 'fixed' && s < pool.stateCount; s++) {
    let steepest = 0;
    for (let slot = 0; slot < pool.count; slot++) steepest = Math.max(steepest, Math.abs(pool.slopeOf(slot, s)));
    if (steepest > 0) limits[pool.placeOf(s)] = steepest * lipschitz.scaleFactor;
  }
  return limits;
}
