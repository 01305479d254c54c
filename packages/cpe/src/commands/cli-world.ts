import { homedir } from 'node:os';
import { createInterface } from 'node:readline';
import { presentDate } from '@quadrivium/kernel/essentials';
import { exitCodes, type Terminal } from '@quadrivium/kernel/shell';
import { type ConfigWorld, readTextFile } from '../config/discover.js';
import { type EditorWishes, type LineEditor, openLineEditor } from './chat/line-editor.js';
import { isPiped, pipedInput } from './piped-input.js';

/** Everything of the machine that a command may touch. */
export interface CliWorld extends ConfigWorld {
  readStdin(): Promise<string>;
  /** What is piped into cpe beside its words; empty on a terminal. */
  readPiped(): Promise<Uint8Array>;
  /** Asks the person at the terminal; left out where there is none. */
  ask?(question: string): Promise<boolean>;
  /** Asks for an answer in words; undefined when it is taken back. Ctrl-C stays a signal. */
  question?(question: string, signal: AbortSignal): Promise<string | undefined>;
  /** Lines of the person at the terminal, to edit and to answer with; left out where there is none. */
  editLines?(setup: EditorWishes): LineEditor;
  /** Standard input line by line, as it comes. */
  stdinLines?(): AsyncIterable<string>;
  /** Resolves when the text has been handed on. */
  out(text: string): Promise<void>;
  err(text: string): void;
  /** Somebody sits at the keyboard, also where nothing can be shown to them. */
  readonly inIsTerminal?: boolean;
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
    readPiped: async () => (isPiped() ? pipedInput(process.stdin, (text) => terminal.err(text)) : new Uint8Array()),
    stdinLines: () => createInterface({ input: process.stdin }),
    ...(process.stdin.isTTY && terminal.errIsTerminal ? { ask, question } : {}),
    ...(process.stdin.isTTY && (terminal.outIsTerminal || terminal.errIsTerminal) ? { editLines } : {}),
    inIsTerminal: process.stdin.isTTY === true,
    outIsTerminal: terminal.outIsTerminal,
    errIsTerminal: terminal.errIsTerminal,
    signal: AbortSignal.any([terminal.signal, gone.signal]),
    stoppedBy: () => terminal.stoppedBy() ?? (gone.signal.aborted ? exitCodes.ok : undefined),
  };
}

/** Long enough for what already waits in the terminal to be read, short enough not to be noticed. */
const DRAIN_MS = 50;

/** Lines that were entered before a question was shown are no answers to it. */
async function forgetTypedAhead(input: NodeJS.ReadStream): Promise<void> {
  const forget = (): void => undefined;
  input.on('data', forget).resume();
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  input.off('data', forget);
  input.pause();
}

/** The terminal edits the line itself, so that it stays as every other program finds it. */
async function question(text: string, signal: AbortSignal): Promise<string | undefined> {
  const { createInterface } = await import('node:readline/promises');
  await forgetTypedAhead(process.stdin);
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  const ended = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
  try {
    return await Promise.race([lines.question(text, { signal }), ended]);
  } catch {
    return undefined;
  } finally {
    lines.close();
  }
}

/** Where answers go into a pipe (`cpe chat | tee log`), the line is edited on standard error. */
function editLines(setup: EditorWishes): LineEditor {
  const output = process.stdout.isTTY ? process.stdout : process.stderr;
  return openLineEditor({ input: process.stdin, output, ...setup });
}

async function ask(question: string): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  await forgetTypedAhead(process.stdin);
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `)).trim());
  } finally {
    lines.close();
  }
}

function machine(): ConfigWorld {
  return { cwd: process.cwd(), home: homedir(), platform: process.platform, env: process.env, readText: readTextFile };
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
    now: presentDate,
  };
}

async function textFrom(stdin: Terminal['stdin']): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk as Uint8Array));
  return Buffer.concat(chunks).toString('utf8');
}
