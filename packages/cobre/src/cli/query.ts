import type { Sent } from '@quadrivium/kernel';
import { Fault } from '@quadrivium/kernel/fault';
import { type Answer, type Io, textValue, wholeNumber } from '@quadrivium/kernel/shell';
import { queryConvergence } from '../operations/query-convergence.js';
import { queryResults } from '../operations/query-results.js';
import { statistics } from '../operations/statistics.js';
import type { ResultKindName } from '../query/result-kinds.js';
import { planningNames } from '../results/simulation/planning/layout.js';
import type { GroupSpread } from '../service/answers/statistics.js';
import { entityNames } from '../service/cases/entities.js';
import { stageNames } from '../service/cases/stage-names.js';
import { plainFiles } from '../service/files/files.js';
import { call, cobreCommand, type GlobalOptions } from './calls.js';
import { filterFlags, filtersFrom } from './result-filters.js';
import { resultsDirectory } from './results-directory.js';
import { tableArguments } from './table-arguments.js';
import { type Cell, heading, plural, table } from './text.js';

const [most, forPeople, forPrograms] = [Number.MAX_SAFE_INTEGER, 20, 1000];

export const queryCommand = cobreCommand({
  name: 'query',
  description: 'Rows of results, filtered; or statistics of a quantity',
  arguments: tableArguments,
  options: {
    ...filterFlags,
    limit: wholeNumber('limit', `At most so many rows; ${forPeople} for people, ${forPrograms} for programs`, {
      min: 1,
      max: most,
    }),
    statistics: textValue(
      'statistics',
      'Spread over scenarios of a column, or of storage, generation, marginal_cost, …',
      'metric',
    ),
  },
  run(io, given) {
    const { kind, statistics: metric, limit = io.forPeople ? forPeople : forPrograms } = given;
    const directory = resultsDirectory(given.results);
    if (kind === 'convergence') return convergenceAnswer(io, given, directory, limit);
    if (metric !== undefined && isForPlanners(kind)) throw hasBands(kind);
    if (metric !== undefined) return statisticsAnswer(io, given, directory, kind, metric);
    return rowsAnswer(io, given, {
      output_dir: directory,
      entity_type: kind,
      filters: { ...filtersFrom(given), limit },
    });
  },
});

const isForPlanners = (kind: string): boolean => (planningNames as readonly string[]).includes(kind);

function hasBands(kind: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', `Rows of ${kind} are over all scenarios already`, {
    context: { field: 'statistics', value: kind },
    suggestion: 'Leave --statistics out, or ask it of hydros, thermals or buses.',
  });
}

async function rowsAnswer(io: Io, given: GlobalOptions, question: Sent<typeof queryResults.input>): Promise<Answer> {
  const { columns, rows, total_rows, truncated } = await call(queryResults, question, io, given);
  const shown = io.forPeople
    ? await inWords(question.entity_type, question.output_dir, { columns, rows: rows as Cell[][] })
    : { columns, rows: rows as Cell[][] };
  return {
    data: { columns, rows, total_rows, truncated },
    summary: truncated
      ? `${rows.length} of ${plural(total_rows, 'row')}; --limit shows more`
      : plural(total_rows, 'row'),
    details: () => table(shown.columns, shown.rows),
  };
}

/** Tables for planners are read by people: subsystems and months under their names, and prices to the cent. */
async function inWords(kind: string, directory: string, { columns, rows }: Rows): Promise<Rows> {
  if (!isForPlanners(kind)) return { columns, rows };
  const files = plainFiles(process.cwd());
  const [buses, stages] = [await entityNames(files, directory, 'buses'), await stageNames(files, directory)];
  const worded: Readonly<Record<string, (value: Cell) => Cell>> = {
    stage_id: (value) => stages.of(Number(value)),
    bus_id: (value) => (typeof value === 'number' ? (buses.get(value) ?? value) : 'System'),
  };
  const heads: Readonly<Record<string, string>> = { stage_id: stages.title.toLowerCase(), bus_id: 'bus' };
  const rounded = (value: Cell) => (typeof value === 'number' ? Math.round(value * 100) / 100 + 0 : value);
  return {
    columns: columns.map((column) => heads[column] ?? column),
    rows: rows.map((row) => row.map((value, k) => (worded[columns[k]!] ?? rounded)(value))),
  };
}

interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

async function convergenceAnswer(io: Io, given: GlobalOptions, directory: string, limit: number): Promise<Answer> {
  const history = await call(queryConvergence, { output_dir: directory }, io, given);
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
  io: Io,
  given: GlobalOptions & Parameters<typeof filtersFrom>[0],
  directory: string,
  kind: ResultKindName,
  metric: string,
): Promise<Answer> {
  const question = {
    output_dir: directory,
    entity_type: kind,
    metric,
    filters: { ...filtersFrom(given), limit: most },
  };
  const found = await call(statistics, question, io, given);
  const unit = found.unit === '' ? '' : ` (${found.unit})`;
  return {
    data: found,
    summary: `${found.column}${unit}: ${found.description}`,
    details: () =>
      [
        heading('Over scenarios'),
        spreadTable(found.rows),
        ...(found.totals.length > 0 ? [heading(`Totals: the sum over all ${kind}, over scenarios`)] : []),
        ...(found.totals.length > 0 ? [spreadTable(found.totals)] : []),
        '\n',
      ].join('\n'),
  };
}

type Shown = Omit<GroupSpread, 'entity_id' | 'name'> & Partial<Pick<GroupSpread, 'name'>>;

/** Names and blocks have a column where there are some. */
function spreadTable(rows: readonly Shown[]): string {
  const names = rows.some(({ name }) => typeof name === 'string');
  const blocks = rows.some(({ block_id }) => (block_id ?? 0) > 0);
  const where = [...(names ? ['name'] : []), 'stage', ...(blocks ? ['block'] : [])];
  return table(
    [...where, 'mean', 'deviation', 'min', '5 %', 'median', '95 %', 'max'],
    rows.map((at) => [
      ...(names ? [at.name ?? ''] : []),
      at.stage_id,
      ...(blocks ? [at.block_id] : []),
      ...[at.mean, at.std, at.min, at.p5, at.median, at.p95, at.max],
    ]),
  );
}
