/**
 * How long `/healthz` takes to answer while everything that once silenced the server goes on at once, on a file with half
 * a million entries of evidence: verifying and exporting all of it, a list of ten thousand members, starts of runs, two
 * hundred people who follow the events, and another process that holds the lock of the database. Held against 250 ms.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openSqlite } from '@quadrivium/ledger';
import type { BenchRow } from '../../../bench/row.js';
import type { Store } from '../src/domain/store-port.js';
import { admin, benchPlane, inFolder } from './bench-plane.js';

const program = fileURLToPath(new URL('../src/bin/portarium.ts', import.meta.url));
const limitMs = 250;

export function benchCases({ quick }: { readonly quick: boolean }): Promise<readonly BenchRow[]> {
  return inFolder(async (folder) => {
    const { plane, store, file, close } = await benchPlane(folder);
    const { secret } = await plane.createApiKey(admin, { principalId: 'admin' });
    const each = { actionId: 'each', operation: 'event:emit', type: 'Each', forEach: 'input.list', data: '{{ item }}' };
    await plane.putWorkflow(admin, { source: { name: 'Each', executionTier: 'Auto', actions: [each] } });
    const entries = quick ? 50_000 : 500_000;
    await addEvidence(store, entries);
    await close();
    const server = await serve(file);
    const load = new Load(server.url, secret, file);
    const quiet = await watched(server.url, 3000);
    const busy = await load.during(() => watched(server.url, quick ? 15_000 : 60_000));
    await server.end();
    const [ours, idle] = [percentile(busy, 0.99), percentile(quiet, 0.99)];
    process.stderr.write(
      `healthz over ${entries} entries: ${busy.length} asked, p50 ${percentile(busy, 0.5).toFixed(1)}, ` +
        `p99 ${ours.toFixed(1)}, most ${percentile(busy, 1).toFixed(1)} ms; idle p99 ${idle.toFixed(1)} ms; ` +
        `${JSON.stringify(load.done)}\n`,
    );
    return [
      {
        name: `portarium /healthz at the 99th percentile under all loads at ${entries} entries, against 250 ms`,
        ours,
        baseline: limitMs,
        ratio: ours / limitMs,
        unit: 'ms',
        target: '<= 1',
        dominatedBy: 'transactions of the list and of the starts, which follow each other on the same thread',
      },
    ];
  });
}

async function addEvidence(store: Store, count: number): Promise<void> {
  const actor = { kind: 'user', id: 'admin' } as const;
  for (let made = 0; made < count; made += 1000) {
    await store.transact('ws', async (tx) => {
      for (let i = 0; i < 1000; i += 1)
        tx.evidence({ category: 'System', type: 'Filler', summary: `Entry ${made + i}`, actor, detail: { i } });
    });
  }
}

interface Server {
  readonly url: string;
  end(): Promise<void>;
}

async function serve(db: string): Promise<Server> {
  const args = [
    '--conditions=quadrivium-source',
    '--import',
    'tsx',
    program,
    '--db',
    db,
    '--json',
    'serve',
    '--port',
    '0',
  ];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = (await once(child.stdout as NonNullable<ChildProcess['stdout']>, 'data')) as [Buffer];
  return {
    url: (JSON.parse(said.toString()) as { url: string }).url,
    async end() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** In a process of its own, which has nothing else to do than to ask and to look at the clock. */
const watcher = `
  const [url, milliseconds] = process.argv.slice(1);
  const took = [];
  for (const end = performance.now() + Number(milliseconds); performance.now() < end; ) {
    const began = performance.now();
    await (await fetch(url + '/healthz')).text();
    took.push(performance.now() - began);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  console.log(JSON.stringify(took));
`;

/** Asks again and again; gives how long each answer took, the shortest first. */
async function watched(url: string, milliseconds: number): Promise<readonly number[]> {
  const args = ['--input-type=module', '-e', watcher, url, String(milliseconds)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return (JSON.parse(stdout) as number[]).sort((a, b) => a - b);
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/** Everything at once, each part again as soon as it has ended. */
class Load {
  readonly done = { verified: 0, exported: 0, lists: 0, starts: 0, locks: 0 };
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #file: string;
  readonly #over = new AbortController();

  constructor(url: string, secret: string, file: string) {
    this.#url = `${url}/v1/workspaces/ws`;
    this.#headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    this.#file = file;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const list = Array.from({ length: 10_000 }, (_, i) => i);
    const parts = [
      this.#again('verified', () => this.#ask('GET', '/evidence:verify')),
      this.#again('exported', () => this.#ask('GET', '/evidence:export')),
      this.#again('lists', () => this.#ask('POST', '/runs', { workflowId: 'each', parameters: { list } }), 20_000),
      this.#again('starts', () => this.#ask('POST', '/runs', { workflowId: 'straight', parameters: { text: 'x' } })),
      this.#again('locks', () => this.#holdLock(), 5000),
      ...Array.from({ length: 200 }, () => this.#follow()),
    ];
    try {
      return await work();
    } finally {
      this.#over.abort();
      await Promise.allSettled(parts);
    }
  }

  async #again(name: keyof Load['done'], work: () => Promise<unknown>, pauseMs = 0): Promise<void> {
    const { signal } = this.#over;
    while (!signal.aborted) {
      await work();
      this.done[name] += 1;
      await sleep(pauseMs, undefined, { signal });
    }
  }

  async #ask(method: string, path: string, body?: unknown): Promise<void> {
    const { signal } = this.#over;
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${this.#url}${path}`, { method, headers: this.#headers, signal, ...sent });
    for await (const _ of answer.body ?? []);
  }

  #follow(): Promise<void> {
    return this.#ask('GET', '/events:stream?after=latest');
  }

  /** As a backup or a shell would. */
  async #holdLock(): Promise<void> {
    const database = openSqlite(this.#file);
    try {
      // Waiting for it would stop this process, which is the load.
      database.exec('PRAGMA busy_timeout = 5');
      database.exec('BEGIN IMMEDIATE');
      await sleep(1500);
      database.exec('ROLLBACK');
    } catch {
      // Somebody was writing just then; the next time it is there.
    } finally {
      database.close();
    }
  }
}
