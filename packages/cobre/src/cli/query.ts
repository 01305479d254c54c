import { type ResultKindName, resultKindNames } from '../query/result-kinds.js';
import type { Answer, CliCommand } from './command.js';
import { positive } from './options.js';
import { addFilters, type FilterOptions, filtersFrom } from './result-filters.js';
import { resultsDirectory } from './results-directory.js';
import type { Shell } from './shell.js';
import { type Cell, heading, plural, table } from './text.js';

interface QueryOptions extends FilterOptions {
  readonly limit?: number;
  readonly statistics?: string;
}

type Queried = ResultKindName | 'convergence';

export const queryCommand: CliCommand = {
  name: 'query',
  declare(command, does) {
    addFilters(command)
      .description('Rows of results, filtered; or statistics of a quantity')
      .argument('<results>', 'Output directory of a run, or its case')
      .addArgument(command.createArgument('<kind>', 'What to ask for').choices([...resultKindNames, 'convergence']))
      .option('--limit <rows>', 'At most so many rows; 20 for people, 1000 for programs', positive)
      .option('--statistics <metric>', 'Spread over scenarios of a column, or of storage, generation, marginal_cost, …')
      .action(does(query));
  },
};

async function query(shell: Shell, asked: string, kind: Queried, options: QueryOptions): Promise<Answer> {
  const directory = await resultsDirectory(shell, asked);
  const limit = options.limit ?? (shell.outputFormat === 'human' ? 20 : 1000);
  if (kind === 'convergence') return convergenceAnswer(shell, directory, limit);
  if (options.statistics !== undefined) return statisticsAnswer(shell, directory, kind, options.statistics);
  const { columns, rows, total_rows, truncated } = await shell.call('queryAnyResults', {
    output_dir: directory,
    entity_type: kind,
    filters: { ...filtersFrom(options), limit },
  });
  return {
    data: { columns, rows, total_rows, truncated },
    summary: truncated
      ? `${rows.length} of ${plural(total_rows, 'row')}; --limit shows more`
      : plural(total_rows, 'row'),
    details: () => table(columns, rows as Cell[][]),
  };
}

async function convergenceAnswer(shell: Shell, directory: string, limit: number): Promise<Answer> {
  const history = await shell.call('queryConvergence', { output_dir: directory });
  const shown = history.iterations.slice(-limit);
  return {
    data: history,
    summary: `${shown.length} of ${plural(history.total_iterations, 'iteration')}, stopped by ${history.termination_reason}`,
    details: () =>
      table(
        ['iteration', 'lower bound', 'upper bound', '± 95 %', 'gap %', 'ms'],
        shown.map((at) => [at.iteration, at.lower_bound, at.upper_bound, at.ci_95, at.gap * 100, at.iteration_time_ms]),
      ),
  };
}

async function statisticsAnswer(
  shell: Shell,
  directory: string,
  kind: ResultKindName,
  metric: string,
): Promise<Answer> {
  const found = await shell.call('resultStatistics', { output_dir: directory, entity_type: kind, metric });
  const header = ['mean', 'deviation', 'min', '5 %', 'median', '95 %', 'max'];
  const numbers = (at: (typeof found.byStage)[number]) => [at.mean, at.std, at.min, at.p5, at.median, at.p95, at.max];
  const unit = found.unit === '' ? '' : ` (${found.unit})`;
  return {
    data: found,
    summary: `${found.column}${unit}: ${found.description}`,
    details: () =>
      [
        heading('By stage'),
        table(
          ['stage', ...header],
          found.byStage.map((at) => [at.key, ...numbers(at)]),
        ),
        ...(found.byEntity.length > 0
          ? [
              heading(`By ${kind}`),
              table(
                ['name', ...header],
                found.byEntity.map((at) => [at.name, ...numbers(at)]),
              ),
            ]
          : []),
        '',
      ].join('\n'),
  };
}
