/**
 * Which places of the state vector cuts speak of. A storage whose bounds are equal in every stage cannot differ, and a lag
 * that no later stage looks back to, directly or by what it becomes, cannot matter: neither is a state. A stage that leaves
 * inflow lags out of its `state_variables` makes cuts without them; what it knew of the lags is in the intercept.
 */
import type { Case } from '../case/model.js';
import { hasFixedStorage } from '../equipment/hydros/fixed-storage.js';
import type { StochasticModel } from '../stochastic/model.js';
import { type Place, placesOf } from './places.js';
import { stateSpaceOf } from './state-layout.js';
import { lagSize, type StateSpace } from './state-space.js';

/** By place; null where cuts speak of the whole state. Cuts behind the last stage may ask for any lag. */
export function cutStates(
  study: Case,
  stochastic: StochasticModel,
  endIsPriced: boolean,
): readonly (Int32Array | null)[] {
  const places = placesOf(study, stochastic);
  const { conventions } = study.settings.modeling;
  if (!conventions.trueStatesOnly) return places.map(() => null);
  const space = stateSpaceOf(study, stochastic);
  const used = endIsPriced ? new Uint8Array(lagSize(space)).fill(1) : usedLags(places, space);
  const stored = study.system.hydros.map((hydro) => !hasFixedStorage(hydro, conventions));
  return places.map(({ successors }) => {
    const next = successors[0];
    if (next === undefined && endIsPriced) return null;
    const remembers = next === undefined || places[next]!.stage.stateVariables.inflowLags;
    const states = Array.from({ length: space.stateCount }, (_, s) => s).filter((s) => {
      if (s < space.hydroCount) return stored[s];
      const lag = s - space.hydroCount;
      return lag >= used.length || (remembers && used[lag] === 1);
    });
    return states.length === space.stateCount ? null : Int32Array.from(states);
  });
}

/** Lags that some stage multiplies with a coefficient, and those that become one of them; slot-major like the memory. */
function usedLags(places: readonly Place[], space: StateSpace): Uint8Array {
  const before = places.map(() => new Uint8Array(lagSize(space)));
  const used = new Uint8Array(lagSize(space));
  // Nothing is ever taken back, so a cycle comes to rest too.
  for (let changed = true; changed; ) {
    changed = false;
    for (let place = places.length - 1; place >= 0; place--) {
      for (const lag of lagsBefore(places[place]!, before, space)) {
        if (before[place]![lag] === 1) continue;
        before[place]![lag] = 1;
        used[lag] = 1;
        changed = true;
      }
    }
  }
  return used;
}

/** What a place needs of the memory it is entered with. */
function* lagsBefore(
  { uncertainty, successors }: Place,
  before: readonly Uint8Array[],
  { lagCount, hydroCount }: StateSpace,
): Generator<number> {
  const { psi } = uncertainty.inflow;
  const { carry } = uncertainty.transition;
  for (let lag = 0; lag < lagCount * hydroCount; lag++) if (psi[lag] !== 0) yield lag;
  for (let to = 0; to < lagCount; to++) {
    for (let from = 0; from < lagCount; from++) {
      if (carry[to * lagCount + from] === 0) continue;
      for (let h = 0; h < hydroCount; h++) {
        if (successors.some((next) => before[next]![to * hydroCount + h] === 1)) yield from * hydroCount + h;
      }
    }
  }
}
