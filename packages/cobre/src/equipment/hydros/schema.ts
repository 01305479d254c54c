import * as z from 'zod';
import { edition, optional, parquet, required, sinceCurrent } from '../../case/file-spec.js';
import { currentHydroCosts, inOldWords } from '../../case/schema/current/penalties.js';
import { hydroCostOverrides } from '../../case/schema/penalties.js';
import {
  dated,
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

const generationLimits = {
  min_turbined_m3s: nonNegative,
  max_turbined_m3s: nonNegative,
  min_generation_mw: nonNegative,
  max_generation_mw: nonNegative,
};

const models = z.enum(['constant_productivity', 'linearized_head', 'fpha']);

/** What both generations write in the same way. */
const shared = {
  id: entityId,
  name: z.string(),
  downstream_id: entityId.nullish().describe('Receives turbined and spilled water; null when it leaves the system'),
  ...lifetime,
  reservoir: z.object({ min_storage_hm3: nonNegative, max_storage_hm3: nonNegative }),
  outflow: z.object({ min_outflow_m3s: nonNegative, max_outflow_m3s: nonNegative.nullish() }),
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
};

const described = 'Hydro plants; the list may be empty';

const hydrosFile = fileRoot({
  hydros: z.array(
    z.object({
      ...shared,
      bus_id: entityId,
      generation: z.object({ model: models, productivity_mw_per_m3s: nonNegative.nullish(), ...generationLimits }),
      filling: z
        .object({
          start_stage_id: stageId,
          filling_inflow_m3s: nonNegative.nullish().meta(withoutEffect(fillingInflow)),
        })
        .nullish(),
      penalties: hydroCostOverrides.nullish(),
    }),
  ),
}).describe(described);

const unitGroup = z.object({ id: z.int().min(0), name: z.string(), bus_id: entityId, ...generationLimits });

const currentHydrosFile = fileRoot({
  hydros: z.array(
    z.object({
      ...shared,
      ...dated,
      generation: z.object({ model: models, ...generationLimits }),
      unit_groups: z.array(unitGroup).min(1).describe('The units of the plant, by the bus they feed'),
      travel_time_hours: nonNegative.nullish().describe('How long released water takes to the plant downstream'),
      specific_productivity_mw_per_m3s_per_m: positive.nullish().describe('MW per m³/s and metre of head'),
      filling: z
        .object({
          start_stage_id: stageId,
          filling_min_rate_m3s: nonNegative.nullish().describe('The least that a filling reservoir should gain'),
        })
        .nullish(),
      penalties: currentHydroCosts.nullish(),
    }),
  ),
}).describe(described);

export type UnitGroupEntry = z.output<typeof unitGroup>;

/** A plant of a case of either generation; `bus_id` is the bus of its first units. */
export type HydroEntry = z.output<typeof hydrosFile>['hydros'][number] & {
  readonly unit_groups?: readonly UnitGroupEntry[];
  readonly travel_time_hours?: number | null | undefined;
  readonly specific_productivity_mw_per_m3s_per_m?: number | null | undefined;
};

function readHydros({ hydros }: z.output<typeof currentHydrosFile>): { hydros: HydroEntry[] } {
  return {
    hydros: hydros.map(({ filling, penalties, ...entry }) => ({
      ...entry,
      bus_id: entry.unit_groups[0]!.bus_id,
      filling: filling && { start_stage_id: filling.start_stage_id, filling_inflow_m3s: filling.filling_min_rate_m3s },
      penalties: penalties && inOldWords(penalties),
    })),
  };
}

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

/** A choice of a model, for a range of stages or a season, with the keys each generation has for it. */
const productionModelList = <Keys extends z.ZodRawShape>(keys: Keys) =>
  z.array(
    z.discriminatedUnion('selection_mode', [
      z.object({
        hydro_id: entityId,
        selection_mode: z.literal('stage_ranges'),
        stage_ranges: z
          .array(
            z.object({
              start_stage_id: stageId,
              end_stage_id: stageId.nullish().describe('Inclusive'),
              model: models,
              ...keys,
            }),
          )
          .min(1),
      }),
      z.object({
        hydro_id: entityId,
        selection_mode: z.literal('seasonal'),
        default_model: models.describe('Of seasons that are not listed; so are the keys beside it'),
        ...keys,
        seasons: z.array(z.object({ season_id: z.int().min(0), model: models, ...keys })),
      }),
    ]),
  );

const whose = 'Production model of a hydro by stage or season';

const productionModelsFile = fileRoot({
  production_models: productionModelList({
    fpha_config: fphaConfig.nullish(),
    productivity_override: positive.nullish(),
  }),
}).describe(whose);

const referenceVolume = z
  .object({ volume_hm3: nonNegative.nullish(), percentile: z.number().min(0).max(1).nullish() })
  .refine((at) => (typeof at.volume_hm3 === 'number') !== (typeof at.percentile === 'number'), {
    message: 'Needs either volume_hm3 or percentile, and not both',
  });

const planeReduction = z.discriminatedUnion('method', [
  z.object({ method: z.literal('angle'), tolerance_deg: z.number().min(0).max(90) }),
  z.object({ method: z.literal('distance'), tolerance_pct: nonNegative, n_samples: z.int().min(1) }),
]);

/** One volume stands for a reservoir that hardly moves. */
const currentFphaConfig = fphaConfig.extend({ volume_discretization_points: z.int().min(1).nullish() });

const currentProductionModelsFile = fileRoot({
  production_models: productionModelList({
    fpha_config: currentFphaConfig.nullish(),
    productivity_mw_per_m3s: nonNegative.nullish().describe('0 is an outage; null when a table supplies it'),
    reference_volume: referenceVolume.nullish().describe('Where the equivalent productivity is taken'),
  }),
  fpha_plane_reduction: planeReduction.nullish(),
}).describe(whose);

type Models = z.output<typeof productionModelsFile>['production_models'][number];
type Ranges = Extract<Models, { selection_mode: 'stage_ranges' }>;
type Seasonal = Extract<Models, { selection_mode: 'seasonal' }>;
interface NewKeys {
  readonly reference_volume?: z.output<typeof referenceVolume> | null | undefined;
}

/** Models of one plant in a case of either generation. */
export type ProductionModelEntry =
  | (Omit<Ranges, 'stage_ranges'> & { readonly stage_ranges: readonly (Ranges['stage_ranges'][number] & NewKeys)[] })
  | (Omit<Seasonal, 'seasons'> & NewKeys & { readonly seasons: readonly (Seasonal['seasons'][number] & NewKeys)[] });

export interface ProductionModelsFile {
  readonly production_models: readonly ProductionModelEntry[];
  readonly fpha_plane_reduction?: z.output<typeof planeReduction> | null | undefined;
}

/** Both generations call the productivity of a choice the same from here on. */
function readProductionModels(file: z.output<typeof currentProductionModelsFile>): ProductionModelsFile {
  const renamed = <C extends { productivity_mw_per_m3s?: number | null | undefined }>(choice: C) => {
    const { productivity_mw_per_m3s: productivity_override, ...others } = choice;
    return { ...others, productivity_override };
  };
  return {
    ...file,
    production_models: file.production_models.map((entry) =>
      entry.selection_mode === 'stage_ranges'
        ? { ...entry, stage_ranges: entry.stage_ranges.map(renamed) }
        : { ...renamed(entry), seasons: entry.seasons.map(renamed) },
    ),
  };
}

export const files = {
  hydros: required('system/hydros.json', hydrosFile, edition(currentHydrosFile, readHydros)),
  productionModels: optional(
    'system/hydro_production_models.json',
    productionModelsFile,
    edition(currentProductionModelsFile, readProductionModels),
  ),
  hydroGeometry: parquet('system/hydro_geometry.parquet', tables.geometry),
  fphaHyperplanes: parquet('system/fpha_hyperplanes.parquet', tables.hyperplanes),
  inflowHistory: parquet('scenarios/inflow_history.parquet', tables.inflowHistory),
  inflowStats: parquet('scenarios/inflow_seasonal_stats.parquet', tables.inflowStats),
  arCoefficients: parquet('scenarios/inflow_ar_coefficients.parquet', tables.arCoefficients),
  annualComponent: parquet('scenarios/inflow_annual_component.parquet', tables.annualComponent),
  externalInflow: parquet('scenarios/external_inflow_scenarios.parquet', tables.externalScenarios, [
    'scenarios/external_scenarios.parquet',
  ]),
  hydroEnergyProductivity: sinceCurrent(parquet('system/hydro_energy_productivity.parquet', tables.energyProductivity)),
  tailraceCurves: sinceCurrent(parquet('system/tailrace_curves.parquet', tables.tailraceCurves)),
  unitGroupBounds: sinceCurrent(parquet('constraints/hydro_unit_group_bounds.parquet', tables.unitGroupBounds)),
  hydroBounds: parquet('constraints/hydro_bounds.parquet', tables.bounds),
  penaltyOverridesHydro: parquet('constraints/penalty_overrides_hydro.parquet', tables.penaltyOverrides),
} as const;

export type FphaConfigEntry = z.output<typeof fphaConfig>;
