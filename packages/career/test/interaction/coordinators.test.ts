import { openSqlite, type SqliteDatabase } from '@quadrivium/ledger';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RedisServer, redisIsAbsent, startRedis } from '../../../../test/support/redis-server.js';
import { AuditLog } from '../../src/audit/audit-log.js';
import { RedisCoordinator, redisUrl } from '../../src/interaction/redis-coordinator.js';
import { SqliteCoordinator } from '../../src/interaction/sqlite-coordinator.js';
import { ensureCareerSchema } from '../../src/store/schema.js';
import { coordinatorContract, type Subject } from './coordinator-contract.js';

function database(): SqliteDatabase {
  const opened = openSqlite(':memory:');
  ensureCareerSchema(opened);
  return opened;
}

describe('the SQLite coordinator', () => {
  let subject: Subject;
  beforeAll(() => {
    const file = database();
    const audit = new AuditLog(file);
    subject = { audit, coordinator: new SqliteCoordinator(file, audit) };
  });
  coordinatorContract(() => subject);
});

describe.skipIf(redisIsAbsent())('the Redis coordinator (needs redis-server)', () => {
  let server: RedisServer;
  let subject: Subject & { coordinator: RedisCoordinator };
  beforeAll(async () => {
    server = await startRedis();
    const file = database();
    const audit = new AuditLog(file);
    subject = { audit, coordinator: new RedisCoordinator(server.uri, file, audit) };
  });
  afterAll(async () => {
    await subject.coordinator.close();
    await server.stop();
  });

  coordinatorContract(() => subject);

  test('says backend_error while Redis is gone and goes on when it is back', async () => {
    const at = '2026-01-01T00:00:00Z';
    const actor = { kind: 'user', id: 'tester' } as const;
    const common = { traceId: 'trace-gone', actor, at, cooldownMs: 0 };
    const request = {
      ...common,
      interactionId: 'int-gone',
      event: 'Prepare',
      idempotencyKey: 'k',
      eventId: 'e',
    } as const;
    await subject.coordinator.create({
      ...common,
      interactionId: 'int-gone',
      contactId: 'hans',
      opportunityId: 'o',
      idempotencyKey: 'create-gone',
      eventId: 'ec',
    });
    await server.kill();
    expect(await subject.coordinator.apply(request)).toMatchObject({ outcome: 'backend_error', index: 0 });
    await server.start();
    await expect
      .poll(() => subject.coordinator.apply({ ...request, eventId: 'e2' }), { timeout: 10_000 })
      .toMatchObject({
        outcome: expect.stringMatching(/applied/),
        after: 'Ready',
      });
  });
});

test.each(['localhost', 'http://x', 'redis//x'])('"%s" is refused as a Redis address', (uri) => {
  expect(() => redisUrl(uri)).toThrow(/not a Redis address/);
});
