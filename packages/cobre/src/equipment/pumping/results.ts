import { entityTable, existenceCode } from '../../simulation/entity-table.js';
import { doubles, type ResultTable, stateColumn } from '../../simulation/result-table.js';

export const pumpingStations: ResultTable = entityTable({
  folder: 'pumping_stations',
  id: ['pumping_station_id', 'Pumping station'],
  columns: [
    ...doubles({
      pumped_flow_m3s: ['m3/s', 'Moved from source to destination'],
      pumped_volume_hm3: ['hm3', 'Moved during the block'],
      power_consumption_mw: ['MW', 'Power used'],
      energy_consumption_mwh: ['MWh', 'Power used times hours'],
      pumping_cost: ['$', 'Pumping has no price of its own'],
    }),
    stateColumn,
  ],
  of: ({ pumpingStations: all }) => all,
  row(solved, station, { block, hours, cell }) {
    const column = solved.model.columns.pumping[cell]!;
    const flow = solved.value(column);
    const power = flow * station.consumptionMwPerM3s;
    return [flow, flow * solved.blockVolume(block), power, power * hours, 0, existenceCode(column >= 0)];
  },
});
