import * as z from 'zod';
import { exportedFile, exportResults as exportTo } from '../service/answers/export-results.js';
import { operation } from './operation.js';
import { commonFilters, filtersFrom } from './result-filters.js';
import { outputDir } from './shared-fields.js';

export const exportResults = operation({
  name: 'cobre/export-results',
  title: 'Export results to a file',
  description:
    'Writes simulation results or the convergence history to exports/ of the output directory as CSV, JSON (an array of objects) or an Arrow IPC file, filtered like cobre/query-results but without a row limit. Asking the same again replaces the file.',
  effect: 'write',
  idempotent: true,
  timeoutMs: 60_000,
  input: z.strictObject({
    output_dir: outputDir,
    format: z.enum(['csv', 'json', 'arrow']).describe('Target export format'),
    entity_type: z
      .enum(['hydros', 'thermals', 'buses', 'lines', 'costs', 'convergence'])
      .describe('Entity type to export'),
    filters: z
      .strictObject(commonFilters)
      .optional()
      .describe('Optional filters (same schema as cobre/query-results filters)'),
  }),
  output: exportedFile,
  run: ({ output_dir, format, entity_type, filters }, { app, files, signal }) =>
    exportTo(files, app.engine, {
      outputDirectory: output_dir,
      format,
      entityType: entity_type,
      filters: filtersFrom(filters),
      signal,
    }),
});
