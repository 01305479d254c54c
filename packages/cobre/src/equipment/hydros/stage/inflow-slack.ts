/** Missing water may be bought, so that a negative inflow never makes a stage infeasible. */
import type { StageConstraint } from '../../../stage/constraint.js';

export const inflowSlack: StageConstraint = {
  name: 'inflow slack',

  columns(draft) {
    if (!draft.inflowSlack) return;
    for (const hydro of draft.hydros()) {
      const dollars = draft.at(hydro).penalties.inflowNonnegativityCost * draft.stage.hours;
      const column = draft.column('inflow_penalty', `inflow slack(${hydro.id})`, 0, Infinity, dollars);
      draft.columns.inflowSlack[hydro.index] = column;
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) draft.drain(hydro.index, draft.columns.inflowSlack[hydro.index]!, -1);
  },
};
