import { copyFile, mkdir, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type ExportFormat, encoders } from '../query/export/index.js';
import { QueryEngine } from '../query/query-engine.js';
import type { ResultKindName } from '../query/result-kinds.js';
import { exportResults } from '../service/answers/export-results.js';
import type { Answer, CliCommand } from './command.js';
import { addFilters, type FilterOptions, filtersFrom, kindNames } from './result-filters.js';
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
      .addArgument(command.createArgument('<kind>', 'What to export').choices([...kindNames, 'convergence']))
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
  const written = await exportResults(shell.files, new QueryEngine({ kept: 1 }), {
    outputDirectory: directory,
    format: options.format,
    entityType: kind,
    filters: filtersFrom(options),
  });
  const file_path = options.output === undefined ? written.file_path : await moved(written.file_path, options.output);
  return {
    data: { ...written, file_path },
    summary: `${plural(written.rows, 'row')} written to ${file_path}`,
    details: () => facts([['bytes', readable(written.size_bytes)]]),
  };
}

/** A copy, because the wanted place may be on another disk. */
async function moved(from: string, to: string): Promise<string> {
  await mkdir(dirname(resolve(to)), { recursive: true });
  await copyFile(from, resolve(to));
  await rm(from);
  return resolve(to);
}
