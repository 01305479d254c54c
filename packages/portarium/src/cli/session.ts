import type { ControlPlane } from '../app/control-plane.js';
import type { RestConnection } from '../client/rest-connection.js';

/** What a command works with: the API, wherever it is, and a way to say things. */
export interface Session {
  readonly rest: RestConnection;
  /** `/v1/workspaces/<workspace>` followed by these parts, encoded. */
  at(...parts: readonly string[]): string;
  /** One result: JSON for programs, tables for people. */
  show<Value>(value: Value, people?: (value: Value) => unknown): void;
  readonly json: boolean;
  readonly signal: AbortSignal;
}

/** A session on a database of this machine. */
export interface LocalSession extends Session {
  readonly plane: ControlPlane;
}

/** Runs a command in a session and closes it afterwards. */
export interface Sessions {
  with(work: (session: Session) => Promise<void>): Promise<void>;
}
