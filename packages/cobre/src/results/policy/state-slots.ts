import type { Case, Horizon } from '../../case/model.js';
import { equipmentStates } from '../../stage/index.js';
import type { EntitySlot } from './current-files.js';
import type { CurrentDetails } from './write-policy.js';

/** States of the original by the words in the name of their kind. */
const types: readonly (readonly [word: string, type: number])[] = [
  ['commitment', 2],
  ['anticipated', 2],
  ['transit', 3],
];
/** States that the original does not have, such as what a store of energy holds. */
const ours = 100;

/** What each place of the state vector stands for. Ids that are words are told by their position. */
function stateSlots(study: Case, stateCount: number): EntitySlot[] {
  const { hydros } = study.system;
  const others = equipmentStates(study);
  const lags = hydros.length === 0 ? 0 : (stateCount - others.length) / hydros.length - 1;
  const idOf = ({ id, index }: { readonly id: unknown; readonly index: number }) =>
    typeof id === 'number' ? id : index;
  return [
    ...hydros.map((hydro) => ({ entityType: 0, entityId: idOf(hydro), subindex: 0 })),
    ...Array.from({ length: lags }, (_, lag) =>
      hydros.map((hydro) => ({ entityType: 1, entityId: idOf(hydro), subindex: lag + 1 })),
    ).flat(),
    ...others.map(({ state, slot }) => ({
      entityType: types.find(([word]) => state.kind.includes(word))?.[1] ?? ours,
      entityId: idOf(slot.entity),
      subindex: slot.number,
    })),
  ];
}

/** What the current layout tells of a case beyond its cuts. */
export function currentDetails(study: Case, stateCount: number): CurrentDetails {
  const { stages } = study.horizon;
  return {
    slots: stateSlots(study, stateCount),
    ...graphOf(study.horizon),
    blockModes: stages.map(({ blockMode }) => blockMode),
  };
}

/** The nodes of the last stage share the cuts of the first of them, since what follows it is the same for all. */
function graphOf({ stages, policyGraph }: Horizon): Pick<CurrentDetails, 'nodes' | 'edges'> {
  const { nodes, edges } = policyGraph;
  if (nodes.length === 0) {
    const ids = stages.map(({ id }) => id);
    return {
      nodes: stages.map(({ id, endDate }, pool) => ({ id, stageId: id, endDate: dateNumber(endDate), pool })),
      edges: ids.slice(1).map((target, index) => ({ source: ids[index]!, target, probability: 1 })),
    };
  }
  const last = nodes.findIndex(({ stageIndex }) => stageIndex === stages.length - 1);
  return {
    nodes: nodes.map(({ id, stageIndex }, place) => ({
      id,
      stageId: stages[stageIndex]!.id,
      endDate: dateNumber(stages[stageIndex]!.endDate),
      pool: Math.min(place, last),
    })),
    edges: edges.map(({ sourceId, targetId, probability }) => ({ source: sourceId, target: targetId, probability })),
  };
}

/** 2024-01-31 as 20240131. */
function dateNumber(iso: string): number {
  return Number(iso.replaceAll('-', ''));
}
