import { type CostKind, costKinds, moneyScale } from '../../stage/index.js';
import { blockColumn, doubles, type ResultTable, stageColumn } from '../result-table.js';
import type { SolvedStage } from '../solved-stage.js';

const violations: readonly CostKind[] = [
  'outflow_below',
  'outflow_above',
  'turbined_below',
  'generation_below',
  'evaporation_violation',
  'withdrawal_violation',
];

/** One row per stage. `total_cost` includes the future: add up `discount_factor · immediate_cost` instead. */
export const costs: ResultTable = {
  folder: 'costs',
  columns: [
    stageColumn,
    blockColumn,
    ...doubles({
      total_cost: ['$', 'Objective of the stage, future cost included'],
      immediate_cost: ['$', 'Cost of the stage itself'],
      future_cost: ['$', 'Discounted cost of all later stages'],
      discount_factor: ['', 'Cumulative discount from the first stage'],
      thermal_cost: ['$', 'Thermal generation'],
      contract_cost: ['$', 'Contracts; negative when exports earn'],
      deficit_cost: ['$', 'Load not served'],
      excess_cost: ['$', 'Power nobody could use'],
      storage_violation_cost: ['$', 'Storage below its minimum'],
      filling_target_cost: ['$', 'Dead volume not filled in time'],
      hydro_violation_cost: ['$', 'Sum of the six that follow'],
      outflow_violation_below_cost: ['$', 'Outflow below its minimum'],
      outflow_violation_above_cost: ['$', 'Outflow above its maximum'],
      turbined_violation_cost: ['$', 'Turbined flow below its minimum'],
      generation_violation_cost: ['$', 'Generation below its minimum'],
      evaporation_violation_cost: ['$', 'Evaporation other than the surface asks for'],
      withdrawal_violation_cost: ['$', 'Withdrawal other than owed'],
      inflow_penalty_cost: ['$', 'Inflow bought to be non-negative'],
      generic_violation_cost: ['$', 'Slacks of generic constraints'],
      spillage_cost: ['$', 'Spillage and diversion'],
      fpha_turbined_cost: ['$', 'Turbined flow of plants with a production function'],
      curtailment_cost: ['$', 'Available power of non-controllable sources not used'],
      exchange_cost: ['$', 'Power moved over lines'],
      pumping_cost: ['$', 'Pumping has no price of its own'],
    }),
  ],
  rows(solved, add) {
    const byKind = sumByKind(solved);
    const of = (kind: CostKind) => byKind[costKinds.indexOf(kind)]!;
    add(
      solved.stage.id,
      null,
      solved.objective * moneyScale,
      (solved.objective - solved.future) * moneyScale,
      solved.future * moneyScale,
      solved.cumulativeDiscount,
      of('thermal'),
      of('contract'),
      of('deficit'),
      of('excess'),
      of('storage_violation'),
      of('filling_target'),
      violations.reduce((sum, kind) => sum + of(kind), 0),
      ...violations.map(of),
      of('inflow_penalty'),
      of('generic_violation'),
      of('spillage') + of('diversion'),
      of('fpha_turbined'),
      of('curtailment') + availableWorth(solved),
      of('exchange'),
      0,
    );
  },
};

function sumByKind(solved: SolvedStage): Float64Array {
  const sums = new Float64Array(costKinds.length);
  const { kinds, lp } = solved.model;
  for (let column = 0; column < kinds.length; column++) {
    sums[kinds[column]!]! += lp.cost[column]! * solved.value(column) * moneyScale;
  }
  return sums;
}

/** The column of a source carries a reward for generation; with this constant it becomes the price of curtailment. */
function availableWorth(solved: SolvedStage): number {
  let sum = 0;
  for (const source of solved.study.system.nonControllableSources) {
    const at = source.at[solved.stage.index]!;
    if (!at.exists) continue;
    const available = solved.realization[solved.space.hydroCount + solved.space.busCount + source.index]!;
    solved.stage.blocks.forEach(({ hours }, k) => {
      sum += at.curtailmentCostPerMwh * hours * available * (at.blockFactors[k] ?? 1);
    });
  }
  return sum;
}
