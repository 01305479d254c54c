import { integerIdOf } from '../../case/identity.js';
import { blockColumn, doubles, type ResultTable, stageColumn, whole } from '../result-table.js';

export const genericViolations: ResultTable = {
  folder: 'violations/generic',
  columns: [
    stageColumn,
    blockColumn,
    whole('constraint_id', 'Generic constraint'),
    ...doubles({
      slack_value: [
        '',
        'How far the constraint was missed; in current cases what is missing counts plus, what is too much minus',
      ],
      slack_cost: ['$', 'Cost of missing it'],
    }),
  ],
  rows(solved, add) {
    const { genericMissing, genericSurplus } = solved.model.columns;
    solved.model.rows.generic.forEach(({ constraintIndex, blockIndex, hours }, position) => {
      const constraint = solved.study.genericConstraints[constraintIndex]!;
      if (!constraint.slack.enabled) return;
      const [missing, surplus] = [solved.value(genericMissing[position]), solved.value(genericSurplus[position])];
      const cost = (missing + surplus) * constraint.slack.penalty * hours;
      const slack = solved.study.settings.generation === 'current' ? missing - surplus : missing + surplus;
      add(solved.stage.id, blockIndex, integerIdOf(constraint), slack, cost);
    });
  },
};
