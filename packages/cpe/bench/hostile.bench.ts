/**
 * How long cpe takes to be done with servers that mean harm: to end by itself, and to end when it is interrupted in the middle.
 * The servers are those of the kernel's contract; tests hold what comes of each, and only here is it timed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, BenchRow } from '../../../bench/row.js';
import { bundledSource } from '../../../test/support/bundled-source.js';
import { HOSTILE_SERVER, type HostileCase, hostileRows } from '../../kernel/test/untrusted/hostile-cases.js';

const CPE = fileURLToPath(new URL('../src/bin/cpe.ts', import.meta.url));
const TIMEOUT_S = 2;
/** What is allowed beyond the timeout, and after an interrupt. */
const ALLOWED_MS = 2_000;
const limits = {
  timeout: 30,
  requestTimeout: TIMEOUT_S,
  maxRequestTime: TIMEOUT_S,
  maxMessageBytes: 16 * 1024 * 1024,
  protocol: 'legacy',
};
/** A result, a configuration, a connection, a tool: the exit codes that a hostile server may lead to. */
const CODES = [0, 2, 4, 5];
const STACK = /\n\s+at .*(?:node:|file:|\.m?js:)/;

type Row = readonly [name: string, transport: 'stdio' | 'http', hostile: HostileCase];

interface Ending {
  readonly ms: number;
  readonly row: Row;
}

/** A hostile server behind HTTP, or undefined for one that cpe starts itself. */
async function served([name, transport]: Row): Promise<{ child: ChildProcess; url: string } | undefined> {
  if (transport === 'stdio') return undefined;
  const child = spawn(process.execPath, [HOSTILE_SERVER, name, 'http'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const [port] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, url: `http://127.0.0.1:${port.trim()}/mcp` };
}

/** Runs one case; with `interrupt`, counts from the moment the server is at it. */
async function endingOf(row: Row, folder: string, interrupt: boolean, tool = 'evil'): Promise<Ending | undefined> {
  const [name, , hostile] = row;
  const server = await served(row);
  const own = { type: 'stdio', command: process.execPath, args: [HOSTILE_SERVER, name], ...limits };
  const s = server === undefined ? own : { type: 'http', url: server.url, ...limits };
  writeFileSync(join(folder, 'cpe.yaml'), JSON.stringify({ version: '1.0', mcpServers: { s } }));
  const args = ['mcp', 'call-tool', `s/${tool}`, '--args', JSON.stringify(hostile.args ?? {})];
  let began = performance.now();
  const child = spawn(process.execPath, [bundledSource(CPE), ...args], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  let interrupted = false;
  const hear = (text: string): void => {
    said += text;
    if (!interrupt || interrupted || !said.includes('begins')) return;
    interrupted = child.kill('SIGINT');
    began = performance.now();
  };
  child.stderr.setEncoding('utf8').on('data', hear);
  server?.child.stderr?.setEncoding('utf8').on('data', hear);
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = performance.now() - began;
  server?.child.kill('SIGKILL');
  if (STACK.test(said) || ![...CODES, ...(interrupted ? [130] : [])].includes(code ?? -1))
    throw new Error(`${row[0]} over ${row[1]} ended with ${code}: ${said.slice(-500)}`);
  return interrupt && !interrupted ? undefined : { ms, row };
}

/** Its tool `calm` answers at once: what a call takes that meets no harm, which is mostly the start of two processes. */
const HONEST: Row = ['own-properties', 'stdio', { name: 'own-properties' }];

/** How much longer each case takes than a call that meets no harm. Of both the best is taken, for noise only ever adds. */
async function slowest(rows: readonly Row[], rounds: number, folder: string, interrupt: boolean): Promise<Ending> {
  const all: Ending[] = [];
  for (const row of rows) {
    let [calm, harmed] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let round = 0; round < rounds; round += 1) {
      calm = interrupt ? 0 : Math.min(calm, (await endingOf(HONEST, folder, false, 'calm'))?.ms ?? calm);
      harmed = Math.min(harmed, (await endingOf(row, folder, interrupt))?.ms ?? harmed);
    }
    // A case may be over before it can be interrupted.
    if (Number.isFinite(harmed)) all.push({ ms: Math.max(0, harmed - calm), row });
    if (process.env.HOSTILE_ROWS !== undefined)
      process.stderr.write(
        `${interrupt ? 'interrupted ' : ''}${row[0]} over ${row[1]}: ${Math.round(harmed - calm)} ms\n`,
      );
  }
  return all.reduce((worst, each) => (each.ms > worst.ms ? each : worst));
}

function rowOf(what: string, count: number, { ms, row: [name, transport] }: Ending, allowed: number): BenchRow {
  return {
    name: `hostile servers: ${what}; the slowest of ${count} is ${name} over ${transport}`,
    ours: ms,
    baseline: allowed,
    ratio: ms / allowed,
    unit: 'ms',
    target: '<= 1',
    dominatedBy: 'waiting for the timeout',
  };
}

/** `HOSTILE_ROWS=1` tells every case on stderr. */
export async function benchCases({ quick }: BenchOptions): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'cpe-hostile-'));
  const rows = quick ? hostileRows.filter((_, index) => index % 8 === 0) : hostileRows;
  const rounds = quick ? 1 : 2;
  try {
    const ended = await slowest(rows, rounds, folder, false);
    const stopped = await slowest(rows, rounds, folder, true);
    return [
      rowOf(
        'a call beyond a harmless one, over its timeout plus 2 s',
        rows.length,
        ended,
        TIMEOUT_S * 1_000 + ALLOWED_MS,
      ),
      rowOf('Ctrl-C in the middle until the end, over 2 s', rows.length, stopped, ALLOWED_MS),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
