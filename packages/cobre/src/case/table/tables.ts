import { dateColumn, doubleColumn, idColumn, intColumn, optionalDouble, optionalInt, table } from './column.js';

const nonNegative = { min: 0 };
const positive = { min: 0, aboveMin: true };
const stage = intColumn({ description: 'Stage id' });

export const inflowSeasonalStats = table('Mean and deviation of the inflow', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: stage,
  mean_m3s: doubleColumn(),
  std_m3s: doubleColumn(nonNegative),
});

export const inflowArCoefficients = table('Standardized autoregressive coefficients', ['hydro_id', 'stage_id', 'lag'], {
  hydro_id: idColumn(),
  stage_id: stage,
  lag: intColumn({ min: 1 }),
  coefficient: doubleColumn(),
  residual_std_ratio: doubleColumn({ min: 0, aboveMin: true, max: 1 }),
});

export const inflowAnnualComponent = table('Annual term of PAR(p)-A', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: stage,
  annual_coefficient: doubleColumn(),
  annual_mean_m3s: doubleColumn(),
  annual_std_m3s: doubleColumn(positive),
});

export const inflowHistory = table('Observed inflows', ['hydro_id', 'date'], {
  hydro_id: idColumn(),
  date: dateColumn(),
  value_m3s: doubleColumn(),
});

const external = { stage_id: stage, scenario_id: intColumn(nonNegative) };

export const externalInflowScenarios = table('Inflows given from outside', ['stage_id', 'scenario_id', 'hydro_id'], {
  ...external,
  hydro_id: idColumn(),
  value_m3s: doubleColumn(),
});

export const externalLoadScenarios = table('Loads given from outside', ['stage_id', 'scenario_id', 'bus_id'], {
  ...external,
  bus_id: idColumn(),
  value_mw: doubleColumn(),
});

export const externalNcsScenarios = table('Availabilities given from outside', ['stage_id', 'scenario_id', 'ncs_id'], {
  ...external,
  ncs_id: idColumn(),
  value: doubleColumn(),
});

export const loadSeasonalStats = table('Mean and deviation of the load', ['bus_id', 'stage_id'], {
  bus_id: idColumn(),
  stage_id: stage,
  mean_mw: doubleColumn(),
  std_mw: doubleColumn(nonNegative),
});

export const nonControllableStats = table('Availability as a fraction of the capacity', ['ncs_id', 'stage_id'], {
  ncs_id: idColumn(),
  stage_id: stage,
  mean: doubleColumn({ min: 0, max: 1 }),
  std: doubleColumn(nonNegative),
});

export const noiseOpenings = table('Opening tree given by the user', ['stage_id', 'opening_index', 'entity_index'], {
  stage_id: stage,
  opening_index: intColumn(nonNegative),
  entity_index: intColumn({ min: 0, description: 'Position in the noise vector' }),
  value: doubleColumn(),
});

export const thermalBounds = table('Stage limits and costs of thermals', ['thermal_id', 'stage_id', 'block_id'], {
  thermal_id: idColumn(),
  stage_id: stage,
  block_id: optionalInt({ noEffect: 'it is reserved; the row holds for the whole stage' }),
  min_generation_mw: optionalDouble({ min: 0, aliases: ['min_mw'] }),
  max_generation_mw: optionalDouble({ min: 0, aliases: ['max_mw'] }),
  cost_per_mwh: optionalDouble(nonNegative),
});

export const hydroBounds = table('Stage limits of hydros', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: stage,
  min_turbined_m3s: optionalDouble(nonNegative),
  max_turbined_m3s: optionalDouble(nonNegative),
  min_storage_hm3: optionalDouble(nonNegative),
  max_storage_hm3: optionalDouble(nonNegative),
  min_outflow_m3s: optionalDouble(nonNegative),
  max_outflow_m3s: optionalDouble(nonNegative),
  min_generation_mw: optionalDouble(nonNegative),
  max_generation_mw: optionalDouble(nonNegative),
  max_diversion_m3s: optionalDouble(nonNegative),
  filling_inflow_m3s: optionalDouble({
    min: 0,
    noEffect: 'how much a filling reservoir retains follows from the cost of missing its target',
  }),
  water_withdrawal_m3s: optionalDouble({ description: 'Negative values add water' }),
});

