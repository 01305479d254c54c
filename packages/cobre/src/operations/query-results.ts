import * as z from 'zod';
import { shownAsChart } from '../app/charts-page.js';
import { resultKindNames } from '../query/result-kinds.js';
import { compact } from '../service/answers/compact.js';
import { incompleteField } from '../service/answers/completeness.js';
import { queryResults as query } from '../service/answers/query-results.js';
import { anyObject, integer, record } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { columns, commonFilters, filtersFrom } from './result-filters.js';
import { outputDir } from './shared-fields.js';

const resultRows = record({
  columns: z.array(z.string()).describe('Column names in the result'),
  rows: z.array(z.array(z.unknown()).describe('Row values in column order').meta({ items: undefined })),
  total_rows: integer().describe('Total rows matching the filter (before limit)'),
  truncated: z.boolean().describe('True if total_rows exceeds the limit'),
  incomplete: incompleteField,
  constants: anyObject()
    .optional()
    .describe('Only with compact: columns that have the same value in every returned row, and that value'),
});

const question = <Columns extends z.ZodType, Limit extends z.ZodType>(wanted: Columns, limit: Limit) =>
  z.strictObject({
    output_dir: outputDir,
    entity_type: z.enum(resultKindNames).describe('Entity type to query'),
    filters: z
      .strictObject({ ...commonFilters, columns: wanted, limit })
      .optional()
      .describe('Optional column filters'),
    compact: z
      .boolean()
      .default(false)
      .describe('Fewer tokens: columns that do not change are stated once in constants, numbers have seven digits'),
  });

export const queryResults = operation({
  name: 'cobre/query-results',
  title: 'Query simulation results',
  description:
    'Rows of the simulation results of one kind of entity, filtered by entity, stage, scenario and column. Ordered by stage, entity, scenario and block; stages and scenarios carry the ids of the case, which usually begin with 0. Ask for few columns and few rows: total_rows says how many match, truncated whether some were left out. Whole tables cost many tokens: ask with compact: true and for few columns, or ask cobre/statistics.',
  effect: 'read',
  narrower:
    'ask with compact: true, for fewer columns, entities, stages or scenarios, or ask cobre/statistics for a summary.',
  meta: shownAsChart,
  timeoutMs: 30_000,
  input: question(columns.optional(), integer(1).default(1000)),
  // A model gets no more than it can read, and a server makes no more than it can bear; a person asks for what they want.
  tool: {
    input: question(
      columns.max(200).optional().describe('Columns to include in the result. Defaults to all columns'),
      z.int().min(1).max(10_000).default(1000).describe('Maximum number of rows to return'),
    ),
  },
  cli: { verb: 'query' },
  output: resultRows,
  async run({ output_dir, entity_type, filters, compact: asked }, { app, files, signal }) {
    const table = await query(files, app.engine, {
      outputDirectory: output_dir,
      entityType: entity_type,
      filters: filtersFrom(filters),
      ...(filters ? { limit: filters.limit } : {}),
      signal,
    });
    return asked ? compact(table) : table;
  },
});
