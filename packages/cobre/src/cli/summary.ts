import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { type Answer, argument, type Io } from '@quadrivium/kernel/shell';
import { queryConvergence } from '../operations/query-convergence.js';
import { runMetadata } from '../operations/run-metadata.js';
import { simulatedCosts } from '../operations/simulated-costs.js';
import { statistics } from '../operations/statistics.js';
import { resultKinds } from '../query/result-kinds.js';
import type { MetricStatistics, Spread } from '../service/answers/statistics.js';
import { type StageNames, stageNames, whenIn } from '../service/cases/stage-names.js';
import { plainFiles } from '../service/files/files.js';
import { outputNotFound } from '../service/files/place.js';
import { call, cobreCommand, type GlobalOptions } from './calls.js';
import { resultsDirectory } from './results-directory.js';
import { facts, heading, money, percent, table } from './text.js';

/** What people look at first, kind by kind. */
export const firstMetrics = [
  { kind: 'hydros', metric: 'storage', title: 'Reservoirs: storage (hm³)' },
  { kind: 'hydros', metric: 'generation', title: 'Hydro plants: generation (MW)' },
  { kind: 'thermals', metric: 'generation', title: 'Thermal plants: generation (MW)' },
  { kind: 'buses', metric: 'marginal_cost', title: 'Marginal cost ($/MWh)' },
  { kind: 'buses', metric: 'deficit', title: 'Load not served (MW)' },
] as const;

/** More rows than this are for `cobre query`. */
const mostRows = 15;
const everything = Number.MAX_SAFE_INTEGER;

export const summaryCommand = cobreCommand({
  name: 'summary',
  description: 'The results of a run in a few tables',
  arguments: { results: argument('Output directory of a run, or its case') },
  run: (io, given) => summary(io, given, given.results),
});

async function summary(io: Io, given: GlobalOptions, named: string): Promise<Answer> {
  const directory = resultsDirectory(named);
  const training = await present(call(queryConvergence, { output_dir: directory }, io, given));
  const { costs, incomplete } = await call(simulatedCosts, { output_dir: directory }, io, given);
  const metrics: { title: string; found: MetricStatistics }[] = [];
  for (const { kind, metric, title } of firstMetrics) {
    if (!hasRows(directory, kind)) continue;
    const question = { output_dir: directory, entity_type: kind, metric, filters: { limit: everything } };
    const found = await present(call(statistics, question, io, given));
    if (found !== null) metrics.push({ title, found });
  }
  if (training === null && metrics.length === 0) throw outputNotFound(named, 'training/ or simulation/');
  const names = await stageNames(plainFiles(process.cwd()), directory);
  const proof = (await present(call(runMetadata, { output_dir: directory }, io, given)))?.proof ?? null;
  const last = training?.iterations.at(-1);
  const bounds = last ? `lower bound ${money(last.lower_bound)}` : 'no training';
  return {
    data: {
      output_directory: resolve(directory),
      training: last ?? null,
      ...(proof ? { proof } : {}),
      costs,
      ...(incomplete ? { incomplete } : {}),
      metrics: metrics.map(({ found }) => found),
    },
    summary: `${bounds}${costs ? `, mean cost ${money(costs.mean)} over ${costs.count} scenarios` : ''}${proof ? `. ${proof.statement}` : ''}${incomplete ? `. ${incomplete.note}` : ''}`,
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
                ...(proof ? [['Proof', proof.statement] as [string, string]] : []),
              ]),
            ]
          : []),
        ...(costs ? [heading('Cost of scenarios'), costTable(costs)] : []),
        ...metrics.flatMap(({ title, found }) => [heading(title), entityTable(found, names)]),
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

/** Each entity in one line: its mean over the stages, and the stages at which its range over scenarios ends. */
function entityTable({ rows }: MetricStatistics, names: StageNames): string {
  const entities = [...new Set(rows.map(({ name }) => name))];
  const lines = entities.slice(0, mostRows).map((name) => {
    const own = rows.filter((row) => row.name === name);
    const lowest = own.reduce((least, row) => (row.p5 < least.p5 ? row : least));
    const highest = own.reduce((most, row) => (row.p95 > most.p95 ? row : most));
    const mean = own.reduce((sum, row) => sum + row.mean, 0) / own.length;
    return [name ?? '', mean, lowest.p5, names.of(lowest.stage_id), highest.p95, names.of(highest.stage_id)];
  });
  const text = table(['name', 'mean of stages', 'lowest 5 %', whenIn(names), 'highest 95 %', whenIn(names)], lines);
  return entities.length > mostRows ? `${text}\n… and ${entities.length - mostRows} more` : text;
}
