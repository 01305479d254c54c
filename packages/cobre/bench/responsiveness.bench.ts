/**
 * How soon others are answered while a server reads what may be anything. Each hostile case is asked for again and again on
 * one server over HTTP; meanwhile a client pings and `/healthz` is asked, and the row tells the p99 of the slower of both
 * against the 200 ms that were promised. Further rows hold the slowest answer against its limit plus two seconds, and the
 * time SIGTERM takes amid each of them, and amid a training run, against the grace.
 */
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type ChildServer, startChildServer } from '@quadrivium/kernel/testing';
import type { BenchCases, BenchRow } from '../../../bench/row.js';
import { bundledSource } from '../../../test/support/bundled-source.js';
import { runCase } from '../src/service/runs/run-case.js';
import { oneReservoir } from '../src/templates/one-reservoir.js';
import { loadCase } from '../src/validation/load-case.js';

const [promisedMs, graceSeconds] = [200, 5];

interface Hostile {
  readonly name: string;
  readonly tool: string;
  /** Of the tool, in ms. */
  readonly limitMs: number;
  /** Damages a copy of a finished study; gives the arguments. */
  prepare(study: string): Promise<Record<string, unknown>>;
}

/** Rows that a page states once: millions of them take some kilobytes. */
async function craft(file: string, columns: string, rows: number): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.run(
    `COPY (SELECT ${columns} FROM range(${rows})) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 1000000)`,
  );
  connection.closeSync();
}

const inflows = '0::INT AS hydro_id, 0::INT AS stage_id, 20.0::DOUBLE AS mean_m3s, 6.0::DOUBLE AS std_m3s';
const iterations = '1::INT AS iteration, 1.0::DOUBLE AS lower_bound, 2.0::DOUBLE AS upper_bound_mean';
const storages = '0::INT AS scenario_id, 0::INT AS stage_id, 0::INT AS hydro_id, random() AS storage_final_hm3';

const inflowTable = 'scenarios/inflow_seasonal_stats.parquet';

function table(name: string, columns: string, rows: number): Hostile {
  return {
    name,
    tool: 'cobre/validate',
    limitMs: 60_000,
    async prepare(case_dir) {
      await craft(join(case_dir, inflowTable), columns, rows);
      return { case_dir };
    },
  };
}

function results(name: string, tool: string, limitMs: number, more: object): Hostile {
  return {
    name,
    tool,
    limitMs,
    async prepare(study) {
      await craft(join(study, 'output/simulation/hydros.parquet'), storages, 20_000_000);
      return { output_dir: join(study, 'output'), entity_type: 'hydros', ...more };
    },
  };
}

const hostile: readonly Hostile[] = [
  table('a table that claims 5 M rows', inflows, 5_000_000),
  table('a table of 3.9 M rows that are read', inflows, 3_900_000),
  {
    name: 'a config of 120 MB',
    tool: 'cobre/validate',
    limitMs: 60_000,
    async prepare(case_dir) {
      const file = join(case_dir, 'config.json');
      await writeFile(file, Buffer.concat([await readFile(file), Buffer.alloc(120 * 2 ** 20, ' ')]));
      return { case_dir };
    },
  },
  {
    name: 'a convergence of 3.9 M iterations',
    tool: 'cobre/query-convergence',
    limitMs: 10_000,
    async prepare(study) {
      await craft(join(study, 'output/training/convergence.parquet'), iterations, 3_900_000);
      return { output_dir: join(study, 'output') };
    },
  },
  {
    name: 'a pipe where a table should be',
    tool: 'cobre/query-results',
    limitMs: 30_000,
    async prepare(study) {
      const file = join(study, 'output/simulation/hydros.parquet');
      await rm(file);
      execFileSync('mkfifo', [file]);
      return { output_dir: join(study, 'output'), entity_type: 'hydros' };
    },
  },
  results('statistics of 20 M rows', 'cobre/statistics', 30_000, { metric: 'storage' }),
  results('an export of 20 M rows as Arrow', 'cobre/export-results', 60_000, { format: 'arrow' }),
];

async function writeTemplate(place: string): Promise<void> {
  for (const { path, content } of oneReservoir.files()) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), content);
  }
}

async function finished(place: string): Promise<string> {
  await writeTemplate(place);
  await runCase((await loadCase(place)).case, place);
  return place;
}

interface Served {
  readonly child: ChildServer;
  readonly url: string;
  client(): Promise<Client>;
}

async function serve(root: string): Promise<Served> {
  const program = bundledSource(join(import.meta.dirname, '../src/bin/cobre-mcp.ts'));
  const flags = ['--transport', 'http', '--port', '0', '--threads', '1', '--grace-seconds', String(graceSeconds)];
  const child = startChildServer(program, { args: ['--allowed-dirs', root, '--allow-write', ...flags] });
  let url: string | undefined;
  while (url === undefined) {
    await sleep(50);
    url = /http:\/\/[0-9.]+:\d+/.exec(child.stderr())?.[0];
  }
  const address = new URL(`${url}/mcp`);
  return {
    child,
    url,
    async client() {
      const client = new Client({ name: 'bench', version: '0' });
      await client.connect(new StreamableHTTPClientTransport(address));
      return client;
    },
  };
}

