/**
 * Everything of the machine that a program talks to. Comes in from outside, so that tests can look.
 *
 * A process may be asked to stop only once somebody listens: a command that never looks at `signal` ends at the first
 * Ctrl-C, as programs do; one that looks is asked gently first.
 */
import { presentDate } from '../essentials/index.js';
import { exitCodes } from './exit-codes.js';
import { onSignals } from './signals.js';

export interface Terminal {
  /** Resolves when the text has been handed on: true, or false once the reader has gone away, as `head` does. */
  out(text: string | Uint8Array): Promise<boolean>;
  err(text: string): void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Columns. */
  readonly width: number;
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the user or the system asks us to stop. */
  readonly signal: AbortSignal;
  /** The exit code of whoever was asked to stop. */
  stoppedBy(): number | undefined;
  now(): Date;
}

const widthWithoutTerminal = 100;

/** `signals` are those that ask to stop: SIGINT and SIGTERM unless told otherwise. */
export function processTerminal(signals?: readonly NodeJS.Signals[]): Terminal {
  const { stdout, stderr, stdin, env } = process;
  const stop = stopping(signals);
  // Nobody reads there any more: the work and its exit code are the same.
  stderr.on('error', () => {});
  return {
    out: writerTo(stdout),
    err: (text) => void stderr.write(text),
    outIsTerminal: stdout.isTTY === true,
    errIsTerminal: stderr.isTTY === true,
    width: stdout.columns ?? stderr.columns ?? widthWithoutTerminal,
    stdin,
    env,
    get signal() {
      return stop.signal();
    },
    stoppedBy: () => stop.code,
    now: presentDate,
  };
}

function stopping(signals: readonly NodeJS.Signals[] | undefined) {
  let controller: AbortController | undefined;
  const state = {
    code: undefined as number | undefined,
    signal(): AbortSignal {
      if (controller === undefined) {
        const asked = new AbortController();
        controller = asked;
        onSignals((_, code) => {
          state.code = code;
          asked.abort();
        }, signals);
      }
      return controller.signal;
    },
  };
  return state;
}

/** Whoever reads only the first lines is content with them: that is no failure of ours. A disk that is full is one. */
function writerTo(stream: NodeJS.WriteStream): Terminal['out'] {
  let gone = false;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && !gone) tellUnwritten(error);
    gone = true;
  });
  return (text) =>
    new Promise((resolve) => {
      if (gone) resolve(false);
      else stream.write(text, (error) => resolve(error === undefined || error === null));
    });
}

/** What else the program does is done all the same; its exit code says that not all of it could be told. */
function tellUnwritten({ message }: Error): void {
  process.stderr.write(`error: What is printed here cannot be written: ${message}\n`);
  process.once('exit', () => {
    process.exitCode ||= exitCodes.failed;
  });
}
