import { integerIdOf } from '../../case/identity.js';
import {
  blockColumn,
  doubles,
  operativeState,
  type ResultTable,
  stageColumn,
  stateColumn,
  whole,
} from '../../simulation/result-table.js';
import type { SolvedStage } from '../../simulation/solved-stage.js';
import { sourcePosition } from '../../stage/state-space.js';

export const nonControllables: ResultTable = {
  folder: 'non_controllables',
  columns: [
    stageColumn,
    blockColumn,
    whole('non_controllable_id', 'Non-controllable source'),
    ...doubles({
      generation_mw: ['MW', 'Generation'],
      generation_mwh: ['MWh', 'Generation times hours'],
      available_mw: ['MW', 'What could have been generated'],
      curtailment_mw: ['MW', 'Available and not used'],
      curtailment_mwh: ['MWh', 'Curtailment times hours'],
      curtailment_cost: ['$', 'Cost of the curtailment'],
    }),
    stateColumn,
  ],
  rows(solved, add) {
    const { source: columns } = solved.model.columns;
    for (let block = 0; block < solved.blocks; block++) {
      const hours = solved.hours(block);
      for (const source of solved.study.system.nonControllableSources) {
        const { exists, blockFactors, curtailmentCostPerMwh } = source.at[solved.stage.index]!;
        const power = solved.value(columns[source.index * solved.blocks + block]);
        const level = exists ? solved.realization[sourcePosition(solved.space, source.index)]! : 0;
        const available = level * (blockFactors[block] ?? 1);
        const curtailed = Math.max(0, available - power);
        add(
          solved.stage.id,
          block,
          integerIdOf(source),
          power,
          power * hours,
          available,
          curtailed,
          curtailed * hours,
          curtailed * hours * curtailmentCostPerMwh,
          exists ? operativeState.operating : operativeState.deactivated,
        );
      }
    }
  },
};

/** The column of a source carries a reward for generation; with this constant it becomes the price of curtailment. */
export function availableWorth(solved: SolvedStage): number {
  let sum = 0;
  for (const source of solved.study.system.nonControllableSources) {
    const at = source.at[solved.stage.index]!;
    if (!at.exists) continue;
    const available = solved.realization[sourcePosition(solved.space, source.index)]!;
    solved.stage.blocks.forEach(({ hours }, k) => {
      sum += at.curtailmentCostPerMwh * hours * available * (at.blockFactors[k] ?? 1);
    });
  }
  return sum;
}
