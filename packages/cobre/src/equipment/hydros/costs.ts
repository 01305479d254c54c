import type { CostColumn } from '../equipment.js';

const violations = [
  ['outflow_below', 'outflow_violation_below_cost', 'Outflow below its minimum'],
  ['outflow_above', 'outflow_violation_above_cost', 'Outflow above its maximum'],
  ['turbined_below', 'turbined_violation_cost', 'Turbined flow below its minimum'],
  ['generation_below', 'generation_violation_cost', 'Generation below its minimum'],
  ['evaporation_violation', 'evaporation_violation_cost', 'Evaporation other than the surface asks for'],
  ['withdrawal_violation', 'withdrawal_violation_cost', 'Withdrawal other than owed'],
] as const;

const single = (place: number, name: string, description: string, kind: string): CostColumn => ({
  place,
  name,
  description,
  of: (paid) => paid(kind),
});

const broken = (...column: Parameters<typeof single>): CostColumn => ({ ...single(...column), breaksLimit: true });

/** What hydros cost: violations first, preferences last. */
export const costs: readonly CostColumn[] = [
  broken(5, 'storage_violation_cost', 'Storage below its minimum', 'storage_violation'),
  broken(6, 'filling_target_cost', 'Dead volume not filled in time', 'filling_target'),
  {
    place: 7,
    name: 'hydro_violation_cost',
    description: 'Sum of the six that follow',
    of: (paid) => violations.reduce((sum, [kind]) => sum + paid(kind), 0),
  },
  ...violations.map(([kind, name, description], k) => broken(8 + k, name, description, kind)),
  broken(14, 'inflow_penalty_cost', 'Inflow bought to be non-negative', 'inflow_penalty'),
  {
    place: 20,
    name: 'spillage_cost',
    description: 'Spillage and diversion',
    of: (paid) => paid('spillage') + paid('diversion'),
  },
  {
    ...single(21, 'fpha_turbined_cost', 'Turbined flow of plants with a production function', 'fpha_turbined'),
    currentName: 'turbined_cost',
  },
];
