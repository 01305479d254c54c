/** Power is balanced at every bus in every block; the members that produce, move or use power add themselves. */
import type { StageConstraint } from '../constraint.js';
import { loadPosition } from '../state-space.js';

export const loadBalance: StageConstraint = {
  name: 'load balance',

  rows(draft) {
    for (const bus of draft.study.system.buses) {
      const { blockFactors } = bus.at[draft.stage.index]!.load;
      for (let block = 0; block < draft.blocks; block++) {
        const row = draft.lp.row(`load(${bus.id},${block})`, 0, 0);
        draft.rows.loadBalance[bus.index * draft.blocks + block] = row;
        const source = loadPosition(draft.space, bus.index);
        draft.rowByNoise.push({ target: row, source, coefficient: blockFactors[block] ?? 1 });
      }
    }
  },
};
