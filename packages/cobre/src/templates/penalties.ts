/** What it costs to break a rule: dearer than any plant, cheaper than an infeasible stage. */
export const penalties = {
  bus: { deficit_segments: [{ depth_mw: null, cost: 1500 }], excess_cost: 0.01 },
  line: { exchange_cost: 0.05 },
  hydro: {
    spillage_cost: 0.01,
    turbined_cost: 0,
    diversion_cost: 0.01,
    storage_violation_below_cost: 10000,
    filling_target_violation_cost: 20000,
    turbined_violation_below_cost: 1000,
    outflow_violation_below_cost: 1000,
    outflow_violation_above_cost: 1000,
    generation_violation_below_cost: 1000,
    evaporation_violation_cost: 1000,
    water_withdrawal_violation_cost: 1000,
  },
  non_controllable_source: { curtailment_cost: 0.005 },
};
