import type { Command } from 'commander';
import type { EnvelopeError } from './envelope.js';
import type { Shell } from './shell.js';

/** What a command found out; how it is shown is decided elsewhere. */
export interface Answer {
  readonly data: unknown;
  /** One line. */
  readonly summary: string;
  /** More for people: tables and charts. Made only when somebody will see it. */
  readonly details?: () => string;
  readonly exitCode?: number;
  readonly errors?: readonly EnvelopeError[];
  readonly warnings?: readonly EnvelopeError[];
}

/** Turns work into what commander calls: arguments, options, the command itself. */
export type Does = <A extends readonly unknown[]>(
  work: (shell: Shell, ...args: A) => Promise<Answer>,
) => (...args: unknown[]) => Promise<void>;

/** One command of the program. */
export interface CliCommand {
  readonly name: string;
  /** Adds arguments, options and the work; the options all commands have are added for it. */
  declare(command: Command, does: Does): void;
}
