/**
 * The places a study walks through: the stages themselves, or the nodes of its policy graph by stage. Each has a problem
 * and cuts of its own, and says where the walk goes on.
 */
import type { Case, Stage } from '../case/model.js';
import type { StageUncertainty, StochasticModel } from '../stochastic/model.js';
import { successors as chainSuccessors } from './future-bounds.js';

export interface Place {
  readonly stage: Stage;
  readonly uncertainty: StageUncertainty;
  /** Places that may come next; none after the last stage. */
  readonly successors: Int32Array;
  /** With what probability each of them does. */
  readonly transition: Float64Array;
}

export function placesOf(study: Case, { stages, nodes }: Pick<StochasticModel, 'stages' | 'nodes'>): readonly Place[] {
  const { horizon } = study;
  if (horizon.policyGraph.nodes.length > 0) return graphPlaces(study, nodes);
  const next = chainSuccessors(study);
  return horizon.stages.map((stage, t) => ({
    stage,
    uncertainty: stages[t]!,
    successors: Int32Array.from(next[t]! < 0 ? [] : [next[t]!]),
    transition: Float64Array.from(next[t]! < 0 ? [] : [1]),
  }));
}

function graphPlaces({ horizon }: Case, uncertainties: readonly StageUncertainty[]): readonly Place[] {
  const { nodes, edges } = horizon.policyGraph;
  const placeOf = new Map(nodes.map(({ id }, place) => [id, place]));
  return nodes.map(({ id, stageIndex }, place) => {
    const own = edges
      .filter(({ sourceId, probability }) => sourceId === id && probability > 0)
      .map(({ targetId, probability }) => ({ target: placeOf.get(targetId)!, probability }))
      .sort((a, b) => a.target - b.target);
    return {
      stage: horizon.stages[stageIndex]!,
      uncertainty: uncertainties[place]!,
      successors: Int32Array.from(own, ({ target }) => target),
      transition: Float64Array.from(own, ({ probability }) => probability),
    };
  });
}

/** Of every opening of every place that may come next: successors in order, their openings in order. */
export function outcomeProbabilities(
  places: readonly Pick<Place, 'uncertainty'>[],
  { successors, transition }: Pick<Place, 'successors' | 'transition'>,
): Float64Array {
  return Float64Array.from(
    [...successors].flatMap((next, k) =>
      [...places[next]!.uncertainty.probabilities].map((probability) => transition[k]! * probability),
    ),
  );
}
