/** `quadrivium up` as a person starts it: the bundled program, on a free port, in a folder of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connection, connect } from '@quadrivium/kernel/client';

const program = join(import.meta.dirname, '../bundle/quadrivium.js');

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** Everything it has printed. */
  text(): string;
  key(): string;
  /** Ends it and gives the exit code, or the signal. */
  end(signal: NodeJS.Signals): Promise<number | string | null>;
  open(system: string, below?: string, key?: string): Promise<Connection>;
}

const running = new Set<ChildProcess>();
const folders: string[] = [];

/** For afterAll: nothing may outlive the tests. */
export async function endAll(): Promise<void> {
  const children = [...running];
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map(ended));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-up-'));
  folders.push(folder);
  return folder;
}

export function startProcess(args: readonly string[]): { child: ChildProcess; text: () => string } {
  const child = spawn(process.execPath, [program, 'up', '--port', '0', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk));
  return { child, text: () => text };
}

export function ended(child: ChildProcess): Promise<number | string | null> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(child.exitCode ?? child.signalCode);
    else child.once('exit', (code, signal) => resolve(code ?? signal));
  });
}

export async function start(data: string, ...args: string[]): Promise<ServerProcess> {
  const { child, text } = startProcess(['--data', data, ...args]);
  await printed(child, text, 'connect claude-code');
  const url = /ready at (\S+)/.exec(text())?.[1] ?? '';
  return {
    url,
    pid: child.pid ?? 0,
    text,
    key: () => /shown this one time:\s+(\S+)/.exec(text())?.[1] ?? '',
    end(signal) {
      child.kill(signal);
      return ended(child);
    },
    open: (system, below = '', key) =>
      connect({
        type: 'http',
        url: `${url}/${system}/mcp${below}`,
        timeout: 60,
        ...(key === undefined ? {} : { headers: { authorization: `Bearer ${key}` } }),
      }),
  };
}

/** Resolves as soon as the words are there; fails with everything that was printed when the program ends before. */
export function printed(child: ChildProcess, text: () => string, words: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => text().includes(words) && resolve();
    child.stdout?.on('data', look);
    child.once('exit', () => reject(new Error(`It ended without saying "${words}":\n${text()}`)));
    look();
  });
}

export function quadrivium(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
  return spawnSync(process.execPath, [program, ...args], { encoding: 'utf8', ...options });
}

/** A request to the control plane's REST API, as whoever has the key. */
export async function rest(server: ServerProcess, key: string, path: string, init: RequestInit = {}) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const response = await fetch(`${server.url}/portarium/v1/workspaces/demo${path}`, { ...init, headers });
  return (await response.json()) as Record<string, unknown> & { items?: Record<string, unknown>[] };
}
