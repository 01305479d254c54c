/** What a column is paid for. The cost tables of the results are sums of columns by kind. */
export const costKinds = [
  'none',
  'future',
  'thermal',
  'contract',
  'deficit',
  'excess',
  'storage_violation',
  'filling_target',
  'outflow_below',
  'outflow_above',
  'turbined_below',
  'generation_below',
  'evaporation_violation',
  'withdrawal_violation',
  'inflow_penalty',
  'generic_violation',
  'spillage',
  'diversion',
  'fpha_turbined',
  'curtailment',
  'exchange',
] as const;

export type CostKind = (typeof costKinds)[number];

/** Money inside the stage problems is in thousands, like the cuts on disk, so that numbers stay near one. */
export const moneyScale = 1000;

/** One m³/s during one hour, in hm³. */
export const hm3PerFlowHour = 0.0036;
