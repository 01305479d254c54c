import * as z from 'zod';
import { scenarioSummary, listScenarios as summarise } from '../service/cases/scenarios.js';
import { operation } from './operation.js';
import { caseDir } from './shared-fields.js';

export const listScenarios = operation({
  name: 'cobre/list-scenarios',
  title: 'Scenarios of a case',
  description:
    'Where the scenarios of a case come from (a PAR model or external files), how many are simulated, how many stages and hydros they cover, and the size of the PAR model. The values themselves are in the resource cobre://case/{case_dir}/scenarios/{entity_id}.',
  effect: 'read',
  narrower: 'read the scenarios of one hydro by their resource.',
  timeoutMs: 10_000,
  input: z.strictObject({ case_dir: caseDir }),
  output: scenarioSummary,
  run: ({ case_dir }, { app, files, signal }) => summarise(files, app.engine, case_dir, signal),
});
