/** What is read all the same, though it is seldom meant. */
import { set } from '../edit.js';
import { equipped } from './equipped.js';
import { type Doubt, type Topic, topic } from './rejection.js';

const contracts = 'system/energy_contracts.json';
const batteries = 'system/batteries.json';
const battery = {
  id: 6,
  name: 'Battery',
  bus_id: 0,
  energy: { capacity_mwh: 10 },
  charge: { max_mw: 5, efficiency: 1 },
  discharge: { max_mw: 5, efficiency: 1 },
};

const rows: readonly Doubt[] = [
  [
    'an export that costs',
    { file: contracts, entity_id: 3, rule: 'export price' },
    /an export that earns has a negative price/,
    /Change the sign of price_per_mwh/,
    (f) => {
      set(f, contracts, 'contracts.0.type', 'export');
      set(f, contracts, 'contracts.0.price_per_mwh', 5);
    },
  ],
  [
    'a target of a battery that is free',
    { file: batteries, entity_id: 6, field: 'final_target_mwh' },
    /no effect unless end_of_stage is final_target/,
    /Set end_of_stage to final_target/,
    (f) => {
      f[batteries] = { batteries: [{ ...battery, final_target_mwh: 5 }] };
    },
  ],
  [
    'inflows with a memory that no stage keeps',
    { file: 'stages.json', field: 'state_variables.inflow_lags' },
    /no stage has 'state_variables\.inflow_lags'/,
    /Set state_variables\.inflow_lags to true/,
    (f) => {
      f['scenarios/inflow_ar_coefficients.parquet'] = [
        { hydro_id: 0, stage_id: 1, lag: 1, coefficient: 0.5, residual_std_ratio: 1 },
      ];
      set(f, 'initial_conditions.json', 'recent_observations', [
        { hydro_id: 0, start_date: '2023-12-01', end_date: '2024-01-01', value_m3s: 5 },
      ]);
    },
  ],
  [
    'user constraints without bounds',
    { file: 'constraints/generic_constraint_bounds.parquet' },
    /has no effect without rows in/,
    /Add constraints\/generic_constraint_bounds\.parquet/,
    (f) => {
      const constraint = { id: 4, name: 'Mine', expression: 'thermal_generation(0)', slack: { enabled: false } };
      f['constraints/generic_constraints.json'] = { constraints: [constraint] };
    },
  ],
];

export const odd: readonly Topic<Doubt>[] = [topic('1.3', 'cases', rows, equipped)];
