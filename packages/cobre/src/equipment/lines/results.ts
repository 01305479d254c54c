import { entityTable, existenceCode } from '../../simulation/entity-table.js';
import { doubles, type ResultTable, stateColumn } from '../../simulation/result-table.js';

export const exchanges: ResultTable = entityTable({
  folder: 'exchanges',
  id: ['line_id', 'Line'],
  columns: [
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
  of: ({ lines }) => lines,
  row(solved, line, { hours, cell, block }) {
    const { lineDirect, lineReverse } = solved.model.columns;
    const [direct, reverse] = [solved.value(lineDirect[cell]), solved.value(lineReverse[cell])];
    const { exists, exchangeCostPerMwh, directArriving, reverseArriving } = line.at[solved.stage.index]!;
    const losses = direct * (1 - directArriving[block]!) + reverse * (1 - reverseArriving[block]!);
    return [
      direct,
      reverse,
      direct - reverse,
      (direct - reverse) * hours,
      losses,
      losses * hours,
      (direct + reverse) * exchangeCostPerMwh * hours,
      existenceCode(exists),
    ];
  },
});
