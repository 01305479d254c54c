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

export const pumpingStations: ResultTable = {
  folder: 'pumping_stations',
  columns: [
    stageColumn,
    blockColumn,
    whole('pumping_station_id', 'Pumping station'),
    ...doubles({
      pumped_flow_m3s: ['m3/s', 'Moved from source to destination'],
      pumped_volume_hm3: ['hm3', 'Moved during the block'],
      power_consumption_mw: ['MW', 'Power used'],
      energy_consumption_mwh: ['MWh', 'Power used times hours'],
      pumping_cost: ['$', 'Pumping has no price of its own'],
    }),
    stateColumn,
  ],
  rows(solved, add) {
    const { pumping } = solved.model.columns;
    for (let block = 0; block < solved.blocks; block++) {
      for (const station of solved.study.system.pumpingStations) {
        const column = pumping[station.index * solved.blocks + block]!;
        const flow = solved.value(column);
        const power = flow * station.consumptionMwPerM3s;
        add(
          solved.stage.id,
          block,
          integerIdOf(station),
          flow,
          flow * solved.blockVolume(block),
          power,
          power * solved.hours(block),
          0,
          column < 0 ? operativeState.deactivated : operativeState.operating,
        );
      }
    }
  },
};
