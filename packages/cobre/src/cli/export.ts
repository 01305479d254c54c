import { oneOf, textValue, withDefault } from '@quadrivium/kernel/shell';
import { exportFormats, exportResults } from '../operations/export-results.js';
import { call, cobreCommand } from './calls.js';
import { filterFlags, filtersFrom } from './result-filters.js';
import { resultsDirectory } from './results-directory.js';
import { tableArguments } from './table-arguments.js';
import { facts, plural, readable } from './text.js';

export const exportCommand = cobreCommand({
  name: 'export',
  description: 'Write results to a CSV, JSON or Arrow file',
  arguments: tableArguments,
  options: {
    ...filterFlags,
    format: withDefault(oneOf('format', 'File format', exportFormats), 'csv'),
    output: textValue('output', 'Where to write it; exports/ of the results unless given', 'file'),
  },
  async run(io, given) {
    const request = {
      output_dir: resultsDirectory(given.results),
      format: given.format,
      entity_type: given.kind,
      filters: filtersFrom(given),
      file: given.output,
    };
    const written = await call(exportResults, request, io, given);
    return {
      data: written,
      summary: `${plural(written.rows, 'row')} written to ${written.file_path}`,
      details: () => facts([['bytes', readable(written.size_bytes)]]),
    };
  },
});
