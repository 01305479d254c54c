/**
 * Turbined and spilled water together stay between limits in every block; leaving them is paid per hour. In release 0.5.1
 * diverted water counts too.
 */
import type { Hydro } from '../../../case/model.js';
import type { StageConstraint } from '../../../stage/constraint.js';
import type { StageDraft } from '../../../stage/draft.js';

export const outflowLimits: StageConstraint = {
  name: 'outflow limits',

  columns(draft) {
    for (const hydro of draft.hydros()) {
      const { penalties } = draft.at(hydro);
      for (let block = 0; block < draft.blocks; block++) {
        const { minOutflowM3s, maxOutflowM3s } = draft.limits(hydro, block);
        const at = hydro.index * draft.blocks + block;
        const hours = draft.hours(block);
        if (minOutflowM3s > 0) {
          const dollars = penalties.outflowViolationBelowCost * hours;
          const name = `outflow below(${hydro.id},${block})`;
          draft.columns.outflowBelow[at] = draft.column('outflow_below', name, 0, Infinity, dollars);
        }
        if (maxOutflowM3s < Infinity) {
          const dollars = penalties.outflowViolationAboveCost * hours;
          const name = `outflow above(${hydro.id},${block})`;
          draft.columns.outflowAbove[at] = draft.column('outflow_above', name, 0, Infinity, dollars);
        }
      }
    }
  },

  rows(draft) {
    for (const hydro of draft.hydros()) {
      for (let block = 0; block < draft.blocks; block++) {
        const { minOutflowM3s, maxOutflowM3s } = draft.limits(hydro, block);
        const { outflowBelow, outflowAbove } = draft.columns;
        const at = hydro.index * draft.blocks + block;
        if (outflowBelow[at]! >= 0) limit(draft, hydro, block, [minOutflowM3s, Infinity], outflowBelow[at]!, 1);
        if (outflowAbove[at]! >= 0) limit(draft, hydro, block, [-Infinity, maxOutflowM3s], outflowAbove[at]!, -1);
      }
    }
  },
};

function limit(
  draft: StageDraft,
  hydro: Hydro,
  block: number,
  [lower, upper]: readonly [number, number],
  slack: number,
  sign: number,
): void {
  const at = hydro.index * draft.blocks + block;
  const row = draft.lp.row(`outflow(${hydro.id},${block})`, lower, upper);
  draft.entry(row, draft.columns.turbined[at]!, 1);
  draft.entry(row, draft.columns.spillage[at]!, 1);
  if (draft.conventions.outflowIncludesDiversion) draft.entry(row, draft.columns.diversion[at]!, 1);
  draft.entry(row, slack, sign);
}
