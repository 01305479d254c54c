/** A program of the house: one list of commands, and everything they have in common. */
import type { Command as Commander } from 'commander';
import type { Fault } from '../fault.js';
import { type Answer, bugOf, faultOf, problemsOf } from './answer.js';
import type { Command } from './command.js';
import { type Chosen, commanderTree, Unparsed } from './commander-tree.js';
import { completionCommand } from './completion.js';
import { exitCodeOf, exitCodes } from './exit-codes.js';
import { type Flags, offSwitch, oneOf, onSwitch, withLetter } from './flag.js';
import { type Format, type Io, ioOver, outputFormats } from './io.js';
import { readSettings } from './settings.js';
import { show } from './show.js';
import { processTerminal, type Terminal } from './terminal.js';
import { usageFault } from './usage.js';

export interface Program {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** In the order of the help. */
  readonly commands: readonly Command[];
  /** What groups of commands are about, by their word. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Options of every command. */
  readonly options?: Flags;
  /** Said at the end of the help. */
  readonly help?: string;
  /** The kind of fault for a caller's mistake. */
  readonly usageKind?: string;
  /** What faults of this program mean, where it is more than what everybody's mean. */
  exitCodeOf?(fault: Fault): number | undefined;
  /** People see the kind of a fault behind its message, where a tutorial promises it. */
  readonly showsKinds?: true;
  /** Changes how a fault is told, for instance where services speak of tools and people of commands. */
  reworded?(fault: Fault): Fault;
  /** The form of `--json` where a specification fixes another than the bare data. */
  bareForm?(answer: Answer): unknown;
}

/** Options every command of every program has. */
const commonFlags = {
  json: onSwitch('json', 'Print the bare data as JSON, and errors as JSON on stderr'),
  outputFormat: oneOf('output-format', 'For people, one JSON envelope, or JSON line by line', outputFormats),
  quiet: withLetter(onSwitch('quiet', 'Only the one line that matters'), 'q'),
  progress: offSwitch('progress', 'No progress'),
} satisfies Flags;

/** These are looked for by whoever colours; they are here so that they are known. */
const colourFlags = {
  color: onSwitch('color', 'Colours even where no terminal is seen'),
  plain: offSwitch('color', 'No colours'),
} satisfies Flags;

/** Runs the program with the given words and gives its exit code; never ends the process itself. */
export async function runProgram(
  program: Program,
  argv: readonly string[] = process.argv.slice(2),
  terminal: Terminal = processTerminal(),
): Promise<number> {
  const taken = program.commands.find(({ name, takeOver }) => takeOver !== undefined && name === argv[0]);
  if (taken?.takeOver !== undefined) return (await taken.takeOver(argv.slice(1))) ?? exitCodes.ok;
  const shared: Flags = { ...program.options, ...commonFlags, ...colourFlags };
  let code: number = exitCodes.ok;
  const chosen: Chosen = async (command, path, words, typed) => {
    const io = ioOver(terminal, wishesIn(argv));
    const work = async (): Promise<Answer | undefined> => {
      const flags = { ...shared, ...command.options };
      const variableOf = ({ variable }: { variable?: string }) => variable;
      const usageKind = program.usageKind ?? 'BadUsage';
      const settings = await readSettings({ flags, typed, env: terminal.env, variableOf, usageKind });
      return command.run(io, { ...settings, ...words } as never);
    };
    code = await concluded(program, command, io, path, work);
  };
  const completion = completionCommand(program.name, () => treeFor([]), shared, program.usageKind);
  const commands: Command[] = [...program.commands, completion];
  const treeFor = (words: readonly string[]): Commander =>
    commanderTree(program, commands, shared, terminal, words, chosen);
  const root = treeFor(argv);
  try {
    await root.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof Unparsed)) throw error;
    if (error.cause.exitCode === 0) return exitCodes.ok;
    const fault = usageFault(error.cause, error.path, program.usageKind ?? 'BadUsage');
    return show(program, ioOver(terminal, wishesIn(argv)), argv[0] ?? '', failureOf(program, fault));
  }
}

/** Does the work and shows what came of it, whatever that is. */
async function concluded(
  program: Program,
  command: Command,
  io: Io,
  path: string,
  work: () => Promise<Answer | undefined>,
): Promise<number> {
  let answer: Answer | undefined;
  try {
    answer = await work();
  } catch (error) {
    io.progress.end();
    const stopped = io.stoppedBy();
    // Whoever asked to stop knows why there is no answer.
    if (stopped !== undefined && io.forPeople) return command.service ? exitCodes.ok : stopped;
    return show(program, io, path, {
      ...failureOf(program, error),
      ...(stopped === undefined ? {} : { exitCode: stopped }),
    });
  }
  io.progress.end();
  const stopped = command.service ? undefined : io.stoppedBy();
  if (answer === undefined) return stopped ?? exitCodes.ok;
  return show(program, io, path, stopped === undefined ? answer : { exitCode: stopped, ...answer });
}

function failureOf(program: Program, thrown: unknown): Answer {
  const fault = faultOf(thrown, program.usageKind ?? 'BadUsage');
  if (fault === undefined) {
    const bug = bugOf(thrown);
    return { exitCode: exitCodes.failed, errors: [bug], data: null, summary: `failed: ${bug.message}` };
  }
  const told = program.reworded?.(fault) ?? fault;
  const exitCode = program.exitCodeOf?.(fault) ?? exitCodeOf(fault);
  return { exitCode, errors: problemsOf(told), data: null, summary: `failed: ${told.message}` };
}

/** Read from the words themselves, because a mistake among them must be told in the wanted form too. */
function wishesIn(argv: readonly string[]): { format: Format; quiet: boolean; progress: boolean } {
  const named = outputFormats.find(
    (name) => argv.includes(`--output-format=${name}`) || argv[argv.indexOf('--output-format') + 1] === name,
  );
  const given = argv.includes('--output-format') || argv.some((word) => word.startsWith('--output-format='));
  return {
    format: (given ? named : undefined) ?? (argv.includes('--json') ? 'data' : 'human'),
    quiet: argv.includes('--quiet') || argv.includes('-q'),
    progress: !argv.includes('--no-progress'),
  };
}
