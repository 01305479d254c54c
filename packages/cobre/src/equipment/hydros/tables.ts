import {
  aboveZero,
  blockIdColumn,
  dateColumn,
  doubleColumn,
  externalKey,
  idColumn,
  intColumn,
  notNegative,
  optionalDouble,
  optionalInt,
  stageIdColumn,
  table,
} from '../../case/table/column.js';

export const inflowStats = table('Mean and deviation of the inflow', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: stageIdColumn,
  mean_m3s: doubleColumn(),
  std_m3s: doubleColumn(notNegative),
});

export const arCoefficients = table('Standardized autoregressive coefficients', ['hydro_id', 'stage_id', 'lag'], {
  hydro_id: idColumn(),
  stage_id: stageIdColumn,
  lag: intColumn({ min: 1 }),
  coefficient: doubleColumn(),
  residual_std_ratio: doubleColumn({ min: 0, aboveMin: true, max: 1 }),
});

export const annualComponent = table('Annual term of PAR(p)-A', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: stageIdColumn,
  annual_coefficient: doubleColumn(),
  annual_mean_m3s: doubleColumn(),
  annual_std_m3s: doubleColumn(aboveZero),
});

export const inflowHistory = table('Observed inflows', ['hydro_id', 'date'], {
  hydro_id: idColumn(),
  date: dateColumn({ renamed: 'start_date' }),
  end_date: dateColumn({ only: 'current', description: 'Exclusive; the value is the mean of the window' }),
  value_m3s: doubleColumn(),
});

export const externalScenarios = table('Inflows given from outside', ['stage_id', 'scenario_id', 'hydro_id'], {
  ...externalKey,
  hydro_id: idColumn(),
  value_m3s: doubleColumn(),
});

export const bounds = table('Stage limits of hydros', ['hydro_id', 'stage_id', 'block_id'], {
  hydro_id: idColumn(),
  stage_id: stageIdColumn,
  block_id: blockIdColumn,
  min_turbined_m3s: optionalDouble(notNegative),
  max_turbined_m3s: optionalDouble(notNegative),
  min_storage_hm3: optionalDouble(notNegative),
  max_storage_hm3: optionalDouble(notNegative),
  min_outflow_m3s: optionalDouble(notNegative),
  max_outflow_m3s: optionalDouble(notNegative),
  min_generation_mw: optionalDouble(notNegative),
  max_generation_mw: optionalDouble(notNegative),
  max_diversion_m3s: optionalDouble(notNegative),
  min_diversion_m3s: optionalDouble({ min: 0, only: 'current' }),
  min_spillage_m3s: optionalDouble({ min: 0, only: 'current' }),
  max_spillage_m3s: optionalDouble({ min: 0, only: 'current' }),
  filling_inflow_m3s: optionalDouble({
    min: 0,
    renamed: 'filling_min_rate_m3s',
    noEffect: 'how much a filling reservoir retains follows from the cost of missing its target',
    noEffectIn: 'cobre-0.5',
  }),
  water_withdrawal_m3s: optionalDouble({ description: 'Negative values add water' }),
});

export const penaltyOverrides = table('Stage penalties of hydros', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: stageIdColumn,
  spillage_cost: optionalDouble(aboveZero),
  fpha_turbined_cost: optionalDouble({ min: 0, renamed: 'turbined_cost' }),
  diversion_cost: optionalDouble(aboveZero),
  storage_violation_below_cost: optionalDouble(aboveZero),
  filling_target_violation_cost: optionalDouble(aboveZero),
  turbined_violation_below_cost: optionalDouble(aboveZero),
  outflow_violation_below_cost: optionalDouble(aboveZero),
  outflow_violation_above_cost: optionalDouble(aboveZero),
  generation_violation_below_cost: optionalDouble(aboveZero),
  evaporation_violation_cost: optionalDouble(aboveZero),
  evaporation_violation_pos_cost: optionalDouble(aboveZero),
  evaporation_violation_neg_cost: optionalDouble(aboveZero),
  water_withdrawal_violation_cost: optionalDouble(aboveZero),
  water_withdrawal_violation_pos_cost: optionalDouble(aboveZero),
  water_withdrawal_violation_neg_cost: optionalDouble(aboveZero),
  inflow_nonnegativity_cost: optionalDouble(aboveZero),
});

export const geometry = table('Volume, height and area of reservoirs', [], {
  hydro_id: idColumn(),
  volume_hm3: doubleColumn(notNegative),
  height_m: doubleColumn(),
  area_km2: doubleColumn(notNegative),
});

export const energyProductivity = table('Equivalent productivity of hydros', ['hydro_id', 'stage_id'], {
  hydro_id: idColumn(),
  stage_id: optionalInt({ description: 'Null: all stages' }),
  equivalent_productivity_mw_per_m3s: optionalDouble(notNegative),
  reference_outflow_m3s: optionalDouble(notNegative),
  specific_productivity_mw_per_m3s_per_m: optionalDouble(aboveZero),
  reference_volume_hm3: optionalDouble({
    noEffect: 'the reference volume is given in system/hydro_production_models.json',
  }),
});

export const tailraceCurves = table('Level below the plant by outflow', ['hydro_id', 'family_id', 'segment_id'], {
  hydro_id: idColumn(),
  family_id: intColumn(),
  href_jus_m: optionalDouble({ description: 'Level of the reservoir downstream that the family is for' }),
  segment_id: intColumn(),
  q_jus_inf_m3s: doubleColumn(notNegative),
  q_jus_sup_m3s: doubleColumn(notNegative),
  a_cf0: doubleColumn(),
  a_cf1: doubleColumn(),
  a_cf2: doubleColumn(),
  a_cf3: doubleColumn(),
  a_cf4: doubleColumn(),
});

export const unitGroupBounds = table(
  'Stage limits of unit groups',
  ['hydro_id', 'hydro_unit_group_id', 'stage_id', 'block_id'],
  {
    hydro_id: idColumn(),
    hydro_unit_group_id: intColumn(notNegative),
    stage_id: stageIdColumn,
    block_id: blockIdColumn,
    min_turbined_m3s: optionalDouble(notNegative),
    max_turbined_m3s: optionalDouble(notNegative),
    min_generation_mw: optionalDouble(notNegative),
    max_generation_mw: optionalDouble(notNegative),
  },
);

const validity = 'it describes where a plane was fitted; planes hold everywhere';

export const hyperplanes = table('Precomputed production planes', ['hydro_id', 'stage_id', 'plane_id'], {
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
