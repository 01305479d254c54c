/** The echo tool as one of our servers writes it: typed, checked on the way in and out, redacted, audited. */
import * as z from 'zod';
import { operation, type ServerDefinition, toolErrorProfile } from '../../src/index.js';

const echo = operation({
  name: 'echo',
  title: 'Echo',
  description: 'Gives back what it gets.',
  effect: 'read',
  input: z.strictObject({ text: z.string() }),
  output: z.object({ text: z.string() }),
  run: ({ text }) => ({ text }),
});

const cpu = operation({
  name: 'cpu',
  title: 'CPU',
  description: 'CPU time of this process in microseconds.',
  effect: 'read',
  input: z.strictObject({}),
  run() {
    const { user, system } = process.cpuUsage();
    return { text: String(user + system) };
  },
});

export const echoServer: ServerDefinition = {
  name: 'echo',
  version: '1.0.0',
  operations: [echo, cpu],
  errorProfile: toolErrorProfile,
};
