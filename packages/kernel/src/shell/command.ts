import type { Answer } from './answer.js';
import type { Flags, FlagValues } from './flag.js';
import type { Io } from './io.js';

/** One word of a command line that is no option. */
export interface Argument<Value> {
  readonly description: string;
  readonly count: 'one' | 'optional' | 'some' | 'any';
  /** The words it takes, where they are known. */
  readonly choices?: readonly string[];
  /** Shown instead of the name. */
  readonly placeholder?: string;
  readonly value?: Value;
}

type ArgumentDetails = Pick<Argument<unknown>, 'placeholder'>;
export type Arguments = Readonly<Record<string, Argument<unknown>>>;
type ArgumentValues<A> = { readonly [Name in keyof A]: A[Name] extends Argument<infer Value> ? Value : never };

const taking =
  <Value>(count: Argument<Value>['count']) =>
  (description: string, details: ArgumentDetails = {}): Argument<Value> => ({ description, count, ...details });

export const argument = taking<string>('one');
export const optionalArgument = taking<string | undefined>('optional');
/** One or more. */
export const someArguments = taking<readonly string[]>('some');
/** None or more. */
export const anyArguments = taking<readonly string[]>('any');

/** One of a few words. */
export const wordOf = <const Choice extends string>(
  description: string,
  choices: readonly Choice[],
): Argument<Choice> => ({ description, count: 'one', choices });

/** What a command is given: its arguments and options by name. */
export type Given<A, O, G = None> = ArgumentValues<A> & FlagValues<O> & FlagValues<G>;

type Outcome = Answer | undefined;

export interface CommandDefinition<A, O, G> {
  /** `verify`, or `run start` for a command of a group; empty for what the program does without a command. */
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly description: string;
  /** Instead of the description, where commands are listed. */
  readonly title?: string;
  /** Added to the help. */
  readonly help?: string;
  /** In the order of the command line. */
  readonly arguments?: A;
  readonly options?: O;
  /** Runs until it is asked to stop, which then is no interruption. */
  readonly service?: true;
  /** Gives nothing when it has written its output itself. */
  run(io: Io, given: Given<A, O, G>): Promise<Outcome> | Outcome;
}

/** One command of a program, whatever it takes. */
export interface Command extends Omit<CommandDefinition<Arguments, Flags, None>, 'run'> {
  run(io: Io, given: never): Promise<Outcome> | Outcome;
  /** Takes all words after its name as they are, options and all: a program with a command line of its own. */
  takeOver?(words: readonly string[]): Promise<number | undefined>;
}

// biome-ignore lint/complexity/noBannedTypes: a command without arguments takes none.
type None = {};

/** A command whose values have the types of what it declares. */
export function command<A extends Arguments = None, O extends Flags = None>(
  definition: CommandDefinition<A, O, None>,
): Command {
  return definition;
}

/** The same, for a program whose commands all have these options too. */
export function commandsWith<G extends Flags>(_shared: G) {
  return <A extends Arguments = None, O extends Flags = None>(definition: CommandDefinition<A, O, G>): Command =>
    definition;
}

/** Another program behind a word: `cobre serve` is `cobre-mcp`. It reads its flags from the words of the process. */
export function handOver(name: string, description: string, start: () => Promise<void>): Command {
  const takeOver = async (words: readonly string[]) => {
    process.argv.splice(2, process.argv.length, ...words);
    await start();
    return process.exitCode as number | undefined;
  };
  return { name, description, takeOver, run: () => undefined };
}
