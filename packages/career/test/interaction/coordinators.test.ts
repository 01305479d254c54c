import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

describe.skipIf(redisIsAbsent())('databases that share a Redis (needs redis-server)', () => {
  const open = (uri: string, path: string) => {
    const file = openSqlite(path);
    ensureCareerSchema(file);
    return new RedisCoordinator(uri, file, new AuditLog(file));
  };

  test('are refused but for the one it belongs to, and that one in every process', async () => {
    const server = await startRedis();
    const folder = mkdtempSync(join(tmpdir(), 'quadrivium-owner-'));
    const [own, again, foreign, fleeting] = ['a.db', 'a.db', 'b.db', ''].map((name) =>
      open(server.uri, name === '' ? ':memory:' : join(folder, name)),
    ) as [RedisCoordinator, RedisCoordinator, RedisCoordinator, RedisCoordinator];
    await own.recover();
    await again.recover();
    for (const other of [foreign, fleeting]) {
      await expect(other.recover()).rejects.toThrow('coordinates another career database');
      await expect(other.list()).rejects.toMatchObject({ kind: 'BAD_CONFIGURATION' });
    }
    for (const one of [own, again, foreign, fleeting]) await one.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });

  test('are told by one that answers late what it decided, and no event id is used twice', async () => {
    const server = await startRedis();
    const file = database();
    const audit = new AuditLog(file);
    const coordinator = new RedisCoordinator(server.uri, file, audit);
    const actor = { kind: 'user', id: 'tester' } as const;
    const common = { traceId: 'slow', actor, at: '2026-01-01T00:00:00Z', cooldownMs: 0, interactionId: 'int-slow' };
    await coordinator.create({ ...common, contactId: 'c', opportunityId: 'o', idempotencyKey: 'c', eventId: 'made' });
    const request = { ...common, event: 'Prepare', idempotencyKey: 'k', eventId: 'first' } as const;
    server.pause();
    const late = coordinator.apply(request);
    const answered = await late;
    server.resume();
    expect(answered.outcome).toBe('backend_error');
    await expect
      .poll(() => coordinator.apply({ ...request, eventId: 'second' }), { timeout: 10_000 })
      .toMatchObject({
        outcome: 'already_applied',
        after: 'Ready',
        index: 1,
      });
    const ids = audit.trace('slow').map((event) => event.event_id);
    expect(new Set(ids).size, ids.join(' ')).toBe(ids.length);
    await coordinator.close();
    await server.stop();
  });
});

test.each(['localhost', 'http://x', 'redis//x'])('"%s" is refused as a Redis address', (uri) => {
  expect(() => redisUrl(uri)).toThrow(/not a Redis address/);
});
