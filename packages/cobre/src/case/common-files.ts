import { edition, optional, parquet, required, sinceCurrent } from './file-spec.js';
import { configFile } from './schema/config.js';
import { currentConfigFile, readConfig } from './schema/current/config.js';
import {
  currentGenericConstraintsFile,
  genericParametersFile,
  postStudyStagesFile,
  readGenericConstraints,
} from './schema/current/generic.js';
import { currentInitialConditionsFile, readInitialConditions } from './schema/current/initial-conditions.js';
import { currentPenaltiesFile, readPenalties } from './schema/current/penalties.js';
import { currentStagesFile, readStages } from './schema/current/stages.js';
import { initialConditionsFile } from './schema/initial-conditions.js';
import { penaltiesFile } from './schema/penalties.js';
import { correlationFile, genericConstraintsFile } from './schema/scenarios.js';
import { stagesFile } from './schema/stages.js';
import * as tables from './table/tables.js';

/** Files that belong to no equipment. */
export const commonFiles = {
  config: required('config.json', configFile, edition(currentConfigFile, readConfig)),
  penalties: required('penalties.json', penaltiesFile, edition(currentPenaltiesFile, readPenalties)),
  stages: required('stages.json', stagesFile, edition(currentStagesFile, readStages)),
  initialConditions: required(
    'initial_conditions.json',
    initialConditionsFile,
    edition(currentInitialConditionsFile, readInitialConditions),
  ),
  correlation: optional('scenarios/correlation.json', correlationFile),
  noiseOpenings: parquet('scenarios/noise_openings.parquet', tables.noiseOpenings),
  genericConstraints: optional(
    'constraints/generic_constraints.json',
    genericConstraintsFile,
    edition(currentGenericConstraintsFile, readGenericConstraints),
  ),
  genericBounds: parquet('constraints/generic_constraint_bounds.parquet', tables.genericConstraintBounds),
  genericParameters: sinceCurrent(optional('constraints/generic_parameters.json', genericParametersFile)),
  postStudyStages: sinceCurrent(optional('post_study_stages.json', postStudyStagesFile)),
} as const;
