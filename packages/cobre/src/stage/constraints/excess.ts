/** Power nobody can use. */
import type { StageConstraint } from '../constraint.js';

export const excess: StageConstraint = {
  name: 'excess',

  columns(draft) {
    for (const bus of draft.study.system.buses) {
      const { excessCostPerMwh } = bus.at[draft.stage.index]!;
      for (let block = 0; block < draft.blocks; block++) {
        const dollars = excessCostPerMwh * draft.hours(block);
        const column = draft.column('excess', `excess(${bus.id},${block})`, 0, Infinity, dollars);
        draft.columns.excess[bus.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    const { excess: columns } = draft.columns;
    for (let at = 0; at < columns.length; at++) draft.entry(draft.rows.loadBalance[at]!, columns[at]!, -1);
  },
};
