import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { QueryEngine } from '../query/query-engine.js';
import { listScenarios } from '../service/cases/scenarios.js';
import { caseDir } from './shared-fields.js';

export const listScenariosTool = (engine: QueryEngine) =>
  operation({
    name: 'cobre/list-scenarios',
    title: 'Scenarios of a case',
    description:
      'Where the scenarios of a case come from (a PAR model or external files), how many are simulated, how many stages and hydros they cover, and the size of the PAR model. The values themselves are in the resource cobre://case/{case_dir}/scenarios/{entity_id}.',
    effect: 'read',
    timeoutMs: 10_000,
    input: z.strictObject({ case_dir: caseDir }),
    output: {
      type: 'object',
      properties: {
        scenario_source: { type: 'string', enum: ['par', 'external'], description: 'How scenarios are generated' },
        count: { type: 'integer', description: 'Number of scenarios (from config or external file)' },
        stages: { type: 'integer', description: 'Number of stages' },
        entities: { type: 'integer', description: 'Number of stochastic entities (hydros with inflow model)' },
        par_model: {
          type: ['object', 'null'],
          description: "PAR model summary (present when scenario_source is 'par')",
          properties: {
            max_ar_order: { type: 'integer' },
            seasons: { type: 'integer' },
            correlation_groups: { type: 'integer' },
          },
        },
      },
      required: ['scenario_source', 'count', 'stages', 'entities'],
    },
    run: ({ case_dir }, { files, signal }) => listScenarios(files, engine, case_dir, signal),
  });
