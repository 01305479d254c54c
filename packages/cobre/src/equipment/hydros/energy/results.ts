import type { Hydro } from '../../../case/model.js';
import type { TableCell } from '../../../simulation/entity-table.js';
import { type CellValue, doubles, type ResultColumn } from '../../../simulation/result-table.js';
import type { SolvedStage } from '../../../simulation/solved-stage.js';
import { productivitiesIn, storedEnergyMwh } from './productivity.js';

/** What current cases tell about the energy of water, in place of the productivity. */
export const energyColumns: readonly ResultColumn[] = doubles({
  'equivalent_productivity_mw_per_m3s?': ['MW/(m3/s)', 'At the plant; null when the case does not give it'],
  accumulated_productivity_mw_per_m3s: ['MW/(m3/s)', 'At the plant and all plants below it'],
  'integrated_equivalent_productivity_mw_per_m3s?': [
    'MW/(m3/s)',
    'At the plant, with the mean height of the reservoir',
  ],
  integrated_accumulated_productivity_mw_per_m3s: ['MW/(m3/s)', 'The same, with all plants below it'],
  incremental_inflow_energy_mw: ['MW', 'Natural inflow of the plant times its accumulated productivity'],
  stored_energy_initial_mwh: ['MWh', 'Storage above the dead volume, as energy on its way down, at the start'],
  stored_energy_final_mwh: ['MWh', 'The same at the end'],
  stored_energy_initial_mw: ['MW', 'Spread over the hours of the stage'],
  stored_energy_final_mw: ['MW', 'Spread over the hours of the stage'],
});

export function energyValues(solved: SolvedStage, hydro: Hydro, { block }: TableCell): CellValue[] {
  const { own, all } = productivitiesIn(solved.study.system.hydros, solved.stage.index)[hydro.index]!;
  const before = storedEnergyMwh(hydro, all, solved.storageBefore(hydro.index, block));
  const after = storedEnergyMwh(hydro, all, solved.storageAfter(hydro.index, block));
  return [
    own?.point ?? null,
    all.point,
    own?.integrated ?? null,
    all.integrated,
    solved.inflow(hydro.index) * all.point,
    before,
    after,
    before / solved.stage.hours,
    after / solved.stage.hours,
  ];
}
