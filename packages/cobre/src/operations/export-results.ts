import * as z from 'zod';
import { resultKindNames } from '../query/result-kinds.js';
import { exportedFile, exportResults as exportTo, movedTo } from '../service/answers/export-results.js';
import { operation } from './operation.js';
import { anyResultKind, columns, commonFilters, filtersFrom } from './result-filters.js';
import { outputDir } from './shared-fields.js';

/** The seed names five kinds and then the convergence; kinds it does not know follow. */
const [seedKinds, otherKinds] = [resultKindNames.slice(0, 5), resultKindNames.slice(5)];

const format = z.enum(['csv', 'json', 'arrow']).describe('Target export format');

/** Without the limits that protect a server: the person at the terminal names any file. */
export const exportAnyResults = operation({
  name: 'cobre/export-any-results',
  title: 'Export results of any kind',
  description:
    'What cobre/export-results does, for people at a terminal: every kind of entity, some columns, any file.',
  effect: 'write',
  idempotent: true,
  tool: false,
  input: z.strictObject({
    output_dir: outputDir,
    format,
    entity_type: z.union([anyResultKind, z.literal('convergence')]),
    filters: z.strictObject({ ...commonFilters, columns: columns.optional() }).optional(),
    file: z.string().optional().describe('exports/ of the output directory when left out'),
  }),
  output: exportedFile,
  async run({ output_dir, format: wanted, entity_type, filters, file }, { app, files, signal }) {
    const written = await exportTo(files, app.engine, {
      outputDirectory: output_dir,
      format: wanted,
      entityType: entity_type,
      filters: filtersFrom(filters),
      signal,
    });
    return file === undefined ? written : { ...written, file_path: await movedTo(file, written.file_path) };
  },
});

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
    format,
    entity_type: z.enum([...seedKinds, 'convergence', ...otherKinds]).describe('Entity type to export'),
    filters: z
      .strictObject(commonFilters)
      .optional()
      .describe('Optional filters (same schema as cobre/query-results filters)'),
  }),
  output: exportedFile,
  run: (request, context) => exportAnyResults.run({ ...request, file: undefined }, context),
});
