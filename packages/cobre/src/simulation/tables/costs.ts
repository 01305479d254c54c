import type { Case } from '../../case/model.js';
import type { CostColumn } from '../../equipment/equipment.js';
import { members, membersOf } from '../../equipment/members.js';
import { costKindCode, costKinds, moneyScale } from '../../stage/index.js';
import { blockColumn, doubles, type ResultTable, stageColumn } from '../result-table.js';
import type { SolvedStage } from '../solved-stage.js';

const genericViolation: CostColumn = {
  place: 15,
  name: 'generic_violation_cost',
  description: 'Slacks of generic constraints',
  breaksLimit: true,
  of: (paid) => paid('generic_violation'),
};

/** What limits cost that were broken, by the names of their columns. */
export const limitCosts: readonly CostColumn[] = [genericViolation, ...members.flatMap(({ costs }) => costs)]
  .filter(({ breaksLimit }) => breaksLimit)
  .sort((a, b) => a.place - b.place);

/**
 * One row per stage, with the costs of what the case has. `total_cost` includes the future: add up
 * `discount_factor · immediate_cost` instead.
 */
export function costsOf(study: Case | null): ResultTable {
  const all = [genericViolation, ...membersOf(study).flatMap(({ costs }) => costs)];
  const columns = all.filter(({ isTold }) => study === null || (isTold?.(study) ?? true));
  columns.sort((a, b) => a.place - b.place);
  const current = study?.settings.generation === 'current';
  return {
    folder: 'costs',
    columns: [
      stageColumn,
      blockColumn,
      ...doubles({
        total_cost: ['$', 'Objective of the stage, future cost included'],
        immediate_cost: ['$', 'Cost of the stage itself'],
        future_cost: ['$', 'Discounted cost of all later stages'],
        discount_factor: ['', 'Cumulative discount from the first stage'],
        ...Object.fromEntries(
          columns.map(({ name, currentName = name, description }) => [
            current ? currentName : name,
            ['$', description] as const,
          ]),
        ),
      }),
    ],
    rows(solved, add) {
      const byKind = sumByKind(solved);
      const paid = (kind: string) => byKind[costKindCode(kind)]!;
      add(
        solved.stage.id,
        null,
        solved.objective * moneyScale,
        (solved.objective - solved.future) * moneyScale,
        solved.future * moneyScale,
        solved.cumulativeDiscount,
        ...columns.map((column) => column.of(paid, solved)),
      );
    },
  };
}

function sumByKind(solved: SolvedStage): Float64Array {
  const sums = new Float64Array(costKinds.length);
  const { kinds, lp } = solved.model;
  for (let column = 0; column < kinds.length; column++) {
    sums[kinds[column]!]! += lp.cost[column]! * solved.value(column) * moneyScale;
  }
  return sums;
}
