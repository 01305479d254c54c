/** What `cobre report --html` writes: one file with tables and charts, which needs nothing else to be read or printed. */
import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { writeWhole } from '@quadrivium/kernel/essentials';
import type { Io } from '@quadrivium/kernel/shell';
import { simulatedCosts } from '../operations/simulated-costs.js';
import { statistics } from '../operations/statistics.js';
import { drawCharts } from '../plot/draw.js';
import { charts } from '../plot/index.js';
import { type PageTable, reportPage } from '../plot/page.js';
import { resultKinds } from '../query/result-kinds.js';
import type { GroupSpread } from '../service/answers/statistics.js';
import { type StageNames, stageNames, whenIn } from '../service/cases/stage-names.js';
import { plainFiles } from '../service/files/files.js';
import { toldWriting } from '../service/files/told-writing.js';
import { call, type GlobalOptions } from './calls.js';
import type { Planning } from './planning.js';
import { planningFacts } from './planning-lines.js';
import { planningTables } from './planning-tables.js';
import { firstMetrics } from './summary.js';
import { money, readable } from './text.js';

/** Entities with a line of their own; a study of hundreds stays a page that opens at once. */
const mostLines = 15;
const everything = Number.MAX_SAFE_INTEGER;

export interface PageFacts {
  readonly status: string;
  readonly training: readonly (readonly [string, string])[];
  readonly simulation: readonly (readonly [string, string])[];
  /** Null for results without a simulation. */
  readonly planning: Planning | null;
}

/** Gives the file and its size. */
export async function writeReportPage(
  io: Io,
  given: GlobalOptions,
  directory: string,
  { status, training, simulation, planning }: PageFacts,
  output = join(directory, 'report.html'),
): Promise<{ readonly file: string; readonly size_bytes: number }> {
  const tables = [
    ...factTable('training', 'Training', training),
    ...factTable('simulation', 'Simulation', simulation),
    ...(planning === null ? [] : factTable('planning', 'For planning', planningFacts(planning))),
    ...(await costTable(io, given, directory)),
    ...(await metricTables(io, given, directory)),
    ...(planning === null ? [] : planningTables(planning)),
  ];
  const lines = [{ text: status, warns: !status.startsWith('complete') }];
  const title = basename(resolve(directory)) === 'output' ? basename(dirname(resolve(directory))) : basename(directory);
  const content = new TextEncoder().encode(reportPage(title, lines, tables, await drawCharts(directory, charts)));
  await toldWriting(resolve(output), () => writeWhole(resolve(output), content));
  return { file: resolve(output), size_bytes: content.byteLength };
}

function factTable(name: string, title: string, facts: PageFacts['training']): PageTable[] {
  const rows = facts.map((pair) => pair.map(stripVTControlCharacters));
  return facts.length === 0 ? [] : [{ name, title, head: ['Fact', 'Value'], rows }];
}

async function costTable(io: Io, given: GlobalOptions, directory: string): Promise<PageTable[]> {
  const { costs } = await call(simulatedCosts, { output_dir: directory }, io, given);
  if (costs === null) return [];
  const { mean, std, min, p5, median, p95, max } = costs;
  const row = [String(costs.count), ...[mean, std, min, p5, median, p95, max].map(money)];
  const head = ['Scenarios', 'Mean', 'Deviation', 'Least', '5 %', 'Median', '95 %', 'Most'];
  return [{ name: 'cost-table', title: 'Cost over scenarios', head, rows: [row] }];
}

async function metricTables(io: Io, given: GlobalOptions, directory: string): Promise<PageTable[]> {
  const tables: PageTable[] = [];
  const names = await stageNames(plainFiles(process.cwd()), directory);
  for (const { kind, metric, title } of firstMetrics) {
    const folder = join(directory, resultKinds[kind].folder);
    if (!existsSync(folder) && !existsSync(`${folder}.parquet`)) continue;
    const question = { output_dir: directory, entity_type: kind, metric, filters: { limit: everything } };
    const { rows } = await call(statistics, question, io, given);
    tables.push(metricTable({ name: `${kind}-${metric.replace('_', '-')}`, title }, rows, names));
  }
  return tables;
}

/** Blocks of a stage are told apart where there are several: each line says which stage and block it speaks of. */
function metricTable(
  { name, title }: Pick<PageTable, 'name' | 'title'>,
  rows: readonly GroupSpread[],
  names: StageNames,
): PageTable {
  const byEntity = new Map<string, GroupSpread[]>();
  for (const row of rows) {
    const own = byEntity.get(row.name ?? '');
    if (own === undefined) byEntity.set(row.name ?? '', [row]);
    else own.push(row);
  }
  const several = new Set(rows.map(({ block_id }) => block_id)).size > 1;
  const at = ({ stage_id, block_id }: GroupSpread) =>
    several ? `${names.of(stage_id)}, block ${block_id}` : names.of(stage_id);
  const extremes = [...byEntity].map(([entity, own]) => {
    const lowest = own.reduce((least, row) => (row.p5 < least.p5 ? row : least));
    const highest = own.reduce((most, row) => (row.p95 > most.p95 ? row : most));
    return { entity, lowest, highest };
  });
  // Of hundreds, those that matter most to the system; few stay in the order of the case.
  if (extremes.length > mostLines) extremes.sort((a, b) => b.highest.p95 - a.highest.p95);
  const lines = extremes.slice(0, mostLines).map(({ entity, lowest, highest }) => {
    return [entity, readable(lowest.p5), at(lowest), readable(highest.p95), at(highest)];
  });
  const left = extremes.length - lines.length;
  return {
    name,
    title,
    head: ['Name', 'Lowest 5 % over scenarios', whenIn(names), 'Highest 95 %', whenIn(names)],
    rows: lines,
    ...(left > 0 ? { note: `The ${mostLines} largest; cobre query tells the ${left} others.` } : {}),
  };
}
