/** A program at a real terminal: `script` of util-linux opens one, so that nothing native has to be built for tests. */
import { spawn, spawnSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';

export const hasTerminals = process.platform === 'linux' && spawnSync('script', ['--version']).status === 0;

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';
export const ENTER = '\r';
export const TAB = '\t';
export const UP = '\u001b[A';

export interface AtTerminal {
  /** Everything that was shown, without what steers the terminal. */
  shown(): string;
  /** The bytes as they came. */
  raw(): string;
  type(keys: string): void;
  /** Resolves when the text has been shown after everything that was waited for before; gives what came until then. */
  sees(text: string | RegExp): Promise<string>;
  readonly ended: Promise<number | null>;
  /** Takes the terminal away, as a window that is closed. */
  end(): Promise<void>;
}

export interface TerminalSetup {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly columns?: number;
}

const PATIENCE_MS = 100_000;

export function atTerminal(command: readonly string[], { cwd, env, columns = 100 }: TerminalSetup): AtTerminal {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const inner = `stty cols ${columns} rows 40; exec ${quoted}`;
  const child = spawn('script', ['-qfec', inner, '/dev/null'], {
    cwd,
    env: { ...env, TERM: 'xterm', SHELL: '/bin/sh' },
  });
  let [bytes, from] = ['', 0];
  const listeners = new Set<() => void>();
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
    for (const listener of [...listeners]) listener();
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const shown = (): string => stripVTControlCharacters(bytes).replaceAll('\r', '');
  return {
    shown,
    raw: () => bytes,
    type: (keys) => void child.stdin.write(keys),
    ended,
    async end() {
      child.kill('SIGKILL');
      await ended;
    },
    sees: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const text = shown().slice(from);
          const at = typeof wanted === 'string' ? text.indexOf(wanted) : text.search(wanted);
          if (at < 0) return;
          const length = typeof wanted === 'string' ? wanted.length : (wanted.exec(text)?.[0].length ?? 0);
          from += at + length;
          done();
          resolve(text.slice(0, at + length));
        };
        const done = (): void => {
          clearTimeout(timer);
          listeners.delete(look);
        };
        const fail = (why: string): void => {
          done();
          reject(new Error(`${why} before ${wanted} was shown:\n${shown()}`));
        };
        const timer = setTimeout(() => fail('too much time passed'), PATIENCE_MS);
        listeners.add(look);
        void ended.then(() => fail('the program ended'));
        look();
      }),
  };
}
