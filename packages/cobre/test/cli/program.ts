import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { afterAll } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { runCobre } from '../../src/cli/program.js';

/** A program as a file, as people get it. */
export function bundled(name: 'cobre' | 'cobre-mcp'): string {
  return bundledSource(fileURLToPath(new URL(`../../src/bin/${name}.ts`, import.meta.url)));
}

/** Starts the real program in a process of its own. */
export function start(args: readonly string[], more: NodeJS.ProcessEnv = {}): ChildProcessWithoutNullStreams {
  const program = bundled('cobre');
  const env = { ...process.env, NO_COLOR: '1', FORCE_COLOR: '', ...more };
  return spawn(process.execPath, [program, ...args], { stdio: 'pipe', env });
}

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs a command to its end, in this process: the program takes ten times as long to start as most commands take. A run
 * has threads and a lock, which belong to a process, so it gets one.
 */
export async function cobre(...args: readonly string[]): Promise<Ended> {
  if (args[0] === 'run') return apart(...args);
  const terminal = memoryTerminal();
  const code = await runCobre(args, async () => {}, terminal);
  return { code, out: terminal.stdout, err: terminal.stderr };
}

/** Runs the real program in a process of its own. */
export const apart = (...args: readonly string[]): Promise<Ended> => ended(start(args));

/** The same under another environment. */
export const apartUnder = (environment: NodeJS.ProcessEnv, ...args: readonly string[]): Promise<Ended> =>
  ended(start(args, environment));

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  child.stdin.end();
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    err += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

/** The envelope of an answer in JSON. */
export async function answerOf(...args: readonly string[]) {
  const { code, out } = await cobre(...args, '--output-format', 'json');
  return { code, envelope: JSON.parse(out) };
}

const temporary: string[] = [];

afterAll(() => {
  for (const path of temporary) rmSync(path, { recursive: true, force: true });
});

/** A directory that disappears with the tests of the file. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'cobre-cli-'));
  temporary.push(path);
  return path;
}
