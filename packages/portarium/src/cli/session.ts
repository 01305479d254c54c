import type { RestConnection } from '../client/rest-connection.js';
import type { CliIo } from './cli-io.js';

/** What a command works with: the API, wherever it is, and a way to say things. */
export interface Session {
  readonly rest: RestConnection;
  /** `/v1/workspaces/<workspace>` followed by these parts, encoded. */
  at(...parts: readonly string[]): string;
  /** One result: JSON for programs, tables for people. */
  show<Value>(value: Value, people?: (value: Value) => unknown): void;
  readonly json: boolean;
  readonly io: CliIo;
  readonly signal: AbortSignal;
}

/** Runs a command in a session and closes it afterwards. */
export interface Sessions {
  /** `drives` lets runs go on in this process while the command works on a database file. */
  with(work: (session: Session) => Promise<void>, options?: { readonly drives?: boolean }): Promise<void>;
}

/** What commands outside any session need. */
export type Printer = Pick<Session, 'show' | 'io'>;
