/** Load that is not served, in segments of rising cost. */
import type { StageConstraint } from '../constraint.js';

export const deficit: StageConstraint = {
  name: 'deficit',

  columns(draft) {
    for (const bus of draft.study.system.buses) {
      const { deficitSegments } = bus.at[draft.stage.index]!;
      draft.columns.deficitSegments[bus.index] = deficitSegments.length;
      for (let block = 0; block < draft.blocks; block++) {
        const name = `deficit(${bus.id},${block})`;
        const columns = deficitSegments.map(({ depthMw, costPerMwh }) =>
          draft.column('deficit', name, 0, depthMw, costPerMwh * draft.hours(block)),
        );
        draft.columns.deficit[bus.index * draft.blocks + block] = columns[0] ?? -1;
      }
    }
  },

  rows(draft) {
    for (const bus of draft.study.system.buses) {
      for (let block = 0; block < draft.blocks; block++) {
        const at = bus.index * draft.blocks + block;
        for (let segment = 0; segment < draft.columns.deficitSegments[bus.index]!; segment++) {
          draft.entry(draft.rows.loadBalance[at]!, draft.columns.deficit[at]! + segment, 1);
        }
      }
    }
  },
};
