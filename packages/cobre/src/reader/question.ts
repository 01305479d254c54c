/** What a reader is asked and what it answers, as messages between two processes. */
import type { FaultRecord } from '@quadrivium/kernel';
import type { TableLimits } from '../parquet/limits.js';
import type { Phases } from '../service/runs/run-messages.js';

/** A handler of this server by the list it stands in and its name there, and what it is given; or a case to be read or counted. */
export type Subject =
  | { readonly kind: 'case'; readonly directory: string }
  | { readonly kind: 'length'; readonly directory: string; readonly phases: Phases }
  | { readonly kind: 'operation'; readonly name: string; readonly args: unknown }
  | { readonly kind: 'prompt'; readonly name: string; readonly args: unknown }
  | { readonly kind: 'resource'; readonly template: string; readonly variables: Readonly<Record<string, string>> }
  | {
      readonly kind: 'completion';
      readonly template: string;
      readonly variable: string;
      readonly typed: string;
      readonly others: Readonly<Record<string, string>>;
    };

/** Directories that may be read, as the sandbox of the asking server has them. */
export interface Question {
  readonly subject: Subject;
  readonly roots: readonly string[];
}

export type ToReader = { readonly type: 'ask'; readonly question: Question } | { readonly type: 'cancel' };

export type FromReader =
  | { readonly type: 'answer'; readonly value: unknown }
  | { readonly type: 'fault'; readonly fault: FaultRecord }
  | { readonly type: 'error'; readonly message: string };

/** What a reader is told when it starts. */
export interface ReaderSettings extends TableLimits {
  readonly fileBytes: number;
  readonly jsonBytes: number;
  readonly threads: number;
}
