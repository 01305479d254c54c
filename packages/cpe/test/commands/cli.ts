import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import type { CliWorld } from '../../src/commands/cli-world.js';
import { runCli } from '../../src/commands/run-cli.js';
import { freshFolder } from '../host/servers.js';

const CPE = fileURLToPath(new URL('../../src/bin/cpe.ts', import.meta.url));

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Setting {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly stdin?: string;
  /** The person at the terminal. */
  readonly ask?: (question: string) => Promise<boolean>;
  readonly terminal?: boolean;
  readonly signal?: AbortSignal;
  readonly onErr?: (text: string) => void;
}

/** A folder with a `cpe.yaml` of these servers. */
export function project(mcpServers: object, rest: object = {}): string {
  const folder = freshFolder();
  writeFileSync(join(folder, 'cpe.yaml'), stringify({ version: '1.0', mcpServers, ...rest }));
  return folder;
}

/** Runs a command line in this process; everything but the entry file is the real thing. */
export async function run(cwd: string, args: readonly string[], setting: Setting = {}): Promise<Ran> {
  let [out, err] = ['', ''];
  const world: CliWorld = {
    cwd,
    home: join(cwd, 'home'),
    platform: 'linux',
    env: setting.env ?? process.env,
    readText: (path) => {
      const file = path.startsWith('/') ? path : join(cwd, path);
      return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    },
    readStdin: async () => setting.stdin ?? '',
    readPiped: async () => Buffer.from(setting.stdin ?? ''),
    ...(setting.ask === undefined ? {} : { ask: setting.ask }),
    out: async (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
      setting.onErr?.(text);
    },
    outIsTerminal: setting.terminal === true,
    errIsTerminal: setting.terminal === true,
    signal: setting.signal ?? new AbortController().signal,
  };
  const code = await runCli(args, world);
  return { code, out, err };
}

/** Starts cpe as a user would. */
export function start(cwd: string, args: readonly string[], setting: Setting = {}): ChildProcessWithoutNullStreams {
  const nodeArgs = [bundledSource(CPE), ...args];
  const env = { ...(setting.env ?? process.env), NO_COLOR: '1' };
  const child = spawn(process.execPath, nodeArgs, { cwd, env, stdio: 'pipe' });
  child.stdin.on('error', () => undefined);
  child.stdin.end(setting.stdin ?? '');
  return child;
}

export async function finish(child: ChildProcessWithoutNullStreams): Promise<Ran> {
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out, err };
}

/** Runs cpe as a process of its own. */
export async function cpe(cwd: string, args: readonly string[], setting: Setting = {}): Promise<Ran> {
  return finish(start(cwd, args, setting));
}

/** Waits until the process has written this to stderr. */
export async function said(child: ChildProcessWithoutNullStreams, text: string): Promise<void> {
  let heard = '';
  for await (const chunk of child.stderr.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    heard += chunk as string;
    if (heard.includes(text)) return;
  }
  throw new Error(`never said ${text}, but ${heard}`);
}
