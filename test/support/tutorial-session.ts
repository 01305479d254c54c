/**
 * One bash for one tutorial page, so that variables, the working directory and programs in the background live from one
 * command to the next. Each command is sourced with its output in a file of its own; bash reports only exit codes.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { plainEnvironment, writeShims } from './bundled-binaries.js';
import { withoutBlankEnd } from './tutorial-page.js';

export interface CommandOutcome {
  readonly printed: readonly string[];
  /** Absent while it runs on in the background, or when it took too long. */
  readonly status: number | undefined;
}

export interface TutorialSession {
  readonly folder: string;
  write(name: string, text: string): void;
  /** A command that ends with `&` is awaited until `enough` accepts what it printed. */
  run(command: string, enough: (printed: readonly string[]) => boolean): Promise<CommandOutcome>;
  /** Ends everything the page started; gives the command lines of what would not end by itself. */
  close(): Promise<readonly string[]>;
}

const patience = 120_000;
const inBackground = (command: string) => /(?<!&)&\s*$/.test(command);

function readLines(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return withoutBlankEnd(text.split('\n').map((line) => line.trimEnd()));
}

export function openTutorialSession(base: string): TutorialSession {
  const [folder, notes, shims] = [join(base, 'work'), join(base, 'notes'), join(base, 'bin')];
  for (const path of [folder, notes]) mkdirSync(path, { recursive: true });
  writeShims(shims);
  const env = plainEnvironment(folder, shims);
  const bash = spawn('bash', ['--norc', '--noprofile'], { cwd: folder, env, detached: true });
  const statuses = createInterface({ input: bash.stdout })[Symbol.asyncIterator]();
  let count = 0;

  async function run(command: string, enough: (printed: readonly string[]) => boolean): Promise<CommandOutcome> {
    const script = join(notes, `${++count}.sh`);
    const output = join(notes, `${count}.out`);
    writeFileSync(script, `${command}\n`);
    writeFileSync(output, '');
    bash.stdin.write(`. "${script}" > "${output}" 2>&1 < /dev/null; echo $?\n`);
    const status = await Promise.race([statuses.next(), sleep(patience, undefined, { ref: false })]);
    if (inBackground(command)) {
      // Nothing more will come once only bash is left.
      const over = () => existsSync('/proc') && processesIn(folder).length <= 1;
      const told = await until(
        (lines) => enough(lines) || over(),
        () => readLines(output),
      );
      return { printed: told, status: undefined };
    }
    return { printed: readLines(output), status: status?.value === undefined ? undefined : Number(status.value) };
  }

  return {
    folder,
    write(name, text) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    },
    run,
    async close() {
      const left = await endAll(bash, folder);
      rmSync(base, { recursive: true, force: true });
      return left;
    },
  };
}

async function until<T>(enough: (value: T) => boolean, read: () => T): Promise<T> {
  const end = Date.now() + patience;
  let value = read();
  while (!enough(value) && Date.now() < end) {
    await sleep(50);
    value = read();
  }
  return value;
}

/** The page's own group first, politely; servers with a group of their own must follow when their client is gone. */
async function endAll(bash: ChildProcess, folder: string): Promise<readonly string[]> {
  signalGroup(bash, 'SIGTERM');
  bash.stdin?.end();
  const left = await until(
    (processes) => processes.length === 0,
    () => processesIn(folder),
  );
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  signalGroup(bash, 'SIGKILL');
  return left.map(({ command }) => command);
}

function signalGroup(bash: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (bash.pid) process.kill(-bash.pid, signal);
  } catch {
    // The group has ended already.
  }
}

/** Who still works in the folder of the page (Linux tells; elsewhere nobody does). */
function processesIn(folder: string): { readonly pid: number; readonly command: string }[] {
  if (!existsSync('/proc')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) return [];
        return [{ pid: Number(pid), command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
      } catch {
        return [];
      }
    });
}
