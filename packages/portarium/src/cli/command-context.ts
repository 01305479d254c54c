import { type Answer, type Io, render } from '@quadrivium/kernel/shell';
import type { PortariumClient } from '../client/portarium-client.js';

/** What a command works with: the control plane, wherever it is, and a way to say things. */
export interface CommandContext {
  readonly client: PortariumClient;
  readonly workspaceId: string;
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
