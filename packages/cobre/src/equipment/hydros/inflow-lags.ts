import { integerIdOf } from '../../case/identity.js';
import { doubles, type ResultTable, stageColumn, whole } from '../../simulation/result-table.js';
import { lagState } from '../../stage/state-space.js';

export const inflowLags: ResultTable = {
  folder: 'inflow_lags',
  columns: [
    stageColumn,
    whole('hydro_id', 'Hydro plant'),
    whole('lag_index', '0 is the most recent'),
    ...doubles({ inflow_m3s: ['m3/s', 'Inflow memory at the start of the stage'] }),
  ],
  rows(solved, add) {
    for (const hydro of solved.study.system.hydros) {
      for (let slot = 0; slot < solved.space.lagCount; slot++) {
        const inflow = solved.incoming[lagState(solved.space, slot, hydro.index)]!;
        add(solved.stage.id, integerIdOf(hydro), slot, inflow);
      }
    }
  },
};
