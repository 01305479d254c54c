import { plainJson } from './plain-text.js';
import { ProgressLine } from './progress-line.js';
import type { Terminal } from './terminal.js';

/** For people; the bare data (`--json`); the envelope; or events line by line and the envelope last. */
export type Format = 'human' | 'data' | 'json' | 'json-lines';

export const outputFormats = ['human', 'json', 'json-lines'] as const;

export interface Wishes {
  readonly format: Format;
  readonly quiet: boolean;
  readonly progress: boolean;
}

/** What a command works with: how it may talk, and who may stop it. */
export interface Io extends Omit<Terminal, 'out' | 'err'>, Pick<Wishes, 'format' | 'quiet'> {
  /** Whether people read the answer, and not a program. */
  readonly forPeople: boolean;
  /** Whether a line that moves can be seen by somebody. */
  readonly live: boolean;
  /** Shows nothing where nobody would look. */
  readonly progress: ProgressLine;
  /** For the answer. False once nobody reads it any more: a command that goes on for ever may end then. */
  print(text: string | Uint8Array): Promise<boolean>;
  /** For what is not the answer: progress, remarks. */
  note(text: string): void;
  /** One line of `json-lines`, and nothing in other formats; progress only where it is wanted. */
  event(record: object, kind?: 'progress'): void;
  readStdin(): Promise<string>;
}

export function ioOver(terminal: Terminal, { format, quiet, progress }: Wishes): Io {
  const forPeople = format === 'human';
  const live = terminal.errIsTerminal && forPeople;
  const note = (text: string): void => terminal.err(text);
  const shown = forPeople && progress && !quiet;
  return {
    ...rest(terminal),
    get signal() {
      return terminal.signal;
    },
    format,
    quiet,
    forPeople,
    live,
    progress: new ProgressLine({ live, note: shown ? note : () => {} }),
    print: (text) => terminal.out(text),
    note,
    event(record, kind) {
      const unwanted = quiet || (kind === 'progress' && !progress);
      if (format === 'json-lines' && !unwanted) void terminal.out(`${plainJson(record)}\n`);
    },
    async readStdin() {
      const chunks: Buffer[] = [];
      for await (const chunk of terminal.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
      return Buffer.concat(chunks).toString('utf8');
    },
  };
}

/** All but the signal, which must not be looked at before a command asks for it. */
function rest(terminal: Terminal) {
  const { outIsTerminal, errIsTerminal, width, stdin, env } = terminal;
  const [stoppedBy, now] = [() => terminal.stoppedBy(), () => terminal.now()];
  return { outIsTerminal, errIsTerminal, width, stdin, env, stoppedBy, now };
}
