import type { Hydro, System } from '../../case/model.js';
import { entityTable, type TableCell } from '../../simulation/entity-table.js';
import {
  type CellValue,
  doubles,
  operativeState,
  type ResultColumn,
  type ResultTable,
  stateColumn,
  whole,
} from '../../simulation/result-table.js';
import type { SolvedStage } from '../../simulation/solved-stage.js';
import { moneyScale } from '../../stage/units.js';
import { energyColumns, energyValues } from './energy/results.js';
import { delayedFlow, promptFlow } from './travel/results.js';
import { missingOfUnits } from './units/results.js';

const columns: readonly ResultColumn[] = [
  ...doubles({
    turbined_m3s: ['m3/s', 'Through the turbines'],
    spillage_m3s: ['m3/s', 'Past the turbines'],
    outflow_m3s: ['m3/s', 'Turbined and spilled, to the plant downstream'],
    'evaporation_m3s?': ['m3/s', 'Evaporation; null when the plant has none'],
    'diverted_inflow_m3s?': ['m3/s', 'Received through diversion canals'],
    'diverted_outflow_m3s?': ['m3/s', 'Sent through the diversion canal; null when there is none'],
    incremental_inflow_m3s: ['m3/s', 'Natural inflow of the plant itself'],
    inflow_m3s: ['m3/s', 'Natural inflow plus what plants upstream release'],
    storage_initial_hm3: ['hm3', 'At the start of the stage, or of the block where blocks follow each other'],
    storage_final_hm3: ['hm3', 'At the end of the stage, or of the block where blocks follow each other'],
    generation_mw: ['MW', 'Generation'],
    generation_mwh: ['MWh', 'Generation times hours'],
    'productivity_mw_per_m3s?': ['MW/(m3/s)', 'Constant productivity; null with a production function'],
    spillage_cost: ['$', 'Cost of the spillage'],
    water_value_per_hm3: ['$/hm3', 'What one more hm3 would save; positive for useful water'],
  }),
  whole('storage_binding_code', 'See storage_binding in dictionaries/codes.json', { type: 'int8' }),
  stateColumn,
  ...doubles({
    turbined_slack_m3s: ['m3/s', 'Missing to the minimum turbined flow'],
    outflow_slack_below_m3s: ['m3/s', 'Missing to the minimum outflow'],
    outflow_slack_above_m3s: ['m3/s', 'Above the maximum outflow'],
    generation_slack_mw: ['MW', 'Missing to the minimum generation'],
    storage_violation_below_hm3: ['hm3', 'Missing to the minimum storage'],
    filling_target_violation_hm3: ['hm3', 'Missing to the dead volume at the end of filling'],
    evaporation_violation_pos_m3s: ['m3/s', 'More evaporation than the surface asks for'],
    evaporation_violation_neg_m3s: ['m3/s', 'Less evaporation than the surface asks for'],
    inflow_nonnegativity_slack_m3s: ['m3/s', 'Inflow bought'],
    water_withdrawal_violation_pos_m3s: ['m3/s', 'Withdrawn beyond what is owed'],
    water_withdrawal_violation_neg_m3s: ['m3/s', 'Owed withdrawal not taken'],
  }),
];

const parts = {
  folder: 'hydros',
  id: ['hydro_id', 'Hydro plant'],
  of: ({ hydros: plants }: System) => plants,
} as const;

export const hydros: ResultTable = entityTable({ ...parts, columns, row: rowOf });

const replaced = columns.findIndex(({ name }) => name === 'productivity_mw_per_m3s');

/** As current cases tell it: with the energy of water in place of the productivity. */
export const currentHydros: ResultTable = entityTable({
  ...parts,
  columns: columns.toSpliced(replaced, 1, ...energyColumns),
  row: (solved, hydro, cell) => rowOf(solved, hydro, cell).toSpliced(replaced, 1, ...energyValues(solved, hydro, cell)),
});

