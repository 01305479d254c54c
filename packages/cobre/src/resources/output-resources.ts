import { defineResource } from '@quadrivium/kernel';
import { jsonText } from '../query/json-values.js';
import type { QueryEngine } from '../query/query-engine.js';
import { resultKindNames } from '../query/result-kinds.js';
import { convergenceRows, resultRows } from '../service/answers/output-resources.js';
import { inspectPolicy } from '../service/answers/policy.js';
import { oneOf } from '../service/cases/one-of.js';
import { directories, results } from './completions.js';

const mimeType = 'application/json';
const forModels = { audience: ['assistant' as const] };

export const convergenceResource = (engine: QueryEngine) =>
  defineResource({
    uriTemplate: 'cobre://output/{output_dir}/convergence',
    name: 'output-convergence',
    title: 'Convergence of a run',
    description: 'convergence.parquet row by row, under the names of its columns. output_dir is URL-encoded.',
    mimeType,
    annotations: forModels,
    complete: { output_dir: directories },
    async read({ output_dir = '' }, { files, signal }) {
      return jsonText(await convergenceRows(files, engine, output_dir, signal));
    },
  });

export const resultsResource = (engine: QueryEngine) =>
  defineResource({
    uriTemplate: 'cobre://output/{output_dir}/results/{entity_type}',
    name: 'output-results',
    title: 'Simulation results',
    description: `Simulation results of ${oneOf(resultKindNames)}, at most 10,000 rows by stage, entity and scenario; use cobre/query-results for a part of a large result.`,
    mimeType,
    annotations: forModels,
    complete: { output_dir: directories, entity_type: results },
    async read({ output_dir = '', entity_type = '' }, { files, signal }) {
      return jsonText(await resultRows(files, engine, output_dir, entity_type, signal));
    },
  });

export const policySummaryResource = () =>
  defineResource({
    uriTemplate: 'cobre://output/{output_dir}/policy/summary',
    name: 'output-policy-summary',
    title: 'Summary of a policy',
    description: 'Stages, cuts and state dimension of the policy of a run, as cobre/inspect-policy gives them.',
    mimeType,
    annotations: forModels,
    complete: { output_dir: directories },
    async read({ output_dir = '' }, { files }) {
      return { ...(await inspectPolicy(files, `${output_dir.replace(/\/+$/, '')}/policy`)) };
    },
  });
