import type { z } from 'zod';
import { configFile } from './schema/config.js';
import { hydrosFile, productionModelsFile } from './schema/hydros.js';
import { initialConditionsFile } from './schema/initial-conditions.js';
import { penaltiesFile } from './schema/penalties.js';
import {
  correlationFile,
  exchangeFactorsFile,
  genericConstraintsFile,
  loadFactorsFile,
  nonControllableFactorsFile,
} from './schema/scenarios.js';
import { stagesFile } from './schema/stages.js';
import {
  busesFile,
  energyContractsFile,
  linesFile,
  nonControllableSourcesFile,
  pumpingStationsFile,
  thermalsFile,
} from './schema/system.js';
import { type Columns, type Row, rowSchema, type Table } from './table/column.js';
import * as tables from './table/tables.js';

/** One file of a case directory. */
export type CaseFileSpec = JsonFileSpec | TableFileSpec;

export interface JsonFileSpec<Schema extends z.ZodType = z.ZodType, Required extends boolean = boolean> {
  readonly format: 'json';
  readonly path: string;
  readonly required: Required;
  readonly schema: Schema;
}

export interface TableFileSpec<C extends Columns = Columns> {
  readonly format: 'parquet';
  readonly path: string;
  readonly required: false;
  readonly table: Table<C>;
  /** Names the file had in other descriptions of the format. */
  readonly aliases: readonly string[];
}

const required = <S extends z.ZodType>(path: string, schema: S): JsonFileSpec<S, true> => ({
  format: 'json',
  path,
  required: true,
  schema,
});

const optional = <S extends z.ZodType>(path: string, schema: S): JsonFileSpec<S, false> => ({
  format: 'json',
  path,
  required: false,
  schema,
});

const parquet = <C extends Columns>(
  path: string,
  table: Table<C>,
  aliases: readonly string[] = [],
): TableFileSpec<C> => ({
  format: 'parquet',
  path,
  required: false,
  table,
  aliases,
});

/** The forty files a case may have, under the names the rest of this package uses for them. */
export const caseFiles = {
  config: required('config.json', configFile),
  penalties: required('penalties.json', penaltiesFile),
  stages: required('stages.json', stagesFile),
  initialConditions: required('initial_conditions.json', initialConditionsFile),
  buses: required('system/buses.json', busesFile),
  lines: required('system/lines.json', linesFile),
  hydros: required('system/hydros.json', hydrosFile),
  thermals: required('system/thermals.json', thermalsFile),
  nonControllableSources: optional('system/non_controllable_sources.json', nonControllableSourcesFile),
  pumpingStations: optional('system/pumping_stations.json', pumpingStationsFile),
  energyContracts: optional('system/energy_contracts.json', energyContractsFile),
  productionModels: optional('system/hydro_production_models.json', productionModelsFile),
  hydroGeometry: parquet('system/hydro_geometry.parquet', tables.hydroGeometry),
  fphaHyperplanes: parquet('system/fpha_hyperplanes.parquet', tables.fphaHyperplanes),
  inflowHistory: parquet('scenarios/inflow_history.parquet', tables.inflowHistory),
  inflowStats: parquet('scenarios/inflow_seasonal_stats.parquet', tables.inflowSeasonalStats),
  arCoefficients: parquet('scenarios/inflow_ar_coefficients.parquet', tables.inflowArCoefficients),
  annualComponent: parquet('scenarios/inflow_annual_component.parquet', tables.inflowAnnualComponent),
  externalInflow: parquet('scenarios/external_inflow_scenarios.parquet', tables.externalInflowScenarios, [
    'scenarios/external_scenarios.parquet',
  ]),
  externalLoad: parquet('scenarios/external_load_scenarios.parquet', tables.externalLoadScenarios),
  externalNcs: parquet('scenarios/external_ncs_scenarios.parquet', tables.externalNcsScenarios),
  loadStats: parquet('scenarios/load_seasonal_stats.parquet', tables.loadSeasonalStats),
  loadFactors: optional('scenarios/load_factors.json', loadFactorsFile),
  correlation: optional('scenarios/correlation.json', correlationFile),
  ncsStats: parquet('scenarios/non_controllable_stats.parquet', tables.nonControllableStats, [
    'scenarios/non_controllable_models.parquet',
  ]),
  ncsFactors: optional('scenarios/non_controllable_factors.json', nonControllableFactorsFile),
  noiseOpenings: parquet('scenarios/noise_openings.parquet', tables.noiseOpenings),
  thermalBounds: parquet('constraints/thermal_bounds.parquet', tables.thermalBounds),
  hydroBounds: parquet('constraints/hydro_bounds.parquet', tables.hydroBounds),
  lineBounds: parquet('constraints/line_bounds.parquet', tables.lineBounds),
  pumpingBounds: parquet('constraints/pumping_bounds.parquet', tables.pumpingBounds),
  contractBounds: parquet('constraints/contract_bounds.parquet', tables.contractBounds),
  ncsBounds: parquet('constraints/ncs_bounds.parquet', tables.ncsBounds),
  exchangeFactors: optional('constraints/exchange_factors.json', exchangeFactorsFile),
  genericConstraints: optional('constraints/generic_constraints.json', genericConstraintsFile),
  genericBounds: parquet('constraints/generic_constraint_bounds.parquet', tables.genericConstraintBounds),
  penaltyOverridesBus: parquet('constraints/penalty_overrides_bus.parquet', tables.penaltyOverridesBus),
  penaltyOverridesLine: parquet('constraints/penalty_overrides_line.parquet', tables.penaltyOverridesLine),
  penaltyOverridesHydro: parquet('constraints/penalty_overrides_hydro.parquet', tables.penaltyOverridesHydro),
  penaltyOverridesNcs: parquet('constraints/penalty_overrides_ncs.parquet', tables.penaltyOverridesNcs),
} as const;

export type CaseFileKey = keyof typeof caseFiles;

type Content<Spec> =
  Spec extends JsonFileSpec<infer Schema>
    ? z.output<Schema>
    : Spec extends TableFileSpec<infer C>
      ? readonly Row<C>[]
      : never;

/** What the files of one case say, file by file, with types checked and nothing resolved yet. */
export type RawCase = {
  readonly [K in CaseFileKey]: (typeof caseFiles)[K]['required'] extends true
    ? Content<(typeof caseFiles)[K]>
    : Content<(typeof caseFiles)[K]> | null;
};

/** The schema of every file by its path, for export as JSON Schema. */
export const caseSchemas: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.values(caseFiles).map((spec: CaseFileSpec) => [
    spec.path,
    spec.format === 'json' ? spec.schema : rowSchema(spec.table),
  ]),
);
