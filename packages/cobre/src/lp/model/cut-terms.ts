import type { ScenarioTerms } from './scenario-map.js';

/** The terms as a solver needs them whose cuts speak of some states only: outgoing states are those, in their order. */
export function cutTerms(terms: ScenarioTerms, states: Int32Array | null): ScenarioTerms {
  if (states === null) return terms;
  const placeOf = new Map(Array.from(states, (state, place) => [state, place]));
  const spoken = <Term extends { readonly target: number }>(list: readonly Term[]) =>
    list.flatMap((term) => {
      const target = placeOf.get(term.target);
      return target === undefined ? [] : [{ ...term, target }];
    });
  return {
    ...terms,
    constantBase: spoken(terms.constantBase ?? []),
    constantByState: spoken(terms.constantByState),
    constantByNoise: spoken(terms.constantByNoise),
  };
}
