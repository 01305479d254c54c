import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createRuntime, type Identity, noAudit, operation, RateLimit, toolErrorProfile } from '../../src/index.js';

const caller = (subject: string, workspace = 'a'): Identity => ({
  subject,
  roles: [],
  workspaces: [workspace],
  via: 'api-key',
});

/** A server whose only tool counts how often it was really run, under a clock that only we move. */
function limited(perMinute: number) {
  let now = 0;
  let ran = 0;
  const count = operation({
    name: 'count',
    title: 'Count',
    description: 'Counts',
    effect: 'read',
    input: z.strictObject({}),
    output: z.looseObject({ ran: z.number() }),
    run: () => ({ ran: ++ran }),
  });
  const definition = {
    name: 'counting',
    version: '1',
    errorProfile: toolErrorProfile,
    operations: [count as never],
  };
  const isFree = ({ subject }: Identity) => subject === 'neighbour';
  const rateLimit = new RateLimit(perMinute, { now: () => now, isFree });
  const runtime = createRuntime(definition as never, { audit: noAudit, rateLimit });
  return {
    call: (identity: Identity) => runtime.call(count, {}, { front: 'rest', identity }),
    pass: (ms: number) => {
      now += ms;
    },
    ran: () => ran,
  };
}

describe('a limit on the calls of each caller', () => {
  test('lets a burst of a quarter of a minute pass, then as many as the minute has, each caller for itself', async () => {
    const server = limited(60);
    for (let i = 0; i < 15; i++) await server.call(caller('bob'));
    await expect(server.call(caller('bob'))).rejects.toMatchObject({
      kind: 'RateLimited',
      context: { retryAfterMs: 1000 },
    });
    expect(server.ran()).toBe(15);
    await server.call(caller('carol'));
    await server.call(caller('bob', 'b'));
    server.pass(999);
    await expect(server.call(caller('bob'))).rejects.toMatchObject({ context: { retryAfterMs: 1 } });
    server.pass(1);
    await server.call(caller('bob'));
    await expect(server.call(caller('bob'))).rejects.toMatchObject({ kind: 'RateLimited' });
  });

  test('does not count the neighbour in the same process', async () => {
    const server = limited(1);
    for (let i = 0; i < 20; i++) await server.call(caller('neighbour'));
    expect(server.ran()).toBe(20);
  });

  test('forgets who was quiet, however many come, and nobody who was not', async () => {
    const server = limited(4);
    await server.call(caller('busy'));
    for (let i = 0; i < 10_050; i++) await server.call(caller(`somebody ${i}`));
    await expect(server.call(caller('busy'))).rejects.toMatchObject({ kind: 'RateLimited' });
  });
});
