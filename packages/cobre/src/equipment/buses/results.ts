import { integerIdOf } from '../../case/identity.js';
import { blockColumn, doubles, type ResultTable, stageColumn, whole } from '../../simulation/result-table.js';
import { moneyScale } from '../../stage/units.js';

export const buses: ResultTable = {
  folder: 'buses',
  columns: [
    stageColumn,
    blockColumn,
    whole('bus_id', 'Bus'),
    ...doubles({
      load_mw: ['MW', 'Load'],
      load_mwh: ['MWh', 'Load times hours'],
      deficit_mw: ['MW', 'Load not served'],
      deficit_mwh: ['MWh', 'Deficit times hours'],
      excess_mw: ['MW', 'Power nobody could use'],
      excess_mwh: ['MWh', 'Excess times hours'],
      spot_price: ['$/MWh', 'What one more MWh of load would cost'],
    }),
  ],
  rows(solved, add) {
    const { deficit, deficitSegments, excess } = solved.model.columns;
    for (let block = 0; block < solved.blocks; block++) {
      const hours = solved.hours(block);
      for (const bus of solved.study.system.buses) {
        const cell = bus.index * solved.blocks + block;
        const factor = bus.at[solved.stage.index]!.load.blockFactors[block] ?? 1;
        const load = solved.realization[solved.space.hydroCount + bus.index]! * factor;
        const missing = solved.sum(deficit[cell]!, deficitSegments[bus.index]!);
        const surplus = solved.value(excess[cell]);
        const price = (solved.dual[solved.model.rows.loadBalance[cell]!]! * moneyScale) / hours;
        const id = integerIdOf(bus);
        add(solved.stage.id, block, id, load, load * hours, missing, missing * hours, surplus, surplus * hours, price);
      }
    }
  },
};
