import { integerIdOf } from '../../../case/identity.js';
import type { Hydro } from '../../../case/model.js';
import { blockColumn, doubles, type ResultTable, stageColumn, whole } from '../../../simulation/result-table.js';
import type { SolvedStage } from '../../../simulation/solved-stage.js';
import { cellsOf } from './cells.js';

/** What a plant gives to each of its buses. */
export const hydroBusGeneration: ResultTable = {
  folder: 'hydro_bus_generation',
  columns: [
    stageColumn,
    blockColumn,
    whole('hydro_id', 'Hydro plant'),
    whole('bus_id', 'Bus that its units feed'),
    ...doubles({
      turbined_m3s: ['m3/s', 'Through the turbines of these units'],
      generation_mw: ['MW', 'Generation of these units'],
    }),
  ],
  isTold: ({ settings }) => settings.generation === 'current',
  rows(solved, add) {
    for (let block = 0; block < solved.blocks; block++) {
      for (const hydro of solved.study.system.hydros) {
        cellsOf(hydro).forEach(({ busIndex }, c) => {
          const bus = solved.study.system.buses[busIndex]!;
          add(solved.stage.id, block, integerIdOf(hydro), integerIdOf(bus), ...cellValues(solved, hydro, block, c));
        });
      }
    }
  },
};

function cellValues(solved: SolvedStage, hydro: Hydro, block: number, c: number): [flow: number, power: number] {
  const { columns } = solved.model;
  const at = hydro.index * solved.blocks + block;
  const split = columns.unitCells[hydro.index]! > 0;
  const { production } = hydro.at[solved.stage.index]!;
  const flow = solved.value(split ? columns.unitTurbined[at]! + c : columns.turbined[at]!);
  if (production.model === 'constant_productivity') return [flow, production.productivityMwPerM3s * flow];
  return [flow, solved.value(split ? columns.unitGeneration[at]! + c : columns.generation[at]!)];
}

/** What is missing to the minima of all cells. */
export function missingOfUnits(solved: SolvedStage, hydro: Hydro, cell: number): { flow: number; power: number } {
  const { unitCells, unitTurbinedBelow, unitGenerationBelow } = solved.model.columns;
  const count = unitCells[hydro.index]!;
  return {
    flow: solved.sum(unitTurbinedBelow[cell]!, count),
    power: solved.sum(unitGenerationBelow[cell]!, count),
  };
}
