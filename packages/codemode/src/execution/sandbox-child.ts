import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';

/**
 * A child process that has nothing of ours: an empty environment, the root folder as its working directory, pipes of its
 * own, and a process group of its own, so that it can be ended together with whatever it might start.
 */
export interface SandboxChild {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves with a sentence about how it ended. */
  readonly ended: Promise<string>;
  /** Ends the whole group at once and waits until its leader is gone. */
  kill(): Promise<void>;
}

const STDERR_CHARS = 2_000;
const isWindows = process.platform === 'win32';

/** Node does not start on Windows without the name of its folder, which is no secret. */
function emptyEnvironment(): NodeJS.ProcessEnv {
  const { SystemRoot } = process.env;
  return isWindows && SystemRoot !== undefined ? { SystemRoot } : {};
}

export function startSandboxChild(args: readonly string[]): SandboxChild {
  const child = spawn(process.execPath, args, {
    cwd: '/',
    env: emptyEnvironment(),
    detached: !isWindows,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(-STDERR_CHARS);
  });
  // A write to a child that has just ended is not an event of its own: its end is told anyway.
  child.stdin.on('error', () => undefined);
  const ended = endOf(child, () => stderr);
  // Only once: after the group is gone its number may belong to somebody else.
  let killed: Promise<void> | undefined;
  const kill = (): Promise<void> => {
    killed ??= killGroup(child, ended);
    return killed;
  };
  return { stdin: child.stdin, stdout: child.stdout, ended, kill };
}

async function endOf(child: ChildProcess, stderr: () => string): Promise<string> {
  try {
    const [code, signal] = await once(child, 'close');
    const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
    return `${how}${stderr() === '' ? '' : `: ${lastWords(stderr())}`}`;
  } catch (error) {
    return (error as Error).message;
  }
}

function lastWords(stderr: string): string {
  const lines = stderr.trim().split('\n');
  return lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? '';
}

async function killGroup(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.pid !== undefined) {
    try {
      // It starts nothing by itself, so that on Windows, which has no groups, it is ended alone.
      process.kill(isWindows ? child.pid : -child.pid, 'SIGKILL');
    } catch {
      // Nothing of the group is left.
    }
  }
  await ended;
}
