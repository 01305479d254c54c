/**
 * A pumping station moves water from one reservoir to another and uses power at its bus. It has no price of its own: the
 * power it uses has one. It stands still where its source does not exist.
 */
import type { StageConstraint } from '../../stage/constraint.js';
import type { GenericTermMeaning } from '../equipment.js';

export const pumpingFlow: StageConstraint = {
  name: 'pumping',

  columns(draft) {
    const { hydros, pumpingStations } = draft.study.system;
    for (const station of pumpingStations) {
      const { exists, inBlock } = station.at[draft.stage.index]!;
      if (!exists || !draft.exists(hydros[station.sourceHydroIndex]!)) continue;
      for (let block = 0; block < draft.blocks; block++) {
        const { minFlowM3s, maxFlowM3s } = inBlock[block]!;
        const column = draft.column('none', `pumping(${station.id},${block})`, minFlowM3s, maxFlowM3s);
        draft.columns.pumping[station.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    for (const station of draft.study.system.pumpingStations) {
      const destination = draft.receiver(station.destinationHydroIndex);
      for (let block = 0; block < draft.blocks; block++) {
        const column = draft.columns.pumping[station.index * draft.blocks + block]!;
        draft.release(station.sourceHydroIndex, block, column);
        draft.receive(destination, block, column);
        const load = draft.rows.loadBalance[station.busIndex * draft.blocks + block]!;
        draft.entry(load, column, -station.consumptionMwPerM3s);
      }
    }
  },
};

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  pumping_flow: {
    perBlock: true,
    add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.pumping[cell]!, c),
  },
  pumping_power: {
    perBlock: true,
    add(draft, row, { entity, cell }, c) {
      const { consumptionMwPerM3s } = draft.study.system.pumpingStations[entity]!;
      draft.entry(row, draft.columns.pumping[cell]!, c * consumptionMwPerM3s);
    },
  },
};
