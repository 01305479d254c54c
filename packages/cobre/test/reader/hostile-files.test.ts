/** What lies on disk can be anything; the server, as a real process, must answer and go on whatever it is. */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type ChildServer, startChildServer, type WireValue } from '@quadrivium/kernel/testing';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { bundled } from '../cli/program.js';
import { finishedStudy, newRoot } from '../tools/served.js';

let root: string;
let healthy: string;
const children: ChildServer[] = [];

beforeAll(async () => {
  root = await newRoot();
  healthy = await finishedStudy(root, 'healthy');
});

afterEach(async () => {
  for (const child of children.splice(0)) await child.kill();
});

async function start(...flags: string[]): Promise<ChildServer> {
  const args = ['--allowed-dirs', root, '--allow-write', '--threads', '1', '--grace-seconds', '5', ...flags];
  const child = startChildServer(bundled('cobre-mcp'), { args });
  children.push(child);
  await child.session.initialize('2025-11-25');
  return child;
}

/** A copy of the healthy case with its results, to be damaged. */
async function damaged(name: string): Promise<string> {
  await cp(healthy, join(root, name), { recursive: true });
  return join(root, name);
}

function answerOf({ result, error }: WireValue): { readonly isError: boolean; readonly text: string } {
  const { isError, content } = (result ?? {}) as { isError?: boolean; content?: { text: string }[] };
  return { isError: isError === true || error !== undefined, text: content?.[0]?.text ?? JSON.stringify(error) };
}

/** Calls, and pings meanwhile: the ping must be answered first, or the serving thread was busy with the file. */
async function callUnderPing({ session }: ChildServer, id: string, name: string, args: object) {
  const called = session.call(id, name, args);
  await session.request(`${id} ping`, 'ping');
  const answered = session.received.some((message) => (message as WireValue).id === id);
  return { ...answerOf(await called), pingFirst: !answered };
}

/** Rows that a page states once: `rows` of them take some kilobytes. */
async function craftTable(file: string, columns: string, rows: number): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const target = `'${file}' (FORMAT parquet, ROW_GROUP_SIZE ${rows})`;
  await connection.run(`COPY (SELECT ${columns} FROM range(${rows})) TO ${target}`);
  connection.closeSync();
}

const statistics = '0::INT AS hydro_id, 0::INT AS stage_id, 20.0::DOUBLE AS mean_m3s, 6.0::DOUBLE AS std_m3s';

describe('a table of a few kilobytes that claims five million rows', () => {
  test('is refused by its claim, with the flag that would allow it', async () => {
    const caseDir = await damaged('claims');
    await craftTable(join(caseDir, 'scenarios/inflow_seasonal_stats.parquet'), statistics, 5_000_000);
    const server = await start();
    const validated = await callUnderPing(server, 'validate', 'cobre/validate', { case_dir: caseDir });
    expect(validated).toMatchObject({ isError: false, pingFirst: true });
    expect(JSON.parse(validated.text)).toMatchObject({ valid: false, errors: [{ kind: 'ParseError' }] });
    expect(validated.text).toContain('5000000 rows');
    expect(validated.text).toContain('--max-table-rows');
    const run = await callUnderPing(server, 'run', 'cobre/run', { case_dir: caseDir });
    expect(run).toMatchObject({ isError: true, pingFirst: true });
    expect(run.text).toContain('--max-table-rows');
  });

  test('that an operator allows ends its reader when it takes too much memory, and nothing else', async () => {
    const caseDir = await damaged('memory');
    // Four columns of 8 bytes a value are 640 MB on the heap of the reader, two and a half times the 256 MB it is given.
    await craftTable(join(caseDir, 'scenarios/inflow_seasonal_stats.parquet'), statistics, 20_000_000);
    const server = await start('--max-table-rows', '100000000', '--reader-memory', '256');
    for (const name of ['cobre/validate', 'cobre/run']) {
      const answer = await callUnderPing(server, name, name, { case_dir: caseDir });
      expect(answer).toMatchObject({ isError: true, pingFirst: true });
      expect(JSON.parse(answer.text)).toMatchObject({ kind: 'LimitExceeded', context: { limit: 'reader-memory' } });
      expect(answer.text).toContain('--reader-memory');
    }
    expect(answerOf(await server.session.call('last', 'cobre/validate', { case_dir: healthy })).isError).toBe(false);
  });
});