export const lineBounds = table('Stage capacities of lines', ['line_id', 'stage_id'], {
  line_id: idColumn(),
  stage_id: stage,
  direct_mw: optionalDouble(nonNegative),
  reverse_mw: optionalDouble(nonNegative),
});

export const pumpingBounds = table('Stage limits of pumping stations', ['station_id', 'stage_id'], {
  station_id: idColumn(),
  stage_id: stage,
  min_m3s: optionalDouble(nonNegative),
  max_m3s: optionalDouble(nonNegative),
});

export const contractBounds = table('Stage limits and prices of contracts', ['contract_id', 'stage_id'], {
  contract_id: idColumn(),
  stage_id: stage,
  min_mw: optionalDouble(nonNegative),
  max_mw: optionalDouble(nonNegative),
  price_per_mwh: optionalDouble(),
});

export const ncsBounds = table('Stage capacity of non-controllable sources', ['ncs_id', 'stage_id'], {
  ncs_id: idColumn(),
  stage_id: stage,
  available_generation_mw: doubleColumn(nonNegative),
});

export const genericConstraintBounds = table(
  'Right-hand sides of the user constraints',
  ['constraint_id', 'stage_id', 'block_id'],
  {
    constraint_id: idColumn(),
    stage_id: stage,
    block_id: optionalInt({ description: 'Null: every block' }),
    bound: doubleColumn(),
  },
);

export const penaltyOverridesBus = table('Stage penalties of buses', ['bus_id', 'stage_id'], {
  bus_id: idColumn(),
  stage_id: stage,
  excess_cost: optionalDouble(positive),
});

export const penaltyOverridesLine = table('Stage penalties of lines', ['line_id', 'stage_id'], {
  line_id: idColumn(),
  stage_id: stage,
  exchange_cost: optionalDouble(positive),
});

export const penaltyOverridesNcs = table('Stage penalties of non-controllable sources', ['source_id', 'stage_id'], {
  source_id: idColumn({ aliases: ['ncs_id'] }),
  stage_id: stage,
  curtailment_cost: optionalDouble(positive),
});

export const penaltyOverridesHydro = table('Stage penalties of hydros', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: stage,
  spillage_cost: optionalDouble(positive),
  fpha_turbined_cost: optionalDouble(nonNegative),
  diversion_cost: optionalDouble(positive),
  storage_violation_below_cost: optionalDouble(positive),
  filling_target_violation_cost: optionalDouble(positive),
  turbined_violation_below_cost: optionalDouble(positive),
  outflow_violation_below_cost: optionalDouble(positive),
  outflow_violation_above_cost: optionalDouble(positive),
  generation_violation_below_cost: optionalDouble(positive),
  evaporation_violation_cost: optionalDouble(positive),
  evaporation_violation_pos_cost: optionalDouble(positive),
  evaporation_violation_neg_cost: optionalDouble(positive),
  water_withdrawal_violation_cost: optionalDouble(positive),
  water_withdrawal_violation_pos_cost: optionalDouble(positive),
  water_withdrawal_violation_neg_cost: optionalDouble(positive),
  inflow_nonnegativity_cost: optionalDouble(positive),
});

export const hydroGeometry = table('Volume, height and area of reservoirs', [], {
  hydro_id: idColumn(),
  volume_hm3: doubleColumn(nonNegative),
  height_m: doubleColumn(),
  area_km2: doubleColumn(nonNegative),
});

const validity = 'it describes where a plane was fitted; planes hold everywhere';

export const fphaHyperplanes = table('Precomputed production planes', ['hydro_id', 'stage_id', 'plane_id'], {
  hydro_id: idColumn(),
  stage_id: optionalInt({ description: 'Null: all stages' }),
  plane_id: intColumn(),
  gamma_0: doubleColumn(),
  gamma_v: doubleColumn(),
  gamma_q: doubleColumn(),
  gamma_s: doubleColumn(),
  kappa: optionalDouble({ description: 'Null: 1' }),
  valid_v_min_hm3: optionalDouble({ noEffect: validity }),
  valid_v_max_hm3: optionalDouble({ noEffect: validity }),
  valid_q_max_m3s: optionalDouble({ noEffect: validity }),
});
