import * as z from 'zod';
import { simulatedKindNames } from '../query/result-kinds.js';
import { statistics as answer, defaultGroups, metricStatistics } from '../service/answers/statistics.js';
import { integer } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { commonFilters, filtersFrom } from './result-filters.js';
import { outputDir } from './shared-fields.js';

const question = <Limit extends z.ZodType>(limit: Limit) =>
  z.strictObject({
    output_dir: outputDir,
    entity_type: z.enum(simulatedKindNames).describe('Entity type to summarise'),
    metric: z.string().max(200).describe('A column, or a word such as storage, generation, marginal_cost, deficit'),
    filters: z
      .strictObject({ ...commonFilters, limit })
      .optional()
      .describe('Optional filters'),
  });

export const statistics = operation({
  name: 'cobre/statistics',
  title: 'Statistics of a quantity',
  description:
    'How a quantity of the simulation spreads over scenarios: count, mean, standard deviation, extremes and quantiles for each entity, stage and block. Nothing is mixed: every row is one entity at one stage. totals are the sums over all matching entities, by stage, where a sum means something (not for prices). Far smaller than the rows of cobre/query-results; filter by entity and stage where there are many.',
  effect: 'read',
  narrower: 'filter by entity, stage or scenario.',
  timeoutMs: 30_000,
  input: question(integer(1).default(defaultGroups)),
  tool: {
    input: question(z.int().min(1).max(5000).default(defaultGroups).describe('Maximum number of rows to return')),
  },
  output: answer,
  run: ({ output_dir, entity_type, metric, filters }, { app, files, signal }) =>
    metricStatistics(
      files,
      app.engine,
      {
        outputDirectory: output_dir,
        entityType: entity_type,
        filters: filtersFrom(filters),
        ...(filters ? { limit: filters.limit } : {}),
        signal,
      },
      metric,
    ),
});
