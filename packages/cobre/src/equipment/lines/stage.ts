/** Power moves between buses; the receiving end gets what was sent less the losses, in either direction. */
import type { StageConstraint } from '../../stage/constraint.js';
import type { GenericTermMeaning } from '../equipment.js';

export const lines: StageConstraint = {
  name: 'lines',

  columns(draft) {
    for (const line of draft.study.system.lines) {
      const { exists, exchangeCostPerMwh, directMw, reverseMw } = line.at[draft.stage.index]!;
      if (!exists) continue;
      for (let block = 0; block < draft.blocks; block++) {
        const at = line.index * draft.blocks + block;
        const dollars = exchangeCostPerMwh * draft.hours(block);
        const flow = (name: string, capacity: number) =>
          draft.column('exchange', `${name}(${line.id},${block})`, 0, capacity, dollars);
        draft.columns.lineDirect[at] = flow('direct', directMw[block]!);
        draft.columns.lineReverse[at] = flow('reverse', reverseMw[block]!);
      }
    }
  },

  rows(draft) {
    const { loadBalance } = draft.rows;
    for (const line of draft.study.system.lines) {
      const { directArriving, reverseArriving } = line.at[draft.stage.index]!;
      for (let block = 0; block < draft.blocks; block++) {
        const at = line.index * draft.blocks + block;
        const source = loadBalance[line.sourceBusIndex * draft.blocks + block]!;
        const target = loadBalance[line.targetBusIndex * draft.blocks + block]!;
        draft.entry(source, draft.columns.lineDirect[at]!, -1);
        draft.entry(target, draft.columns.lineDirect[at]!, directArriving[block]!);
        draft.entry(target, draft.columns.lineReverse[at]!, -1);
        draft.entry(source, draft.columns.lineReverse[at]!, reverseArriving[block]!);
      }
    }
  },
};

export const terms: Readonly<Record<string, GenericTermMeaning>> = {
  line_direct: {
    perBlock: true,
    add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.lineDirect[cell]!, c),
  },
  line_reverse: {
    perBlock: true,
    add: (draft, row, { cell }, c) => draft.entry(row, draft.columns.lineReverse[cell]!, c),
  },
  line_exchange: {
    perBlock: true,
    betweenBuses: true,
    add(draft, row, { cell }, c) {
      draft.entry(row, draft.columns.lineDirect[cell]!, c);
      draft.entry(row, draft.columns.lineReverse[cell]!, -c);
    },
  },
};
