import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod';

import { operation, type ServerDefinition, toolErrorProfile } from '../../src/index.js';

/** What the tools of the test server have seen, so that a test can ask from outside. */
export interface Witness {
  started: number;
  finished: number;
  aborted: number;
  identities: string[];
}

export function exampleDefinition(witness: Witness): ServerDefinition {
  return {
    name: 'example',
    version: '1.2.3',
    errorProfile: toolErrorProfile,
    operations: [
      operation({
        name: 'echo',
        title: 'Echo',
        description: 'Gives back what it gets.',
        effect: 'read',
        input: z.strictObject({ text: z.string() }),
        output: z.object({ text: z.string() }),
        run({ text }, { identity }) {
          witness.identities.push(identity.subject);
          return { text };
        },
      }),
      operation({
        name: 'count',
        title: 'Count',
        description: 'Counts with progress, and stops when it is cancelled.',
        effect: 'read',
        input: z.strictObject({ to: z.int(), everyMs: z.number(), padding: z.int().optional() }),
        output: z.object({ counted: z.int() }),
        async run({ to, everyMs, padding = 0 }, { progress, signal }) {
          witness.started += 1;
          for (let step = 1; step <= to; step += 1) {
            if (signal.aborted) {
              witness.aborted += 1;
              return { counted: step };
            }
            progress.report({ progress: step, total: to, message: `step ${step} ${'x'.repeat(padding)}` });
            await sleep(everyMs);
          }
          witness.finished += 1;
          return { counted: to };
        },
      }),
      operation({
        name: 'flood',
        title: 'Flood',
        description: 'Sends more notifications than anybody can read, without waiting.',
        effect: 'read',
        input: z.strictObject({ count: z.int(), bytes: z.int() }),
        output: z.object({ sent: z.int() }),
        async run({ count, bytes }, { client }) {
          witness.started += 1;
          const message = 'x'.repeat(bytes);
          for (let progress = 1; progress <= count; progress += 1) {
            void client.notify('notifications/progress', { progressToken: 1, progress, message }).catch(() => {});
            if (progress % 500 === 0) await sleep(1);
          }
          witness.finished += 1;
          return { sent: count };
        },
      }),
    ],
  };
}
