/** SIGTERM amid anything: whoever waits is told, nothing half-written stays, and no process is left behind. */
import { existsSync } from 'node:fs';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type ChildServer, startChildServer, type WireValue } from '@quadrivium/kernel/testing';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { bundled } from '../cli/program.js';
import { finishedStudy, newRoot, settings, writeStudy } from '../tools/served.js';

let root: string;
let child: ChildServer | undefined;
/** Rows that a page states once, in some kilobytes: far more than are read or written while a server stops. */
const tables = { results: '', inflows: '' };

beforeAll(async () => {
  root = await newRoot();
  const columns = '0::INT AS scenario_id, 0::INT AS stage_id, 0::INT AS hydro_id, 1.5::DOUBLE AS storage_final_hm3';
  tables.results = await crafted('results.parquet', columns, 20_000_000);
  const inflows = '0::INT AS hydro_id, 0::INT AS stage_id, 20.0::DOUBLE AS mean_m3s, 6.0::DOUBLE AS std_m3s';
  tables.inflows = await crafted('inflows.parquet', inflows, 8_000_000);
});

afterEach(() => child?.kill());

async function crafted(name: string, columns: string, rows: number): Promise<string> {
  const file = join(root, name);
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const target = `'${file}' (FORMAT parquet, ROW_GROUP_SIZE 1000000)`;
  await connection.run(`COPY (SELECT ${columns} FROM range(${rows})) TO ${target}`);
  connection.closeSync();
  return file;
}

/** What can be ended at once needs no long grace; what ends by itself has all the time a busy machine may take. */
async function serving(graceSeconds: number): Promise<ChildServer> {
  const limits = ['--grace-seconds', String(graceSeconds), '--max-table-rows', '100000000', '--reader-memory', '8192'];
  const args = ['--allowed-dirs', root, '--allow-write', '--threads', '1', ...limits];
  child = startChildServer(bundled('cobre-mcp'), { args });
  await child.session.initialize('2025-11-25');
  return child;
}

function answerIn({ result }: WireValue) {
  const { isError = false, content } = result as { isError?: boolean; content: { text: string }[] };
  return { isError, ...JSON.parse(content[0]!.text) };
}

/** Processes that read for a server are its only children; none of them may outlive it. */
async function childrenOf(pid: number): Promise<string[]> {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) ? (await readFile(file, 'utf8')).split(' ').filter(Boolean) : [];
}

/** The reader has the question once it is there and has begun to work; until then SIGTERM would meet nothing. */
async function readingOf({ process: { pid } }: ChildServer): Promise<string[]> {
  for (;;) {
    const readers = await childrenOf(pid!);
    if (readers.length > 0) return readers;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const exported = (format: string) => ['cobre/export-results', { entity_type: 'hydros', format }] as const;

test.each([
  ['an export as CSV', ...exported('csv')],
  ['an export as Arrow', ...exported('arrow')],
  ['statistics', 'cobre/statistics', { entity_type: 'hydros', metric: 'storage' }],
  ['a case being read', 'cobre/validate', {}],
])('amid %s, the caller is answered, no draft stays and no reader', async (name, tool, more) => {
  const case_dir = await finishedStudy(root, name.replaceAll(' ', '-'));
  const output_dir = join(case_dir, 'output');
  const validates = tool === 'cobre/validate';
  const place = validates ? 'scenarios/inflow_seasonal_stats.parquet' : 'output/simulation/hydros.parquet';
  await copyFile(validates ? tables.inflows : tables.results, join(case_dir, place));
  const server = await serving(9);
  const called = server.session.call(1, tool, { ...(validates ? { case_dir } : { output_dir }), ...more });
  const readers = await readingOf(server);
  server.process.kill('SIGTERM');
  // Where a machine is so fast that it was done, it was answered all the same.
  const answer = answerIn(await called);
  if (answer.isError) expect(answer).toMatchObject({ kind: 'ServerStopping', context: { tool } });
  expect(await server.exited).toBe(0);
  const left = await readdir(join(output_dir, 'exports')).catch(() => []);
  expect(left.filter((file) => file.endsWith('.partial'))).toEqual([]);
  await expect.poll(() => readers.filter((pid) => existsSync(`/proc/${pid}/stat`))).toEqual([]);
});

test('amid a training run, the caller is told what was kept, and the run can be resumed', async () => {
  const config = settings({ iterations: 1_000_000, scenarios: 0 });
  const case_dir = await writeStudy(root, 'training', { 'config.json': config });
  const server = await serving(120);
  const called = server.session.call(1, 'cobre/run', { case_dir, phases: 'training' }, { progressToken: 1 });
  await server.session.find((message) => (message as { method?: string }).method === 'notifications/progress');
  server.process.kill('SIGTERM');
  const { isError, status, training } = answerIn(await called);
  expect({ isError, status }).toEqual({ isError: false, status: 'partial' });
  expect(await server.exited).toBe(0);
  const metadata = JSON.parse(await readFile(join(case_dir, 'output/policy/metadata.json'), 'utf8'));
  expect(metadata.completed_iterations).toBe(training.iterations);
});

test('a run whose case is still being read is not begun', async () => {
  const case_dir = await writeStudy(root, 'unread', { 'config.json': settings({ iterations: 1_000_000 }) });
  const server = await serving(120);
  const called = server.session.call(1, 'cobre/run', { case_dir });
  await readingOf(server);
  server.process.kill('SIGTERM');
  const answer = answerIn(await called);
  // A machine on which it had begun in that moment stops it, and says so.
  if (answer.isError) expect(answer).toMatchObject({ kind: 'ServerStopping', context: { case_dir } });
  else expect(answer.status).toBe('partial');
  expect(await server.exited).toBe(0);
});