interface Waits {
  readonly pings: number[];
  readonly health: number[];
  slowestAnswer: number;
}

/** Node's fetch leaves a listener on the signal of its client for every request until memory is tidied, and warns at 1,500. */
class Clients {
  readonly #served: Served;
  readonly #all: Promise<Client>[] = [];
  #uses = 0;

  constructor(served: Served) {
    this.#served = served;
  }

  next(): Promise<Client> {
    if (this.#uses++ % 1000 === 0) this.#all.push(this.#served.client());
    return this.#all.at(-1)!;
  }

  async close(): Promise<void> {
    for (const client of this.#all) await (await client).close();
  }
}

/** Four callers at a time ask, as many as there are readers; two others look how soon they are answered. */
async function under(served: Served, tool: string, args: Record<string, unknown>, seconds: number): Promise<Waits> {
  const [callers, lookers] = [new Clients(served), new Clients(served)];
  const waits: Waits = { pings: [], health: [], slowestAnswer: 0 };
  const until = performance.now() + seconds * 1000;
  const timed = async (work: () => Promise<unknown>): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const ask = async () => {
    do {
      const caller = await callers.next();
      const took = await timed(() => caller.callTool({ name: tool, arguments: args }, { timeout: 90_000 }));
      waits.slowestAnswer = Math.max(waits.slowestAnswer, took);
    } while (performance.now() < until);
  };
  const look = async (into: number[], work: () => Promise<unknown>) => {
    do {
      into.push(await timed(work));
      await sleep(20);
    } while (performance.now() < until);
  };
  const healthy = async () => (await fetch(`${served.url}/healthz`)).text();
  await Promise.all([
    ...[1, 2, 3, 4].map(ask),
    look(waits.pings, async () => (await lookers.next()).ping()),
    look(waits.health, healthy),
  ]);
  await Promise.all([callers.close(), lookers.close()]);
  return waits;
}

/** How long a server takes to go while it is asked this. */
async function stopped(root: string, name: string, tool: string, args: Record<string, unknown>): Promise<BenchRow> {
  const { child, client } = await serve(root);
  const busy = await client();
  void busy.callTool({ name: tool, arguments: args }).catch(() => {});
  await sleep(700);
  const began = performance.now();
  child.process.kill('SIGTERM');
  await child.exited;
  const took = performance.now() - began;
  await busy.close().catch(() => {});
  return against(`SIGTERM amid ${name} (baseline: the grace)`, took, graceSeconds * 1000);
}

/** A case whose training takes longer than anybody waits. */
async function endlessStudy(place: string): Promise<string> {
  await writeTemplate(place);
  const file = join(place, 'config.json');
  const config = JSON.parse(await readFile(file, 'utf8'));
  config.training.stopping_rules = [{ type: 'iteration_limit', limit: 1_000_000 }];
  await writeFile(file, JSON.stringify(config));
  return place;
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.99))] ?? 0;
}

function against(name: string, ours: number, baseline: number): BenchRow {
  return { name, ours, baseline, unit: 'ms', ratio: ours / baseline, target: '<= 1' };
}

export const benchCases: BenchCases = async ({ quick }) => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'cobre-responsive-')));
  const study = await finished(join(root, 'healthy'));
  const served = await serve(root);
  const rows: BenchRow[] = [];
  const situations: (readonly [name: string, tool: string, args: Record<string, unknown>])[] = [];
  let worst: BenchRow | undefined;
  try {
    for (const [k, { name, tool, limitMs, prepare }] of hostile.entries()) {
      const copy = join(root, `case-${k}`);
      await cp(study, copy, { recursive: true });
      const args = await prepare(copy);
      situations.push([name, tool, args]);
      const { pings, health, slowestAnswer } = await under(served, tool, args, quick ? 3 : 10);
      const [ping, healthz] = [p99(pings), p99(health)];
      rows.push(against(`${name}: ping p99 (baseline: what was promised)`, ping, promisedMs));
      rows.push(against(`${name}: /healthz p99 (baseline: what was promised)`, healthz, promisedMs));
      const answer = against(`slowest answer, ${name} (baseline: its limit plus 2 s)`, slowestAnswer, limitMs + 2000);
      if (worst === undefined || answer.ratio > worst.ratio) worst = answer;
    }
    if (worst !== undefined) rows.push(worst);
    await served.child.kill();
    for (const [name, tool, args] of situations) rows.push(await stopped(root, name, tool, args));
    rows.push(
      await stopped(root, 'a training run', 'cobre/run', { case_dir: await endlessStudy(join(root, 'endless')) }),
    );
    return rows;
  } finally {
    await served.child.kill();
    await rm(root, { recursive: true, force: true });
  }
};
