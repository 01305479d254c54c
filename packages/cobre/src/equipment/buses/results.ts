import { entityTable } from '../../simulation/entity-table.js';
import { doubles, type ResultTable } from '../../simulation/result-table.js';
import { moneyScale } from '../../stage/units.js';

export const buses: ResultTable = entityTable({
  folder: 'buses',
  id: ['bus_id', 'Bus'],
  columns: [
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
  of: ({ buses: all }) => all,
  row(solved, bus, { block, hours, cell }) {
    const { deficit, deficitSegments, excess } = solved.model.columns;
    const factor = bus.at[solved.stage.index]!.load.blockFactors[block] ?? 1;
    const load = solved.realization[solved.space.hydroCount + bus.index]! * factor;
    const missing = solved.sum(deficit[cell]!, deficitSegments[bus.index]!);
    const surplus = solved.value(excess[cell]);
    const price = (solved.dual[solved.model.rows.loadBalance[cell]!]! * moneyScale) / hours;
    return [load, load * hours, missing, missing * hours, surplus, surplus * hours, price];
  },
});
