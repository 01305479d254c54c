import { outcomeProbabilities } from '../stage/index.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { RiskParameters } from './risk/index.js';

/** What may come next: every opening of every place that can follow, with the risk measure that weighs them together. */
export interface Outcomes {
  readonly places: readonly OutcomePlace[];
  /** Places in order, their openings in order. */
  readonly probabilities: Float64Array;
  readonly risk: RiskParameters;
}

export interface OutcomePlace {
  readonly place: number;
  /** Position of its first opening among the outcomes. */
  readonly first: number;
  readonly count: number;
}

/** Where a study is before its first stage. */
export const start = -1;

/** Null after the last stage. */
export function outcomesAfter({ stages }: MultistageProblem, place: number): Outcomes | null {
  const { successors, transition } = place === start ? root : stages[place]!;
  if (successors.length === 0) return null;
  let first = 0;
  const places = Array.from(successors, (next) => {
    const count = stages[next]!.order.length;
    first += count;
    return { place: next, first: first - count, count };
  });
  const uncertainties = stages.map(({ noise }) => noise);
  const probabilities = outcomeProbabilities(uncertainties, { successors, transition });
  return { places, probabilities, risk: stages[successors[0]!]!.risk };
}

const root = { successors: Int32Array.of(0), transition: Float64Array.of(1) };
