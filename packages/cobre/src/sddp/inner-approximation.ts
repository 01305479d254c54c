/**
 * A deterministic upper bound. Cuts bound the future cost from below; here it is bounded from above by interpolating
 * between states that were visited and whose cost is itself such a bound (`inner-stage.ts`). The bound is true when the
 * price of leaving their hull is at least as steep as the real cost; `auto` takes the steepest slope of the cuts so far
 * times a factor. It holds for risk-averse cases too, where the mean of the forward pass does not.
 */
import type { UpperBoundSettings } from '../case/model.js';
import { moneyScale } from '../stage/index.js';
import { type InnerFuture, InnerStage, type Vertices } from './inner-stage.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { PolicyStage } from './policy.js';
import type { SolverFactory } from './stage-runner.js';

/** The upper bound in $, from the states the policy has seen. */
export function innerUpperBound(
  problem: MultistageProblem,
  stages: readonly PolicyStage[],
  settings: UpperBoundSettings,
  makeSolver: SolverFactory,
): number {
  let later: Vertices | null = null;
  for (let t = problem.stages.length - 1; t >= 1; t--) {
    const inner = new InnerStage(problem.stages[t]!, futureOf(problem, stages, t, later, settings), makeSolver);
    const states = visitedStates(stages[t - 1]!);
    later = { states, values: states.map((state) => inner.cost(state)) };
    inner.dispose();
  }
  const first = new InnerStage(problem.stages[0]!, futureOf(problem, stages, 0, later, settings), makeSolver);
  const bound = first.cost(problem.initialState) * moneyScale;
  first.dispose();
  return bound;
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
function slopeLimits({ pool }: PolicyStage, { lipschitz }: UpperBoundSettings): Float64Array {
  const fallback = lipschitz.fallbackValue / moneyScale;
  return Float64Array.from({ length: pool.stateCount }, (_, s) => {
    if (lipschitz.mode === 'fixed') return fallback;
    let steepest = 0;
    for (let slot = 0; slot < pool.count; slot++) steepest = Math.max(steepest, Math.abs(pool.slopeOf(slot, s)));
    return steepest > 0 ? steepest * lipschitz.scaleFactor : fallback;
  });
}
