import { exitCodes } from '../shell/exit-codes.js';
import type { Terminal } from '../shell/terminal.js';

export interface MemoryTerminal extends Terminal {
  /** Everything printed so far. */
  readonly stdout: string;
  readonly stderr: string;
  /** As Ctrl-C would. */
  interrupt(): void;
}

/** A terminal that nobody sees: what programs print into it can be looked at. */
export function memoryTerminal(parts: Partial<Terminal> & { readonly input?: string } = {}): MemoryTerminal {
  const { input = '', ...given } = parts;
  const controller = new AbortController();
  const signal = given.signal ?? controller.signal;
  const printed = { stdout: [] as Uint8Array[], stderr: '' };
  return {
    outIsTerminal: false,
    errIsTerminal: false,
    width: 100,
    env: {},
    signal,
    stoppedBy: () => (signal.aborted ? exitCodes.interrupted : undefined),
    stdin: (async function* () {
      yield Buffer.from(input);
    })(),
    now: () => new Date('2026-02-01T12:00:00.000Z'),
    async out(text) {
      printed.stdout.push(Buffer.from(text as Uint8Array));
      return true;
    },
    err(text) {
      printed.stderr += text;
    },
    ...given,
    get stdout() {
      return Buffer.concat(printed.stdout).toString('utf8');
    },
    get stderr() {
      return printed.stderr;
    },
    interrupt: () => controller.abort(),
  };
}
