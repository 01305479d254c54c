/**
 * Constraints the user wrote. A constraint whose terms depend on the block has one row per block, otherwise one row for
 * the stage; its slack is paid for the hours of the row. Terms of entities that do not exist in the stage count zero.
 */
import type { GenericConstraint } from '../../case/model.js';
import type { StageConstraint } from '../constraint.js';
import type { StageDraft } from '../draft.js';
import { addGenericTerm } from '../generic-terms.js';

export const genericConstraints: StageConstraint = {
  name: 'generic constraints',

  columns(draft) {
    for (const { constraint, hours, lower, upper } of rowPlan(draft)) {
      const { slack, id } = constraint;
      const column = (name: string, wanted: boolean) =>
        slack.enabled && wanted
          ? draft.column('generic_violation', `${name}(${id})`, 0, Infinity, slack.penalty * hours)
          : -1;
      draft.columns.genericMissing.push(column('generic missing', lower > -Infinity));
      draft.columns.genericSurplus.push(column('generic surplus', upper < Infinity));
    }
  },

  rows(draft) {
    rowPlan(draft).forEach(({ constraint, blockIndex, lower, upper, hours }, position) => {
      const row = draft.lp.row(`generic(${constraint.id})`, lower, upper);
      for (const term of constraint.terms) addGenericTerm(draft, row, term, blockIndex);
      draft.entry(row, draft.columns.genericMissing[position]!, 1);
      draft.entry(row, draft.columns.genericSurplus[position]!, -1);
      draft.rows.generic.push({ constraintIndex: constraint.index, blockIndex, row, hours });
    });
  },
};

interface PlannedRow {
  readonly constraint: GenericConstraint;
  readonly blockIndex: number | null;
  readonly lower: number;
  readonly upper: number;
  readonly hours: number;
}

function rowPlan(draft: StageDraft): readonly PlannedRow[] {
  return draft.study.genericConstraints.flatMap((constraint) => {
    return (constraint.boundsAt[draft.stage.index] ?? []).flatMap(({ blockIndex, lower, upper }): PlannedRow[] => {
      const bounds = { constraint, lower, upper };
      if (blockIndex !== null) return [{ ...bounds, blockIndex, hours: draft.hours(blockIndex) }];
      if (!constraint.perBlock) return [{ ...bounds, blockIndex: null, hours: draft.stage.hours }];
      return draft.stage.blocks.map((block, k) => ({ ...bounds, blockIndex: k, hours: block.hours }));
    });
  });
}
