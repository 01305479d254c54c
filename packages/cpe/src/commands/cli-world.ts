import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { exitCodes, type Terminal } from '@quadrivium/kernel/shell';
import type { ConfigWorld } from '../config/discover.js';

/** Everything of the machine that a command may touch. */
export interface CliWorld extends ConfigWorld {
  readStdin(): Promise<string>;
  /** Resolves when the text has been handed on. */
  out(text: string): Promise<void>;
  err(text: string): void;
  readonly outIsTerminal: boolean;
  readonly errIsTerminal: boolean;
  /** Aborted when the user or the system asks cpe to stop. */
  readonly signal: AbortSignal;
  /** The exit code of whoever was stopped; 130 when left out. */
  stoppedBy?(): number | undefined;
}

/** The real machine. Whoever reads our output may stop early, as `head` does: then there is nothing left to do. */
export function processWorld(terminal: Terminal): CliWorld {
  const gone = new AbortController();
  return {
    ...machine(),
    out: async (text) => {
      if (!(await terminal.out(text))) gone.abort();
    },
    err: (text) => terminal.err(text),
    readStdin: () => textFrom(terminal.stdin),
    outIsTerminal: terminal.outIsTerminal,
    errIsTerminal: terminal.errIsTerminal,
    signal: AbortSignal.any([terminal.signal, gone.signal]),
    stoppedBy: () => terminal.stoppedBy() ?? (gone.signal.aborted ? exitCodes.ok : undefined),
  };
}

function machine(): ConfigWorld {
  return { cwd: process.cwd(), home: homedir(), platform: process.platform, env: process.env, readText };
}

/** The same machine as the shell sees it. */
export function terminalOf(world: CliWorld): Terminal {
  const { outIsTerminal, errIsTerminal, env, signal } = world;
  return {
    out: async (text) => {
      await world.out(text as string);
      return true;
    },
    err: (text) => world.err(text),
    outIsTerminal,
    errIsTerminal,
    width: process.stdout.columns ?? 100,
    stdin: (async function* () {
      yield await world.readStdin();
    })(),
    env,
    signal,
    stoppedBy: () => (world.stoppedBy ? world.stoppedBy() : signal.aborted ? exitCodes.interrupted : undefined),
    now: () => new Date(),
  };
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function textFrom(stdin: Terminal['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
