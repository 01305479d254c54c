/**
 * `cobre/query-results` on a large result against the same question written directly for DuckDB: entity and stage filter,
 * five columns, the first thousand rows in order, and the total count. Scenarios are folders, as runs write them.
 * COBRE_BENCH_FULL=1 asks for five million rows of 2,000 scenarios instead of half a million of 200. Then all rows leave as
 * CSV and Arrow: memory must not depend on how many there are.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { openSandbox } from '@quadrivium/kernel';
import type { BenchCases, BenchOptions, BenchRow } from '../../../bench/row.js';
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

/** Rows by scenario, stage and hydro with ten more columns. */
async function writeResults(output: string, scenarios: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const target = join(output, 'simulation', 'hydros');
  await mkdir(target, { recursive: true });
  const values = Array.from({ length: 9 }, (_, k) => `random() * 100 AS value_${k}`).join(', ');
  for (let from = 0; from < scenarios; from += 100) {
    await connection.run(
      `COPY (SELECT s AS scenario_id, t::INTEGER AS stage_id, 0::INTEGER AS block_id, h::INTEGER AS hydro_id,
        random() * 1000 AS storage_final_hm3, random() * 50 AS generation_mw, ${values}
        FROM range(${from}, ${Math.min(scenarios, from + 100)}) a(s), range(${stages}) b(t), range(${hydros}) c(h))
      TO '${target}' (FORMAT parquet, COMPRESSION snappy, PARTITION_BY (scenario_id), OVERWRITE_OR_IGNORE)`,
    );
  }
  connection.closeSync();
  for (const folder of await readdir(target)) {
    const number = Number(folder.slice('scenario_id='.length));
    const named = join(target, `scenario_id=${String(number).padStart(4, '0')}`);
    if (named !== join(target, folder)) await rename(join(target, folder), named);
    const [file = ''] = await readdir(named);
    await rename(join(named, file), join(named, 'data.parquet'));
  }
}

/** What an analyst would write by hand, on a connection that is already open. */
async function direct(output: string): Promise<() => Promise<unknown>> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '2' });
  const connection = await instance.connect();
  const from = `FROM read_parquet('${output}/simulation/hydros/*/data.parquet', hive_partitioning = true,
    hive_types = {'scenario_id': INTEGER}) WHERE hydro_id IN (3, 7) AND stage_id BETWEEN 10 AND 30`;
  const columns = 'stage_id, scenario_id, hydro_id, storage_final_hm3 AS storage_hm3, generation_mw';
  const order = 'ORDER BY stage_id, hydro_id, scenario_id, block_id LIMIT 1000';
  return async () => {
    const count = await connection.runAndReadAll(`SELECT count(*) ${from}`);
    const rows = await connection.runAndReadAll(`SELECT ${columns} ${from} ${order}`);
    return [count.getRows(), rows.getRows()];
  };
}

async function ours(root: string, output: string): Promise<() => Promise<unknown>> {
  const files = await openSandbox([root]);
  const engine = new QueryEngine({ threads: 2 });
  return () =>
    queryResults(files, engine, {
      outputDirectory: output,
      entityType: 'hydros',
      limit: 1000,
      filters: {
        entity_id: [3, 7],
        stage_range: [10, 30],
        columns: ['stage_id', 'scenario_id', 'hydro_id', 'storage_hm3', 'generation_mw'],
      },
    });
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

export const benchCases: BenchCases = async (options): Promise<BenchRow[]> => {
  const { scenarios, rounds } = sizeFor(options);
  const root = await mkdtemp(join(tmpdir(), 'cobre-query-'));
  try {
    const output = join(root, 'output');
    await writeResults(output, scenarios);
    const [served = 0, plain = 0] = await best([await ours(root, output), await direct(output)], rounds);
    const size = `${(scenarios * stages * hydros) / 1e6} M rows, ${scenarios} scenarios`;
    return [
      {
        name: `query-results, ${size} (baseline: DuckDB by hand)`,
        ours: served,
        baseline: plain,
        unit: 'ms CPU',
        ratio: served / plain,
        target: '<= 1.3',
      },
      await memoryRow(output, 'csv', scenarios),
      await memoryRow(output, 'arrow', scenarios),
    ];
  } finally {
    await rm(root, { recursive: true, force: true });
  }
};
