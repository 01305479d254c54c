import type { Catalog } from './catalog.js';
import type { CodeModeHost, CodeModeOptions, StateCell } from './code-mode.js';
import type { Executor } from './execution/executor.js';
import type { Compiled } from './program/compile.js';

/** What all executions of one code mode have in common. */
export interface ExecutionSetup extends CodeModeOptions {
  readonly host: CodeModeHost;
  readonly catalog: Catalog;
  readonly executor: Executor;
  readonly compiler: string | undefined;
  /** Everything a program can name, for the compiler. */
  readonly declarations: string;
  readonly state: StateCell;
}

export type Ready = Extract<Compiled, { ok: true }>;
