/** Generation should not fall below a minimum; what is missing is paid per MWh. */
import type { StageConstraint } from '../../../stage/constraint.js';
import { plantMinima } from '../units/plant-limits.js';
import { productivity } from './turbined-flow.js';

export const minimumGeneration: StageConstraint = {
  name: 'minimum generation',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { state, penalties } = draft.at(hydro);
      if (state !== 'operating') continue;
      for (let block = 0; block < draft.blocks; block++) {
        if (plantMinima(draft, hydro, block).minGenerationMw <= 0) continue;
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
        const { minGenerationMw } = plantMinima(draft, hydro, block);
        const row = draft.lp.row(`minimum generation(${hydro.id},${block})`, minGenerationMw, Infinity);
        const rho = productivity(draft, hydro);
        draft.entry(row, rho === null ? draft.columns.generation[at]! : draft.columns.turbined[at]!, rho ?? 1);
        draft.entry(row, slack, 1);
        draft.consecutive(row, draft.columns.unitGenerationBelow[at]!, draft.columns.unitCells[hydro.index]!, 1);
      }
    }
  },
};
