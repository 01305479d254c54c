import { z } from 'zod';
import { optional, parquet, required } from '../../case/file-spec.js';
import { hydroCostOverrides } from '../../case/schema/penalties.js';
import {
  entityId,
  fileRoot,
  finite,
  lifetime,
  nonNegative,
  positive,
  stageId,
  withoutEffect,
} from '../../case/schema/primitives.js';
import * as tables from './tables.js';

const tailrace = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('polynomial'),
    coefficients: z.array(finite).min(1).describe('By ascending power of the outflow'),
  }),
  z.object({
    type: z.literal('piecewise'),
    points: z.array(z.object({ outflow_m3s: nonNegative, height_m: finite })).min(1),
  }),
]);

const hydraulicLosses = z.discriminatedUnion('type', [
  z.object({ type: z.literal('factor'), value: z.number().min(0).max(1) }),
  z.object({ type: z.literal('constant'), value_m: nonNegative }),
]);

/** The optimiser already keeps what the target is worth; a forced retention could make dry openings infeasible. */
const fillingInflow = 'how much a filling reservoir retains follows from the cost of missing its target';

const hydro = z.object({
  id: entityId,
  name: z.string(),
  bus_id: entityId,
  downstream_id: entityId.nullish().describe('Receives turbined and spilled water; null when it leaves the system'),
  ...lifetime,
  reservoir: z.object({ min_storage_hm3: nonNegative, max_storage_hm3: nonNegative }),
  outflow: z.object({ min_outflow_m3s: nonNegative, max_outflow_m3s: nonNegative.nullish() }),
  generation: z.object({
    model: z.enum(['constant_productivity', 'linearized_head', 'fpha']),
    productivity_mw_per_m3s: nonNegative.nullish(),
    min_turbined_m3s: nonNegative,
    max_turbined_m3s: nonNegative,
    min_generation_mw: nonNegative,
    max_generation_mw: nonNegative,
  }),
  tailrace: tailrace.nullish(),
  hydraulic_losses: hydraulicLosses.nullish(),
  efficiency: z
    .discriminatedUnion('type', [z.object({ type: z.literal('constant'), value: z.number().gt(0).max(1) })])
    .nullish(),
  evaporation: z
    .object({
      coefficients_mm: z.array(finite).length(12).describe('January to December'),
      reference_volumes_hm3: z.array(nonNegative).length(12).nullish(),
    })
    .nullish(),
  diversion: z
    .object({
      downstream_id: entityId.nullish().describe('Receives the diverted water; null when it leaves the system'),
      max_flow_m3s: nonNegative,
    })
    .nullish(),
  filling: z
    .object({
      start_stage_id: stageId,
      filling_inflow_m3s: nonNegative.nullish().meta(withoutEffect(fillingInflow)),
    })
    .nullish(),
  penalties: hydroCostOverrides.nullish(),
});

const hydrosFile = fileRoot({ hydros: z.array(hydro) }).describe('Hydro plants; the list may be empty');

const discretization = z.int().min(2).nullish();

const fphaConfig = z.object({
  source: z.enum(['precomputed', 'computed']).nullish().describe('precomputed when absent'),
  volume_discretization_points: discretization,
  turbine_discretization_points: discretization,
  spillage_discretization_points: discretization,
  max_planes_per_hydro: z.int().min(1).nullish(),
  fitting_window: z
    .object({
      volume_min_hm3: nonNegative.nullish(),
      volume_max_hm3: nonNegative.nullish(),
      volume_min_percentile: z.number().min(0).max(1).nullish(),
      volume_max_percentile: z.number().min(0).max(1).nullish(),
    })
    .nullish(),
});

const choice = {
  model: z.enum(['constant_productivity', 'linearized_head', 'fpha']),
  fpha_config: fphaConfig.nullish(),
  productivity_override: positive.nullish(),
};

const productionModelsFile = fileRoot({
  production_models: z.array(
    z.discriminatedUnion('selection_mode', [
      z.object({
        hydro_id: entityId,
        selection_mode: z.literal('stage_ranges'),
        stage_ranges: z
          .array(
            z.object({ start_stage_id: stageId, end_stage_id: stageId.nullish().describe('Inclusive'), ...choice }),
          )
          .min(1),
      }),
      z.object({
        hydro_id: entityId,
        selection_mode: z.literal('seasonal'),
        default_model: choice.model,
        fpha_config: choice.fpha_config.describe('Goes with default_model'),
        productivity_override: choice.productivity_override.describe('Goes with default_model'),
        seasons: z.array(z.object({ season_id: z.int().min(0), ...choice })),
      }),
    ]),
  ),
}).describe('Production model of a hydro by stage or season');

export const files = {
  hydros: required('system/hydros.json', hydrosFile),
  productionModels: optional('system/hydro_production_models.json', productionModelsFile),
  hydroGeometry: parquet('system/hydro_geometry.parquet', tables.geometry),
  fphaHyperplanes: parquet('system/fpha_hyperplanes.parquet', tables.hyperplanes),
  inflowHistory: parquet('scenarios/inflow_history.parquet', tables.inflowHistory),
  inflowStats: parquet('scenarios/inflow_seasonal_stats.parquet', tables.inflowStats),
  arCoefficients: parquet('scenarios/inflow_ar_coefficients.parquet', tables.arCoefficients),
  annualComponent: parquet('scenarios/inflow_annual_component.parquet', tables.annualComponent),
  externalInflow: parquet('scenarios/external_inflow_scenarios.parquet', tables.externalScenarios, [
    'scenarios/external_scenarios.parquet',
  ]),
  hydroBounds: parquet('constraints/hydro_bounds.parquet', tables.bounds),
  penaltyOverridesHydro: parquet('constraints/penalty_overrides_hydro.parquet', tables.penaltyOverrides),
} as const;

export type HydroEntry = z.output<typeof hydrosFile>['hydros'][number];
export type ProductionModelEntry = z.output<typeof productionModelsFile>['production_models'][number];
export type FphaConfigEntry = z.output<typeof fphaConfig>;