test('a config of 120 MB is refused by its size, and named', async () => {
  const caseDir = await damaged('long-config');
  const config = await readFile(join(caseDir, 'config.json'));
  await writeFile(join(caseDir, 'config.json'), Buffer.concat([config, Buffer.alloc(120 * 1024 * 1024, ' ')]));
  const server = await start();
  for (const name of ['cobre/validate', 'cobre/inspect-case', 'cobre/run']) {
    const answer = await callUnderPing(server, name, name, { case_dir: caseDir });
    expect(answer.pingFirst).toBe(true);
    expect(answer.text).toContain('config.json');
    expect(answer.text).toContain('--max-json-bytes');
  }
});

/** Where something is read, and a call that reads it. */
const places: readonly (readonly [file: string, tool: string, args: (caseDir: string) => object])[] = [
  ['config.json', 'cobre/inspect-case', (case_dir) => ({ case_dir })],
  ['scenarios/inflow_seasonal_stats.parquet', 'cobre/validate', (case_dir) => ({ case_dir })],
  ['scenarios/inflow_seasonal_stats.parquet', 'cobre/list-scenarios', (case_dir) => ({ case_dir })],
  ['output/training/convergence.parquet', 'cobre/query-convergence', outputOf],
  ['output/training/convergence.parquet', 'cobre/export-results', convergenceExport],
  ['output/training/metadata.json', 'cobre/query-convergence', outputOf],
  ['output/policy/cuts/stage_000.bin', 'cobre/inspect-policy', (dir) => ({ policy_dir: join(dir, 'output/policy') })],
];

function outputOf(caseDir: string) {
  return { output_dir: join(caseDir, 'output') };
}

function convergenceExport(caseDir: string) {
  return { ...outputOf(caseDir), entity_type: 'convergence', format: 'csv' };
}

test('pipes where files should be hold up nobody, and SIGTERM ends the server', async () => {
  const server = await start('--readers', '2');
  for (const [k, [file, tool, args]] of places.entries()) {
    const caseDir = await damaged(`pipe-${k}`);
    await rm(join(caseDir, file));
    execFileSync('mkfifo', [join(caseDir, file)]);
    const { text } = answerOf(await server.session.call(`pipe ${k}`, tool, args(caseDir)));
    expect(text).toMatch(/regular file|"valid":false/);
  }
  expect(answerOf(await server.session.call('last', 'cobre/validate', { case_dir: healthy })).isError).toBe(false);
  server.process.kill('SIGTERM');
  expect(await server.exited).toBe(0);
});

describe('exports', () => {
  const formats = ['csv', 'json', 'arrow'] as const;

  test.skipIf(!canMount())('a full disk fails the export of every format, and only that', async () => {
    const caseDir = await damaged('full');
    const exports = join(caseDir, 'output/exports');
    await mkdir(exports);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', exports]);
    try {
      const server = await start();
      for (const format of formats) {
        const args = { ...outputOf(caseDir), entity_type: 'hydros', format };
        expect(answerOf(await server.session.call(format, 'cobre/export-results', args)).isError).toBe(true);
      }
      expect(await server.session.request('ping', 'ping')).toMatchObject({ result: {} });
      expect(answerOf(await server.session.call('last', 'cobre/validate', { case_dir: healthy })).isError).toBe(false);
    } finally {
      execFileSync('umount', ['-l', exports]);
    }
  });

  test.each(sampled('formats of exports that are cancelled', formats, 3))(
    'one in %s that is cancelled leaves the server alone',
    async (format) => {
      const server = await start();
      const args = { ...outputOf(healthy), entity_type: 'hydros', format };
      server.session.send({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'cobre/export-results', arguments: args },
      });
      server.session.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
      expect(answerOf(await server.session.call('again', 'cobre/export-results', args)).isError).toBe(false);
    },
  );
});

/** Only who may mount can have a disk that is soon full. */
function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
