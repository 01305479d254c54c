import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { expect, onTestFinished } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { openPlane } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';

const bin = join(import.meta.dirname, '../../src/bin/portarium.ts');

/** One command on a database, in this process; gives what it prints as JSON. */
export async function command<T>(...words: string[]): Promise<T> {
  const terminal = memoryTerminal();
  expect(await runPortarium(['--json', ...words], openPlane, terminal), terminal.stderr).toBe(0);
  return JSON.parse(terminal.stdout) as T;
}

export interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  /** What it said on stderr so far. */
  log(): string;
  /** A request to the workspace `default`; the answer as it is. */
  ask(method: string, path: string, body?: unknown): Promise<Response>;
  /** Starts a run of a workflow made of these steps and gives its id. */
  start(name: string, actions: readonly object[], input?: object): Promise<string>;
  /** The run once it is in one of these states. */
  until(runId: string, ...statuses: string[]): Promise<RunSeen>;
  /** Ends it as an operator would; the exit code. */
  end(): Promise<number | null>;
}

export interface RunSeen {
  readonly status: string;
  readonly controlState?: string;
  readonly waitingFor?: string;
  readonly failure?: { readonly message: string };
  readonly steps: readonly { readonly state: string; readonly error?: { readonly kind: string } }[];
}

/** The program as people start it, in a process of its own, for the length of a test. */
export async function serve(db: string, key: string, ...words: string[]): Promise<Served> {
  const served = await startServing(db, key, ...words);
  onTestFinished(() => void served.child.kill('SIGKILL'));
  return served;
}

/** The same for whoever ends it themselves. */
export async function startServing(db: string, key: string, ...words: string[]): Promise<Served> {
  const all = [bundledSource(bin), '--db', db, '--json', ...words, 'serve', '--port', '0'];
  const env = { ...process.env, PORTARIUM_TOKEN: '' };
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'pipe'], env });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(JSON.parse(chunk.toString()).url));
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${log}`)));
  });
  const ask: Served['ask'] = (method, path, body) =>
    fetch(`${url}/v1/workspaces/default${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const json = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await ask(method, path, body);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    child,
    url,
    log: () => log,
    ask,
    async start(name, actions, parameters = {}) {
      const { workflowId } = await json<{ workflowId: string }>('POST', '/workflows', {
        name,
        executionTier: 'Auto',
        actions,
      });
      return (await json<{ runId: string }>('POST', '/runs', { workflowId, parameters })).runId;
    },
    async until(runId, ...statuses) {
      for (;;) {
        const run = await json<RunSeen>('GET', `/runs/${runId}`);
        if (statuses.includes(run.status)) return run;
        await sleep(50);
      }
    },
    async end() {
      // Then its log is whole too.
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      return (await ended)[0] as number | null;
    },
  };
}

/** Asks for `/healthz` all the time; gives how long the answers took once it is told to stop. */
export function watchHealth(url: string): { stop(): Promise<readonly number[]> } {
  const took: number[] = [];
  let going = true;
  const watching = (async () => {
    while (going) {
      const began = performance.now();
      await (await fetch(`${url}/healthz`)).text();
      took.push(performance.now() - began);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      going = false;
      await watching;
      return took.sort((a, b) => a - b);
    },
  };
}
