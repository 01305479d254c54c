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

export const exchanges: ResultTable = {
  folder: 'exchanges',
  columns: [
    stageColumn,
    blockColumn,
    whole('line_id', 'Line'),
    ...doubles({
      direct_flow_mw: ['MW', 'Sent from source to target'],
      reverse_flow_mw: ['MW', 'Sent from target to source'],
      net_flow_mw: ['MW', 'Direct minus reverse'],
      net_flow_mwh: ['MWh', 'Net flow times hours'],
      losses_mw: ['MW', 'Lost on the way'],
      losses_mwh: ['MWh', 'Losses times hours'],
      exchange_cost: ['$', 'Cost of moving the power'],
    }),
    stateColumn,
  ],
  rows(solved, add) {
    const { lineDirect, lineReverse } = solved.model.columns;
    for (let block = 0; block < solved.blocks; block++) {
      const hours = solved.hours(block);
      for (const line of solved.study.system.lines) {
        const cell = line.index * solved.blocks + block;
        const [direct, reverse] = [solved.value(lineDirect[cell]), solved.value(lineReverse[cell])];
        const losses = ((direct + reverse) * line.lossesPercent) / 100;
        const { exists, exchangeCostPerMwh } = line.at[solved.stage.index]!;
        add(
          solved.stage.id,
          block,
          integerIdOf(line),
          direct,
          reverse,
          direct - reverse,
          (direct - reverse) * hours,
          losses,
          losses * hours,
          (direct + reverse) * exchangeCostPerMwh * hours,
          exists ? operativeState.operating : operativeState.deactivated,
        );
      }
    }
  },
};