function rowOf(solved: SolvedStage, hydro: Hydro, { block, hours, cell }: TableCell): CellValue[] {
  const { columns } = solved.model;
  const at = hydro.at[solved.stage.index]!;
  const h = hydro.index;
  const v = (column: number | undefined) => solved.value(column);
  const [turbined, spilled] = [v(columns.turbined[cell]), v(columns.spillage[cell])];
  const rho = at.production.model === 'constant_productivity' ? at.production.productivityMwPerM3s : null;
  const generation = rho === null ? v(columns.generation[cell]) : rho * turbined;
  const inflow = solved.inflow(h);
  const units = missingOfUnits(solved, hydro, cell);
  // One quantity for the stage stands at its first block.
  const evaporating = columns.evaporation[cell]! < 0 ? h * solved.blocks : cell;
  return [
    turbined,
    spilled,
    turbined + spilled,
    columns.evaporation[evaporating]! < 0 ? null : v(columns.evaporation[evaporating]),
    divertedInto(solved, h, block),
    columns.diversion[cell]! < 0 ? null : v(columns.diversion[cell]),
    inflow,
    inflow + fromUpstream(solved, h, block),
    solved.storageBefore(h, block),
    solved.storageAfter(h, block),
    generation,
    generation * hours,
    rho,
    at.penalties.spillageCost * spilled * hours,
    waterValue(solved, h, block),
    bindingCode(solved, hydro),
    stateCode(at.state),
    v(columns.turbinedBelow[cell]) + units.flow,
    v(columns.outflowBelow[cell]),
    v(columns.outflowAbove[cell]),
    v(columns.generationBelow[cell]) + units.power,
    v(columns.storageBelow[h]),
    v(columns.fillingShortfall[h]),
    v(columns.evaporationOver[evaporating]),
    v(columns.evaporationUnder[evaporating]),
    v(columns.inflowSlack[h]),
    v(columns.withdrawalOver[h]),
    v(columns.withdrawalUnder[h]),
  ];
}

/** Water reaches the first existing plant downstream, and so does the inflow of plants that do not exist. */
function fromUpstream(solved: SolvedStage, hydro: number, block: number): number {
  let sum = delayedFlow(solved, hydro, block);
  for (const other of solved.study.system.hydros) {
    if (other.index === hydro || solved.receiver(other.downstreamIndex) !== hydro) continue;
    sum += promptFlow(solved, other, block);
    if (other.at[solved.stage.index]!.state === 'absent') sum += solved.inflow(other.index);
  }
  return sum;
}

function divertedInto(solved: SolvedStage, hydro: number, block: number): number | null {
  const sources = solved.study.system.hydros.filter(({ diversion }) => {
    return diversion !== null && solved.receiver(diversion.targetIndex) === hydro;
  });
  if (sources.length === 0) return null;
  const { diversion } = solved.model.columns;
  return sources.reduce((sum, { index }) => sum + solved.value(diversion[index * solved.blocks + block]), 0);
}

function waterValue(solved: SolvedStage, hydro: number, block: number): number {
  const row = solved.model.rows.waterBalance[hydro * solved.blocks + (solved.chronological ? block : 0)]!;
  return row < 0 ? 0 : -solved.dual[row]! * moneyScale + 0;
}

function bindingCode(solved: SolvedStage, hydro: Hydro): number {
  const { minStorageHm3, maxStorageHm3, state } = hydro.at[solved.stage.index]!;
  if (state === 'absent') return 0;
  const storage = solved.outgoing[hydro.index]!;
  const near = 1e-6 * Math.max(1, maxStorageHm3);
  return (storage <= minStorageHm3 + near ? 1 : 0) + (storage >= maxStorageHm3 - near ? 2 : 0);
}

function stateCode(state: 'absent' | 'filling' | 'operating'): number {
  if (state === 'operating') return operativeState.operating;
  return state === 'filling' ? operativeState.filling : operativeState.deactivated;
}
