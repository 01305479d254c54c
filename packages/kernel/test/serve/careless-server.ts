/** A server whose handlers lose errors in every way there is; started by the tests as a process of its own. */
import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { defineResource, operation, toolErrorProfile } from '../../src/index.js';
import { serveMain } from '../../src/serve/index.js';

const losses: Readonly<Record<string, () => void>> = {
  rejection: () => void sleep(10).then(() => Promise.reject(new Error('lost rejection'))),
  timer: () =>
    void setTimeout(() => {
      throw new Error('lost in a timer');
    }, 10),
  emitter: () => void setTimeout(() => new EventEmitter().emit('error', new Error('lost event')), 10),
};

const lose = operation({
  name: 'lose',
  title: 'Lose an error',
  description: 'Loses an error, and answers before it arises or never.',
  effect: 'read',
  input: z.strictObject({ how: z.string(), answers: z.boolean() }),
  output: z.object({ answered: z.boolean() }),
  async run({ how, answers }) {
    losses[how]?.();
    if (!answers) await new Promise(() => {});
    return { answered: true };
  },
});

const lost = defineResource({
  uriTemplate: 'lost://{how}',
  name: 'lost',
  title: 'Lost',
  description: 'Loses an error and never answers.',
  mimeType: 'text/plain',
  read: ({ how = '' }) => {
    losses[how]?.();
    return new Promise<string>(() => {});
  },
});

await serveMain({
  name: 'careless',
  version: '1.0.0',
  errorProfile: toolErrorProfile,
  operations: [lose],
  resources: [lost],
});
