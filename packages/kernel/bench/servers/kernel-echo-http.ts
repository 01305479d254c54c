/** The echo tool behind our whole HTTP front: guards, normaliser, gate, both eras. Prints the port it listens on. */
import * as z from 'zod';

import { createRuntime, noAudit, openHttpFront, operation, streamableHttp, toolErrorProfile } from '../../src/index.js';

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

const definition = { name: 'echo', version: '1.0.0', tools: [echo, cpu], errorProfile: toolErrorProfile };
const front = await openHttpFront({
  port: 0,
  routes: { '/mcp': streamableHttp(createRuntime(definition, { audit: noAudit })) },
});
process.stdout.write(`${front.port}\n`);
