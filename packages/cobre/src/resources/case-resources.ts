import { defineResource } from '@quadrivium/kernel';
import { jsonText } from '../query/json-values.js';
import type { QueryEngine } from '../query/query-engine.js';
import { caseListing } from '../service/cases/case-listing.js';
import {
  caseConfig,
  caseRegistry,
  caseTable,
  caseTableNames,
  entityScenarios,
  isCaseTable,
} from '../service/cases/case-resources.js';
import { entityKinds } from '../service/cases/entity-lists.js';
import { oneOf } from '../service/cases/one-of.js';
import { directories, registries, scenarioEntities } from './completions.js';

const mimeType = 'application/json';
const forModels = { audience: ['assistant' as const] };

/** One resource that tells of all, because the list of resources does not change while a server runs. */
export const casesResource = () =>
  defineResource({
    uriTemplate: 'cobre://cases',
    name: 'cases',
    title: 'Cases',
    description:
      'The cases below the allowed directories, with the address of the configuration of each: relative paths below the first directory, root:2/... below the second. At most 200; truncated says when there are more.',
    mimeType,
    annotations: forModels,
    read: async (_, { files }) => ({ ...(await caseListing(files, files.roots.length)) }),
  });

export const caseConfigResource = () =>
  defineResource({
    uriTemplate: 'cobre://case/{case_dir}/config',
    name: 'case-config',
    title: 'Configuration of a case',
    description: 'config.json of a case. case_dir is an absolute path, URL-encoded.',
    mimeType,
    annotations: forModels,
    complete: { case_dir: directories },
    read: ({ case_dir = '' }, { files }) => caseConfig(files, case_dir),
  });

export const caseEntitiesResource = (engine: QueryEngine) =>
  defineResource({
    uriTemplate: 'cobre://case/{case_dir}/entities/{entity_type}',
    name: 'case-entities',
    title: 'Entities of a case',
    description: `A registry of a case: ${oneOf(entityKinds)}. Or a Parquet table of a case under the name of its file, at most 10,000 rows: ${oneOf(caseTableNames)}.`,
    mimeType,
    annotations: forModels,
    complete: { case_dir: directories, entity_type: registries },
    async read({ case_dir = '', entity_type = '' }, { files, signal }) {
      if (!isCaseTable(entity_type)) return caseRegistry(files, case_dir, entity_type);
      return jsonText(await caseTable(files, engine, { caseDirectory: case_dir, table: entity_type, signal }));
    },
  });

export const caseScenariosResource = (engine: QueryEngine) =>
  defineResource({
    uriTemplate: 'cobre://case/{case_dir}/scenarios/{entity_id}',
    name: 'case-scenarios',
    title: 'Scenario data of an entity',
    description:
      'What the scenario files say about one hydro, bus or non-controllable source, by id or name: statistics, coefficients, history, external values. At most 10,000 rows per file; truncated and total_rows say when there are more.',
    mimeType,
    annotations: forModels,
    complete: { case_dir: directories, entity_id: scenarioEntities },
    async read({ case_dir = '', entity_id = '' }, { files, signal }) {
      return jsonText(await entityScenarios(files, engine, { caseDirectory: case_dir, entityId: entity_id, signal }));
    },
  });
