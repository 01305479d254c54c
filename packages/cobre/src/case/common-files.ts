import { optional, parquet, required } from './file-spec.js';
import { configFile } from './schema/config.js';
import { initialConditionsFile } from './schema/initial-conditions.js';
import { penaltiesFile } from './schema/penalties.js';
import { correlationFile, genericConstraintsFile } from './schema/scenarios.js';
import { stagesFile } from './schema/stages.js';
import * as tables from './table/tables.js';

/** Files that belong to no equipment. */
export const commonFiles = {
  config: required('config.json', configFile),
  penalties: required('penalties.json', penaltiesFile),
  stages: required('stages.json', stagesFile),
  initialConditions: required('initial_conditions.json', initialConditionsFile),
  correlation: optional('scenarios/correlation.json', correlationFile),
  noiseOpenings: parquet('scenarios/noise_openings.parquet', tables.noiseOpenings),
  genericConstraints: optional('constraints/generic_constraints.json', genericConstraintsFile),
  genericBounds: parquet('constraints/generic_constraint_bounds.parquet', tables.genericConstraintBounds),
} as const;
