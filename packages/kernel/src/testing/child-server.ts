import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

import { RawSession } from './raw-session.js';

export interface ChildServer {
  readonly session: RawSession;
  readonly process: ChildProcessWithoutNullStreams;
  /** What it has written to stderr so far. */
  readonly stderr: () => string;
  /** Exit code, or the signal that ended it, once all that it wrote has been read as well. */
  readonly exited: Promise<number | string>;
  kill(): Promise<void>;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A server as a process of its own: a bundle as it is, TypeScript sources through tsx. */
export function startChildServer(script: string, options: ChildOptions = {}): ChildServer {
  const loader = script.endsWith('.ts') ? ['--conditions=quadrivium-source', '--import', 'tsx'] : [];
  const args = [...loader, script, ...(options.args ?? [])];
  const child = spawn(process.execPath, args, { env: { ...process.env, ...options.env }, stdio: 'pipe' });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // Writing to a server that is gone is part of some tests; the exit code tells what happened.
  child.stdin.on('error', () => {});
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const exited = new Promise<number | string>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  });
  return {
    session: new RawSession(child.stdin, child.stdout),
    process: child,
    stderr: () => stderr,
    exited,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
