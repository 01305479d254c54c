/**
 * `cobre/query-results` on a large result against the same questions written directly for DuckDB: five columns, the first
 * thousand rows in order, and the total count. The table is one file, as runs write it.
 * COBRE_BENCH_FULL=1 asks for five million rows of 2,000 scenarios instead of half a million of 200. Then all rows leave as
 * CSV and Arrow: memory must not depend on how many there are.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { openSandbox } from '@quadrivium/kernel';
import type { BenchCases, BenchOptions, BenchRow } from '../../../bench/row.js';
import { ParquetStream } from '../src/parquet/stream.js';
import { tableSchema } from '../src/parquet/write.js';
import { QueryEngine } from '../src/query/query-engine.js';
import { queryResults } from '../src/service/answers/query-results.js';

const run = promisify(execFile);
const full = process.env.COBRE_BENCH_FULL === '1';
const [stages, hydros] = [50, 50];

interface Size {
  readonly scenarios: number;
  readonly rounds: number;
}

function sizeFor({ quick }: BenchOptions): Size {
  if (full) return { scenarios: 2000, rounds: 7 };
  return quick ? { scenarios: 100, rounds: 5 } : { scenarios: 200, rounds: 15 };
}

const measured = ['storage_final_hm3', 'generation_mw', ...Array.from({ length: 9 }, (_, k) => `value_${k}`)];
const schema = tableSchema(
  'scenario_id:int32',
  'stage_id:int32',
  'block_id:int32',
  'hydro_id:int32',
  ...measured.map((name) => `${name}:double` as const),
);

/** Rows by scenario, stage and hydro with eleven more columns, one file for all scenarios, as runs write them. */
async function writeResults(output: string, scenarios: number): Promise<void> {
  await mkdir(join(output, 'simulation'), { recursive: true });
  const file = await open(join(output, 'simulation', 'hydros.parquet'), 'w');
  const stream = new ParquetStream(schema, (bytes) => file.writeFile(bytes));
  const rows = Array.from({ length: stages * hydros }, (_, k) => k);
  for (let scenario = 0; scenario < scenarios; scenario++) {
    const keys = [rows.map(() => scenario), rows.map((k) => Math.floor(k / hydros)), rows.map(() => 0)];
    const values = measured.map((_, c) => rows.map((k) => ((k + 1) * (c + 1) * (scenario + 7919)) % 999.7));
    await stream.add([...keys, rows.map((k) => k % hydros), ...values]);
  }
  await stream.finish();
  await file.close();
}

interface Asked {
  readonly name: string;
  readonly where: string;
  readonly filters: Parameters<typeof queryResults>[2]['filters'];
}

const asked = (scenarios: number): readonly Asked[] => [
  {
    name: 'two hydros, 21 stages',
    where: 'WHERE hydro_id IN (3, 7) AND stage_id BETWEEN 10 AND 30',
    filters: { entity_id: [3, 7], stage_range: [10, 30] },
  },
  { name: 'one hydro', where: 'WHERE hydro_id = 3', filters: { entity_id: [3] } },
  {
    name: '10 scenarios',
    where: `WHERE scenario_id BETWEEN ${scenarios / 2} AND ${scenarios / 2 + 9}`,
    filters: { scenario_range: [scenarios / 2, scenarios / 2 + 9] },
  },
  { name: 'everything', where: '', filters: {} },
];

/** What an analyst would write by hand, on a connection that is already open. */
async function direct(output: string, { where }: Asked): Promise<() => Promise<unknown>> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const from = `FROM read_parquet('${output}/simulation/hydros.parquet') ${where}`;
  const columns = 'stage_id, scenario_id, hydro_id, storage_final_hm3 AS storage_hm3, generation_mw';
  const order = 'ORDER BY stage_id, hydro_id, scenario_id, block_id LIMIT 1000';
  return async () => {
    const count = await connection.runAndReadAll(`SELECT count(*) ${from}`);
    const rows = await connection.runAndReadAll(`SELECT ${columns} ${from} ${order}`);
    return [count.getRows(), rows.getRows()];
  };
}

async function ours(root: string, output: string, { filters }: Asked): Promise<() => Promise<unknown>> {
  const files = await openSandbox([root]);
  const engine = new QueryEngine({ threads: 2 });
  const columns = ['stage_id', 'scenario_id', 'hydro_id', 'storage_hm3', 'generation_mw'];
  const request = {
    outputDirectory: output,
    entityType: 'hydros',
    limit: 1000,
    filters: { ...filters, columns },
  } as const;
  return () => queryResults(files, engine, request);
}

/** Computing, not waiting: the best of several rounds, taken in turns so that both meet the same moments of the machine. */
async function best(works: readonly (() => Promise<unknown>)[], rounds: number): Promise<number[]> {
  const times = works.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [k, work] of works.entries()) {
      const began = process.cpuUsage();
      await work();
      const { user, system } = process.cpuUsage(began);
      times[k] = Math.min(times[k] ?? 0, (user + system) / 1000);
    }
  }
  return times;
}

/** The largest resident memory of a process that writes the rows of the first scenarios to a file, in MB. */
async function exportMemory(output: string, format: 'csv' | 'arrow', scenarios: number): Promise<number> {
  const script = join(import.meta.dirname, 'export-memory.ts');
  const loader = ['--conditions=quadrivium-source', '--import', 'tsx'];
  const { stdout } = await run(process.execPath, [...loader, script, output, format, String(scenarios)]);
  return Number(stdout);
}

async function memoryRow(output: string, format: 'csv' | 'arrow', scenarios: number): Promise<BenchRow> {
  const half = await exportMemory(output, format, scenarios / 2);
  const all = await exportMemory(output, format, scenarios);
  return {
    name: `export of ${(scenarios * stages * hydros) / 1e6} M rows as ${format}, peak memory (baseline: half of them)`,
    ours: all,
    baseline: half,
    unit: 'MB',
    ratio: all / half,
    target: '<= 1.2',
  };
}

async function queryRow(
  root: string,
  output: string,
  question: Asked,
  scenarios: number,
  rounds: number,
): Promise<BenchRow> {
  const works = [await ours(root, output, question), await direct(output, question)];
  const [served = 0, plain = 0] = await best(works, rounds);
  const size = `${(scenarios * stages * hydros) / 1e6} M rows`;
  return {
    name: `query-results, ${question.name} of ${size} (baseline: DuckDB by hand)`,
    ours: served,
    baseline: plain,
    unit: 'ms CPU',
    ratio: served / plain,
    target: '<= 1.3',
    dominatedBy: 'beyond the query, 5 to 10 ms per call: state of the run, columns, connection',
  };
}

export const benchCases: BenchCases = async (options): Promise<BenchRow[]> => {
  const { scenarios, rounds } = sizeFor(options);
  const root = await mkdtemp(join(tmpdir(), 'cobre-query-'));
  try {
    const output = join(root, 'output');
    await writeResults(output, scenarios);
    const rows: BenchRow[] = [];
    for (const question of asked(scenarios)) rows.push(await queryRow(root, output, question, scenarios, rounds));
    return [...rows, await memoryRow(output, 'csv', scenarios), await memoryRow(output, 'arrow', scenarios)];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};
