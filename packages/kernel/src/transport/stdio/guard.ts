import type { Writable } from 'node:stream';

export interface StdoutGuard {
  /** Writes protocol, past the guard. */
  readonly write: (text: string) => boolean;
  release(): void;
}

/**
 * While the process's stdout carries the protocol, anything else written to it (a stray `console.log` in a dependency)
 * would break the client. Such output goes to stderr instead.
 */
export function guardStdout(stdout: Writable): StdoutGuard {
  const original = stdout.write as (text: string) => boolean;
  const write = (text: string): boolean => original.call(stdout, text);
  if (stdout !== process.stdout) return { write, release: () => {} };
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return {
    write,
    release() {
      process.stdout.write = original as typeof process.stdout.write;
    },
  };
}
