import type { Command } from 'commander';
import type { CliWorld } from './cli-world.js';

/** What a command came to. Text goes to a reader, the value to `--json`; both mean the same. */
export interface Outcome {
  readonly text: string;
  readonly value: unknown;
  readonly exitCode?: number;
  /** The text is somebody's data and reaches even a terminal as it is; other text cannot steer one. */
  readonly verbatim?: true;
}

export interface CommandContext {
  readonly world: CliWorld;
  /** Positional arguments in the order declared; undefined for one that was left out. */
  readonly args: readonly (string | undefined)[];
  readonly options: CommandOptions;
}

/** The options of all commands, by the name commander gives them. */
export type CommandOptions = Readonly<Record<string, unknown>> & {
  readonly config?: string;
  readonly json?: boolean;
  readonly keepGoing?: boolean;
};

/** One command of cpe. A new one is a file beside this and a line in `index.ts`. */
export interface CliCommand {
  /** `['mcp', 'list-tools']`; empty for what `cpe` does without a command. */
  readonly path: readonly string[];
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** Declares arguments and options. */
  configure?(command: Command): void;
  /** Resolves with nothing when the command has written its output itself. */
  run(context: CommandContext): Promise<Outcome | undefined>;
}

export function textOption(options: CommandOptions, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}
