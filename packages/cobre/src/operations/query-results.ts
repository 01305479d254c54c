import * as z from 'zod';
import { shownAsChart } from '../app/charts-page.js';
import { resultKindNames } from '../query/result-kinds.js';
import { queryResults as query } from '../service/answers/query-results.js';
import { integer, record } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { anyResultKind, columns, commonFilters, filtersFrom } from './result-filters.js';
import { outputDir } from './shared-fields.js';

const resultRows = record({
  columns: z.array(z.string()).describe('Column names in the result'),
  rows: z.array(z.array(z.unknown()).describe('Row values in column order').meta({ items: undefined })),
  total_rows: integer().describe('Total rows matching the filter (before limit)'),
  truncated: z.boolean().describe('True if total_rows exceeds the limit'),
});

/** Without the limits that protect a server and a model. */
export const queryAnyResults = operation({
  name: 'cobre/query-any-results',
  title: 'Query results of any kind',
  description:
    'What cobre/query-results does, for people at a terminal: every kind of entity, and as many rows as are asked for.',
  effect: 'read',
  tool: false,
  input: z.strictObject({
    output_dir: outputDir,
    entity_type: anyResultKind,
    filters: z
      .strictObject({ ...commonFilters, columns: columns.optional(), limit: integer(1).default(1000) })
      .optional(),
  }),
  output: resultRows,
  run: ({ output_dir, entity_type, filters }, { app, files, signal }) =>
    query(files, app.engine, {
      outputDirectory: output_dir,
      entityType: entity_type,
      filters: filtersFrom(filters),
      ...(filters ? { limit: filters.limit } : {}),
      signal,
    }),
});

export const queryResults = operation({
  name: 'cobre/query-results',
  title: 'Query simulation results',
  description:
    'Rows of the simulation results of one kind of entity, filtered by entity, stage, scenario and column. Ordered by stage, entity, scenario and block; stages and scenarios carry the ids of the case, which usually begin with 0. Ask for few columns and few rows: total_rows says how many match, truncated whether some were left out. For statistics over many rows, export them.',
  effect: 'read',
  meta: shownAsChart,
  timeoutMs: 30_000,
  input: z.strictObject({
    output_dir: outputDir,
    entity_type: z.enum(resultKindNames).describe('Entity type to query'),
    filters: z
      .strictObject({
        ...commonFilters,
        columns: columns.max(200).optional().describe('Columns to include in the result. Defaults to all columns'),
        limit: z.int().min(1).max(10_000).default(1000).describe('Maximum number of rows to return'),
      })
      .optional()
      .describe('Optional column filters'),
  }),
  output: resultRows,
  run: queryAnyResults.run,
});
