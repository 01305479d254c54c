import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { type Answer, argument, type Io } from '@quadrivium/kernel/shell';
import { queryConvergence } from '../operations/query-convergence.js';
import { resultStatistics } from '../operations/result-statistics.js';
import { simulatedCosts } from '../operations/simulated-costs.js';
import { resultKinds } from '../query/result-kinds.js';
import type { MetricStatistics, Spread } from '../service/answers/statistics.js';
import { outputNotFound } from '../service/files/place.js';
import { call, cobreCommand, type GlobalOptions } from './calls.js';
import { resultsDirectory } from './results-directory.js';
import { facts, heading, money, percent, table } from './text.js';

/** What people look at first, kind by kind. */
const asked = [
  { kind: 'hydros', metric: 'storage', title: 'Reservoirs: storage (hm³)', by: 'entity' },
  { kind: 'hydros', metric: 'generation', title: 'Hydro plants: generation (MW)', by: 'entity' },
  { kind: 'thermals', metric: 'generation', title: 'Thermal plants: generation (MW)', by: 'entity' },
  { kind: 'buses', metric: 'marginal_cost', title: 'Marginal cost by stage ($/MWh)', by: 'stage' },
  { kind: 'buses', metric: 'deficit', title: 'Load not served (MW)', by: 'entity' },
] as const;

/** More rows than this are for `cobre query`. */
const mostRows = 15;

export const summaryCommand = cobreCommand({
  name: 'summary',
  description: 'The results of a run in a few tables',
  arguments: { results: argument('Output directory of a run, or its case') },
  run: (io, given) => summary(io, given, given.results),
});

async function summary(io: Io, given: GlobalOptions, named: string): Promise<Answer> {
  const directory = resultsDirectory(named);
  const training = await present(call(queryConvergence, { output_dir: directory }, io, given));
  const { costs } = await call(simulatedCosts, { output_dir: directory }, io, given);
  const metrics: { title: string; by: 'entity' | 'stage'; found: MetricStatistics }[] = [];
  for (const { kind, metric, title, by } of asked) {
    if (!hasRows(directory, kind)) continue;
    const question = { output_dir: directory, entity_type: kind, metric };
    const found = await present(call(resultStatistics, question, io, given));
    if (found !== null) metrics.push({ title, by, found });
  }
  if (training === null && metrics.length === 0) throw outputNotFound(named, 'training/ or simulation/');
  const last = training?.iterations.at(-1);
  const bounds = last ? `lower bound ${money(last.lower_bound)}` : 'no training';
  return {
    data: {
      output_directory: resolve(directory),
      training: last ?? null,
      costs,
      metrics: metrics.map(({ found }) => found),
    },
    summary: `${bounds}${costs ? `, mean cost ${money(costs.mean)} over ${costs.count} scenarios` : ''}`,
    details: () =>
      [
        ...(last
          ? [
              heading('Training'),
              facts([
                ['Iterations', `${training?.total_iterations}, stopped by ${training?.termination_reason}`],
                [
                  'Bounds',
                  `${money(last.lower_bound)} to ${money(last.upper_bound)} ± ${money(last.ci_95)}   gap ${percent(last.gap)}`,
                ],
              ]),
            ]
          : []),
        ...(costs ? [heading('Cost of scenarios'), costTable(costs)] : []),
        ...metrics.flatMap(({ title, by, found }) => [heading(title), spreadTable(by, found)]),
        '\n',
      ].join('\n'),
  };
}

function hasRows(directory: string, kind: keyof typeof resultKinds): boolean {
  const folder = `${directory}/${resultKinds[kind].folder}`;
  return existsSync(folder) || existsSync(`${folder}.parquet`);
}

async function present<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((cause) => {
    if (cause instanceof Fault && cause.kind === 'OutputNotFound') return null;
    throw cause;
  });
}

function costTable({ mean, std, min, p5, median, p95, max }: Spread): string {
  return table(
    ['mean', 'deviation', 'min', '5 %', 'median', '95 %', 'max'],
    [[mean, std, min, p5, median, p95, max].map(money)],
  );
}

function spreadTable(by: 'entity' | 'stage', { byEntity, byStage }: MetricStatistics): string {
  const rows =
    by === 'stage'
      ? byStage.map((spread) => ({ ...spread, label: `stage ${spread.key}` }))
      : byEntity.map((spread) => ({ ...spread, label: spread.name }));
  const text = table(
    [by, 'mean', 'min', '5 %', 'median', '95 %', 'max'],
    rows
      .slice(0, mostRows)
      .map(({ label, mean, min, p5, median, p95, max }) => [label, mean, min, p5, median, p95, max]),
  );
  return rows.length > mostRows ? `${text}\n… and ${rows.length - mostRows} more` : text;
}
