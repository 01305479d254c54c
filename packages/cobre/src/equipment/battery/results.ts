import { entityTable, existenceCode, type TableCell } from '../../simulation/entity-table.js';
import { doubles, type ResultTable, stateColumn } from '../../simulation/result-table.js';
import type { SolvedStage } from '../../simulation/solved-stage.js';
import { stateOf } from '../../stage/state-space.js';
import { moneyScale } from '../../stage/units.js';
import type { Battery } from './resolve.js';

export const batteries: ResultTable = entityTable({
  folder: 'batteries',
  id: ['battery_id', 'Battery'],
  columns: [
    ...doubles({
      charge_mw: ['MW', 'Taken from the bus'],
      charge_mwh: ['MWh', 'Charge times hours'],
      discharge_mw: ['MW', 'Given to the bus'],
      discharge_mwh: ['MWh', 'Discharge times hours'],
      net_mw: ['MW', 'Discharge minus charge'],
      energy_initial_mwh: ['MWh', 'Stored at the start of the stage, or of the block where blocks follow each other'],
      energy_final_mwh: ['MWh', 'Stored at the end of the stage, or of the block where blocks follow each other'],
      energy_value_per_mwh: ['$/MWh', 'What one more MWh in the store would save'],
      discharge_cost: ['$', 'Cost of the discharge'],
      target_violation_mwh: ['MWh', 'Missing to the final target; told in the last block'],
      target_violation_cost: ['$', 'Cost of missing it'],
    }),
    stateColumn,
  ],
  of: ({ batteries: all }) => all,
  row: rowOf,
});

function rowOf(solved: SolvedStage, battery: Battery, { block, hours, cell }: TableCell) {
  const { columns } = solved.model;
  const [charge, discharge] = [solved.value(columns.batteryCharge[cell]), solved.value(columns.batteryDischarge[cell])];
  const { exists, target } = battery.at[solved.stage.index]!;
  const missing = block === solved.blocks - 1 ? solved.value(columns.batteryMissing[battery.index]) : 0;
  return [
    charge,
    charge * hours,
    discharge,
    discharge * hours,
    discharge - charge,
    energyBefore(solved, battery, block),
    energyAfter(solved, battery, block),
    energyValue(solved, battery, block),
    discharge * hours * battery.dischargeCostPerMwh,
    missing,
    missing * (target?.costPerMwh ?? 0),
    existenceCode(exists),
  ];
}

/** In parallel stages the start and the end are those of the stage. */
function energyBefore(solved: SolvedStage, battery: Battery, block: number): number {
  if (solved.chronological && block > 0) return energyAfter(solved, battery, block - 1);
  return solved.incoming[stateOf(solved.space, 'batteries', battery.index)]! + 0;
}

function energyAfter(solved: SolvedStage, battery: Battery, block: number): number {
  const { batteryEnergy, batteryBlockEnergy } = solved.model.columns;
  const inside = solved.chronological ? batteryBlockEnergy[battery.index * solved.blocks + block]! : -1;
  const column = inside >= 0 ? inside : batteryEnergy[battery.index]!;
  if (column >= 0) return solved.value(column);
  return solved.outgoing[stateOf(solved.space, 'batteries', battery.index)]! + 0;
}

function energyValue(solved: SolvedStage, battery: Battery, block: number): number {
  const row = solved.model.columns.batteryRow[battery.index * solved.blocks + (solved.chronological ? block : 0)]!;
  return row < 0 ? 0 : -solved.dual[row]! * moneyScale + 0;
}
