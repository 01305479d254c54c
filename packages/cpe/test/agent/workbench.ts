/** A folder with a configuration, the bundle of cpe, and a way to run it as a process of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { runCli } from '../../src/commands/run-cli.js';
import { misbehaving, toolbox } from '../host/servers.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const cpeBundle = (): string => bundledSource(here('../../src/bin/cpe.ts'));
export const kitchenBundle = (): string => bundledSource(here('../../../kernel/test/fixtures/kitchen-server.ts'));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly done: Promise<Finished>;
  readonly pid: number;
  stderr(): string;
  signal(name: NodeJS.Signals): void;
}

/** Nothing, a pipe that nobody writes to, or what comes through a pipe. */
export type StdinOf = 'ignore' | 'open' | Uint8Array;

export interface InProcess {
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  readonly onOut?: (text: string) => void;
}

export class Workbench {
  #folder: string | undefined;
  readonly #ends: (() => Promise<unknown>)[] = [];

  get folder(): string {
    if (this.#folder === undefined) throw new Error('The workbench is only open during a test.');
    return this.#folder;
  }

  open(): void {
    this.#folder = mkdtempSync(join(tmpdir(), 'cpe-agent-'));
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  write(name: string, value: unknown): string {
    const text = typeof value === 'string' ? value : name.endsWith('.json') ? JSON.stringify(value) : stringify(value);
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  read(name: string): string {
    return readFileSync(this.path(name), 'utf8');
  }

  async start(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    stdin: StdinOf = 'ignore',
  ): Promise<Started> {
    const script = cpeBundle();
    const { CPE_MODEL: _model, CPE_SUBAGENT_LOGGING_ADDRESS: _address, ...inherited } = process.env;
    const child = spawn(process.execPath, [script, ...args], {
      cwd: this.folder,
      env: { ...inherited, MOCK_KEY: 'key-of-the-mock', ...env },
      stdio: [stdin === 'ignore' ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    if (stdin !== 'ignore' && stdin !== 'open') child.stdin?.end(stdin);
    let [stdout, stderr] = ['', ''];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const done = new Promise<Finished>((resolve) => {
      child.once('close', (code) => resolve({ code, stdout, stderr }));
    });
    return { done, pid: child.pid ?? 0, stderr: () => stderr, signal: (name) => void child.kill(name) };
  }

  /** In this process, for tests that need no process of their own; `terminal` makes stdout one. */
  async inProcess(args: readonly string[], setting: InProcess = {}): Promise<Finished> {
    let [stdout, stderr] = ['', ''];
    const code = await runCli(args, {
      cwd: this.folder,
      home: this.folder,
      platform: 'linux',
      env: { PATH: process.env.PATH, MOCK_KEY: 'key-of-the-mock', ...setting.env },
      readText: (path) => {
        const file = resolve(this.folder, path);
        return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      },
      readStdin: async () => setting.stdin ?? '',
      readPiped: async () => Buffer.from(setting.stdin ?? ''),
      out: async (text) => {
        stdout += text;
        setting.onOut?.(text);
      },
      err: (text) => {
        stderr += text;
      },
      outIsTerminal: setting.terminal === true,
      errIsTerminal: false,
      signal: setting.signal ?? new AbortController().signal,
    });
    return { code, stdout, stderr };
  }

  async run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Finished> {
    return (await this.start(args, env)).done;
  }

  /** Whoever may still write here is ended before the folder goes. */
  beforeRemoval(end: () => Promise<unknown>): void {
    this.#ends.push(end);
  }

  async remove(): Promise<void> {
    for (const end of this.#ends.splice(0)) await end();
    rmSync(this.folder, { recursive: true, force: true });
    this.#folder = undefined;
  }
}

export function model(ref: string, url: string, more: object = {}): object {
  return { ref, id: ref, type: 'openai', base_url: url, api_key_env: 'MOCK_KEY', ...more };
}

export function misbehavingServer(manners = ''): object {
  return misbehaving(manners);
}

/** A well-behaved server with tools made for tests. */
export function toolboxServer(...tools: string[]): object {
  return toolbox({}, ...tools);
}

export async function kitchenServer(more: object = {}): Promise<object> {
  return { type: 'stdio', command: process.execPath, args: [kitchenBundle()], ...more };
}

/** Linux tells the environment of every process; the mark is inherited by everything cpe starts. */
export function processesWith(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`AGENT_MARK=${mark}`);
    } catch {
      return false;
    }
  });
}
