import type { Case } from '../case/model.js';
import type { Equipment, StateDeclaration } from '../equipment/equipment.js';
import { members } from '../equipment/members.js';
import type { StochasticModel } from '../stochastic/model.js';
import type { StateSpace } from './state-space.js';

export function stateSpaceOf(study: Case, stochastic: Pick<StochasticModel, 'lagCount'>): StateSpace {
  const hydroCount = study.system.hydros.length;
  const busCount = study.system.buses.length;
  const sourceCount = study.system.nonControllableSources.length;
  const firstState: Record<string, number> = {};
  let stateCount = hydroCount * (1 + stochastic.lagCount);
  for (const { member, state } of declaredStates) {
    firstState[member.registry] = stateCount;
    stateCount += state.slots(study).length;
  }
  return {
    hydroCount,
    lagCount: stochastic.lagCount,
    busCount,
    sourceCount,
    stateCount,
    firstState,
    realizationSize: hydroCount + busCount + sourceCount,
  };
}

const declaredStates: readonly { readonly member: Equipment; readonly state: StateDeclaration }[] = members.flatMap(
  (member) => (member.state ? [{ member, state: member.state }] : []),
);

/** The states that equipment declares, one after the other, as they follow storages and inflow memory in the state vector. */
export function equipmentStates(study: Case) {
  return declaredStates.flatMap(({ member, state }) =>
    state.slots(study).map((slot) => ({ registry: member.registry, state, slot })),
  );
}
