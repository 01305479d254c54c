import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { QueryEngine } from '../query/query-engine.js';
import { exportResults } from '../service/answers/export-results.js';
import { commonFilters, filtersFrom } from './result-filters.js';
import { outputDir } from './shared-fields.js';

export const exportResultsTool = (engine: QueryEngine) =>
  operation({
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
    output: {
      type: 'object',
      properties: {
        file_path: { type: 'string', description: 'Absolute path to the exported file' },
        rows: { type: 'integer', description: 'Number of rows exported' },
        size_bytes: { type: 'integer', description: 'File size in bytes' },
      },
      required: ['file_path', 'rows', 'size_bytes'],
    },
    run: ({ output_dir, format, entity_type, filters }, { files, signal }) =>
      exportResults(files, engine, {
        outputDirectory: output_dir,
        format,
        entityType: entity_type,
        filters: filtersFrom(filters),
        signal,
      }),
  });
