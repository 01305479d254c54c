import { type Answer, type Io, render } from '@quadrivium/kernel/shell';
import type { RestConnection } from '../client/rest-connection.js';

/** What a command works with: the API, wherever it is, and a way to say things. */
export interface Session {
  readonly rest: RestConnection;
  /** `/v1/workspaces/<workspace>` followed by these parts, encoded. */
  at(...parts: readonly string[]): string;
  readonly io: Io;
}

/** One result: the data for programs, tables of what `people` picks for people. */
export function shown<Value>(value: Value, people: (value: Value) => unknown = (all) => all): Answer {
  return {
    data: value,
    details() {
      const picked = people(value);
      return typeof picked === 'string' ? picked : render(picked);
    },
  };
}
