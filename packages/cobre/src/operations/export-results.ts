import * as z from 'zod';
import { resultKindNames } from '../query/result-kinds.js';
import { exportedFile, exportResults as exportTo, movedTo } from '../service/answers/export-results.js';
import { operation } from './operation.js';
import { columns, commonFilters, filtersFrom } from './result-filters.js';
import { outputDir } from './shared-fields.js';

/** The seed names five kinds and then the convergence; kinds it does not know follow. */
const [seedKinds, otherKinds] = [resultKindNames.slice(0, 5), resultKindNames.slice(5)];

export const exportFormats = ['csv', 'json', 'arrow', 'parquet'] as const;

/** What models are offered: the file has its place, and all columns. */
const request = z.strictObject({
  output_dir: outputDir,
  format: z.enum(exportFormats).describe('Target export format'),
  entity_type: z.enum([...seedKinds, 'convergence', ...otherKinds]).describe('Entity type to export'),
  filters: z
    .strictObject(commonFilters)
    .optional()
    .describe('Optional filters (same schema as cobre/query-results filters)'),
});

export const exportResults = operation({
  name: 'cobre/export-results',
  title: 'Export results to a file',
  description:
    'Writes simulation results or the convergence history to exports/ of the output directory as CSV, JSON (an array of objects), an Arrow IPC file or Parquet, filtered like cobre/query-results but without a row limit. Asking the same again replaces the file.',
  effect: 'write',
  idempotent: true,
  timeoutMs: 60_000,
  tool: { input: request },
  input: request.extend({
    filters: z.strictObject({ ...commonFilters, columns: columns.optional() }).optional(),
    file: z.string().optional().describe('Any file; one in exports/ of the output directory when left out'),
  }),
  cli: { verb: 'export' },
  output: exportedFile,
  async run({ output_dir, format, entity_type, filters, file }, { app, files, signal }) {
    const written = await exportTo(files, app.engine, {
      outputDirectory: output_dir,
      format,
      entityType: entity_type,
      filters: filtersFrom(filters),
      signal,
    });
    return file === undefined ? written : { ...written, file_path: await movedTo(file, written.file_path) };
  },
});
