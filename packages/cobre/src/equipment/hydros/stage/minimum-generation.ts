/** Generation should not fall below a minimum; what is missing is paid per MWh. */
import type { StageConstraint } from '../../../stage/constraint.js';
import { isSplit } from '../units/cells.js';
import { productivity } from './turbined-flow.js';

export const minimumGeneration: StageConstraint = {
  name: 'minimum generation',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { state, minGenerationMw, penalties } = draft.at(hydro);
      if (state !== 'operating' || minGenerationMw <= 0 || isSplit(hydro)) continue;
      for (let block = 0; block < draft.blocks; block++) {
        const name = `generation below(${hydro.id},${block})`;
        const dollars = penalties.generationViolationBelowCost * draft.hours(block);
        const column = draft.column('generation_below', name, 0, Infinity, dollars);
        draft.columns.generationBelow[hydro.index * draft.blocks + block] = column;
      }
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      for (let block = 0; block < draft.blocks; block++) {
        const at = hydro.index * draft.blocks + block;
        const slack = draft.columns.generationBelow[at]!;
        if (slack < 0) continue;
        const row = draft.lp.row(`minimum generation(${hydro.id},${block})`, draft.at(hydro).minGenerationMw, Infinity);
        const rho = productivity(draft, hydro);
        draft.entry(row, rho === null ? draft.columns.generation[at]! : draft.columns.turbined[at]!, rho ?? 1);
        draft.entry(row, slack, 1);
      }
    }
  },
};
