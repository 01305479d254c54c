import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
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
}

/** The real machine. */
export function processWorld(signal: AbortSignal): CliWorld {
  return {
    cwd: process.cwd(),
    home: homedir(),
    platform: process.platform,
    env: process.env,
    readText,
    readStdin,
    out: (text) =>
      new Promise((resolve) => {
        process.stdout.write(text, () => resolve());
      }),
    err: (text) => void process.stderr.write(text),
    outIsTerminal: process.stdout.isTTY === true,
    errIsTerminal: process.stderr.isTTY === true,
    signal,
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

async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
