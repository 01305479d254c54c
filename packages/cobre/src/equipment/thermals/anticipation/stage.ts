/**
 * A stage decides what an anticipated plant will generate in a later one, pays for it, and generates what was decided for it
 * before. With h the hours of a block, H those of the stage and x the promise that waited for it:
 *
 *     Σ (h/H) g = x
 *
 * The blocks of the delivery may share it as they like within the limits of the plant.
 */
import type { StageConstraint } from '../../../stage/constraint.js';
import type { GenericTermMeaning } from '../../equipment.js';
import type { Thermal } from '../resolve.js';
import { decidedBy, delivers, waitingPlace } from './lanes.js';

export const anticipatedDispatch: StageConstraint = {
  name: 'anticipated dispatch',

  columns(draft) {
    for (const { id, index, anticipation } of anticipatedOf(draft.study.system.thermals)) {
      const delivery = anticipation!.deliveries[decidedBy(anticipation!, draft.stage.index)];
      if (delivery === undefined) continue;
      const { minMw, maxMw, cost } = delivery;
      draft.columns.thermalDecision[index] = draft.column('anticipated', `commitment(${id})`, minMw, maxMw, cost);
    }
  },

  rows(draft) {
    for (const { id, index, anticipation } of anticipatedOf(draft.study.system.thermals)) {
      if (!delivers(anticipation!, draft.stage.index)) continue;
      const row = draft.lp.row(`delivery(${id})`, 0, 0);
      draft.stateIntoRow(row, 'thermals', waitingPlace(anticipation!, draft.stage.index), 1);
      for (let block = 0; block < draft.blocks; block++) {
        const column = draft.columns.thermal[index * draft.blocks + block]!;
        draft.entry(row, column, draft.hours(block) / draft.stage.hours);
      }
    }
  },
};

function anticipatedOf(thermals: readonly Thermal[]): readonly Thermal[] {
  return thermals.filter(({ anticipation }) => anticipation !== null);
}

export const anticipatedTerms: Readonly<Record<string, GenericTermMeaning>> = {
  anticipated_decision: {
    perBlock: false,
    onlyCurrent: true,
    add: (draft, row, { entity }, c) => draft.entry(row, draft.columns.thermalDecision[entity]!, c),
  },
};
