import * as z from 'zod';
import { metricStatistics, statistics } from '../service/answers/statistics.js';
import { operation } from './operation.js';
import { anyResultKind } from './result-filters.js';
import { outputDir } from './shared-fields.js';

export const resultStatistics = operation({
  name: 'cobre/result-statistics',
  title: 'Spread of a quantity',
  description:
    'How a column of results, or a word for one such as storage, spreads over scenarios: by stage and by entity.',
  effect: 'read',
  tool: false,
  input: z.strictObject({
    output_dir: outputDir,
    entity_type: anyResultKind,
    metric: z.string().describe('A column, or a word such as storage, generation, marginal_cost'),
  }),
  output: statistics,
  run: ({ output_dir, entity_type, metric }, { app, files, signal }) =>
    metricStatistics(files, app.engine, { outputDirectory: output_dir, entityType: entity_type, signal }, metric),
});
