import type { Argument, Command, Flags, Io } from '@quadrivium/kernel/shell';
import { plainText } from '@quadrivium/kernel/shell';
import type { CliWorld } from './cli-world.js';

/** What a command came to. Text goes to a reader, the value to programs; both mean the same. */
export interface Outcome {
  readonly text: string;
  readonly value: unknown;
  readonly exitCode?: number;
  /** Instead of the text with --quiet. */
  readonly short?: string;
}

export interface CommandContext {
  readonly world: CliWorld;
  readonly io: Io;
  /** Positional arguments in the order declared; undefined for one that was left out. */
  readonly args: readonly (string | undefined)[];
  readonly options: CommandOptions;
  /** The words after `--`: the command of a server that is not configured. */
  readonly serverWords?: readonly string[] | undefined;
}

/** The options of all commands, by their key. */
export type CommandOptions = Readonly<Record<string, unknown>> & {
  readonly config?: string;
  readonly keepGoing?: boolean;
};

/** One command of cpe. A new one is a file beside this and a line in `index.ts`. */
export interface CliCommand extends Pick<Command, 'name' | 'aliases' | 'description' | 'service'> {
  readonly arguments?: Readonly<Record<string, Argument<unknown>>>;
  readonly options?: Flags;
  /** Resolves with nothing when the command has written its output itself. */
  run(context: CommandContext): Promise<Outcome | undefined>;
}

/** The command on this machine. Descriptions and results come from servers, which must not steer anybody's terminal. */
export function onMachine(command: CliCommand, world: CliWorld, serverWords?: readonly string[]): Command {
  const names = Object.keys(command.arguments ?? {});
  return {
    ...command,
    async run(io, given: CommandOptions) {
      const args = names.flatMap((name) => given[name]) as (string | undefined)[];
      const outcome = await command.run({ world, io, args, options: given, serverWords });
      if (outcome === undefined) return undefined;
      const { text, value, exitCode, short = text } = outcome;
      // A pipe or a file gets every byte as it came; a terminal gets what can only be read.
      const plain = (words: string): string => (io.outIsTerminal ? plainText(words) : words);
      return {
        data: value,
        ...(io.quiet ? { summary: plain(short) } : {}),
        details: () => plain(text),
        verbatim: true,
        ...(exitCode === undefined ? {} : { exitCode }),
      };
    },
  };
}

export function textOption(options: CommandOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
