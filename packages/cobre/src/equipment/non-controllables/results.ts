import { entityTable, existenceCode } from '../../simulation/entity-table.js';
import { doubles, type ResultTable, stateColumn } from '../../simulation/result-table.js';
import type { SolvedStage } from '../../simulation/solved-stage.js';
import { sourcePosition } from '../../stage/state-space.js';

export const nonControllables: ResultTable = entityTable({
  folder: 'non_controllables',
  id: ['non_controllable_id', 'Non-controllable source'],
  columns: [
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
  of: ({ nonControllableSources }) => nonControllableSources,
  row(solved, source, { block, hours, cell }) {
    const { exists, blockFactors, curtailmentCostPerMwh } = source.at[solved.stage.index]!;
    const power = solved.value(solved.model.columns.source[cell]);
    const level = exists ? solved.realization[sourcePosition(solved.space, source.index)]! : 0;
    const available = level * (blockFactors[block] ?? 1);
    const curtailed = Math.max(0, available - power);
    const energy = curtailed * hours;
    return [power, power * hours, available, curtailed, energy, energy * curtailmentCostPerMwh, existenceCode(exists)];
  },
});

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
