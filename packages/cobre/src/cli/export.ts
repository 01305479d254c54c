import { type ExportFormat, encoders } from '../query/export/index.js';
import { type ResultKindName, resultKindNames } from '../query/result-kinds.js';
import type { Answer, CliCommand } from './command.js';
import { addFilters, type FilterOptions, filtersFrom } from './result-filters.js';
import { resultsDirectory } from './results-directory.js';
import type { Shell } from './shell.js';
import { facts, plural, readable } from './text.js';

interface ExportOptions extends FilterOptions {
  readonly format: ExportFormat;
  readonly output?: string;
}

export const exportCommand: CliCommand = {
  name: 'export',
  declare(command, does) {
    addFilters(command)
      .description('Write results to a CSV, JSON or Arrow file')
      .argument('<results>', 'Output directory of a run, or its case')
      .addArgument(command.createArgument('<kind>', 'What to export').choices([...resultKindNames, 'convergence']))
      .addOption(command.createOption('--format <format>', 'File format').choices(Object.keys(encoders)).default('csv'))
      .option('--output <file>', 'Where to write it; exports/ of the results unless given')
      .action(does(exportRows));
  },
};

async function exportRows(
  shell: Shell,
  asked: string,
  kind: ResultKindName | 'convergence',
  options: ExportOptions,
): Promise<Answer> {
  const directory = await resultsDirectory(shell, asked);
  const written = await shell.call('exportAnyResults', {
    output_dir: directory,
    format: options.format,
    entity_type: kind,
    filters: filtersFrom(options),
    file: options.output,
  });
  return {
    data: written,
    summary: `${plural(written.rows, 'row')} written to ${written.file_path}`,
    details: () => facts([['bytes', readable(written.size_bytes)]]),
  };
}
