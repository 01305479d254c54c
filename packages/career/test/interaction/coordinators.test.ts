import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSqlite, type SqliteDatabase } from '@quadrivium/ledger';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RedisServer, redisIsAbsent, startRedis } from '../../../../test/support/redis-server.js';
import { AuditLog } from '../../src/audit/audit-log.js';
import type { Fault } from '../../src/faults.js';
import { RedisCoordinator, redisUrl } from '../../src/interaction/redis-coordinator.js';
import { applyScript, createScript, keys } from '../../src/interaction/redis-scripts.js';
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

  test('in memory are told apart: one at a time has it, and the next when that one is closed or was killed', async () => {
    const server = await startRedis();
    const [first, second, third] = [0, 1, 2].map(() => open(server.uri, ':memory:')) as [
      RedisCoordinator,
      RedisCoordinator,
      RedisCoordinator,
    ];
    await first.create(creation);
    const refused = { kind: 'BAD_CONFIGURATION', suggestion: expect.stringContaining('kept in memory') };
    await expect(second.list()).rejects.toMatchObject(refused);
    await expect(second.apply(preparation('k'))).rejects.toMatchObject(refused);
    await first.close();
    expect(await second.apply(preparation('k'))).toMatchObject({ outcome: 'applied' });
    // As if the second had been killed and its loan of a minute were over; it must notice when it was only slow.
    expect(Number(await commanded(server, ['PTTL', '{ccmcp}:owner']))).toBeGreaterThan(0);
    await commanded(server, ['DEL', '{ccmcp}:owner']);
    expect(await third.list()).toHaveLength(1);
    for (const ask of [
      () => second.list(),
      () => second.setDoNotContact('c', true),
      () => second.apply(preparation('l')),
    ])
      await expect(ask()).rejects.toMatchObject(refused);
    for (const one of [second, third]) await one.close();
    expect(await commanded(server, ['EXISTS', '{ccmcp}:owner'])).toBe(0);
    await server.stop();
  });

  test('cannot change, read or forbid anything there, also when the Redis was emptied and taken by another', async () => {
    const server = await startRedis();
    const folder = mkdtempSync(join(tmpdir(), 'quadrivium-owner-'));
    const [first, second] = ['a.db', 'b.db'].map((name) => open(server.uri, join(folder, name))) as [
      RedisCoordinator,
      RedisCoordinator,
    ];
    await first.create(creation);
    await expect(second.apply(preparation('k'))).rejects.toMatchObject({ kind: 'BAD_CONFIGURATION' });
    await expect(second.create({ ...creation, interactionId: 'other' })).rejects.toMatchObject({
      kind: 'BAD_CONFIGURATION',
    });
    await expect(second.setDoNotContact('c', true)).rejects.toMatchObject({ kind: 'BAD_CONFIGURATION' });
    expect(await first.find('int-slow')).toMatchObject({ state: 'Draft', transition_index: 0 });
    // The first has claimed it long ago; it must notice all the same.
    await commanded(server, ['FLUSHALL']);
    await second.create({ ...creation, idempotencyKey: 'of the second' });
    await expect(first.apply(preparation('k2'))).rejects.toMatchObject({ kind: 'BAD_CONFIGURATION' });
    expect(await second.find('int-slow')).toMatchObject({ state: 'Draft', transition_index: 0 });
    for (const one of [first, second]) await one.close();
    await server.stop();
    rmSync(folder, { recursive: true });
  });
});

const common = {
  traceId: 'slow',
  actor: { kind: 'user', id: 'tester' },
  at: '2026-01-01T00:00:00Z',
  cooldownMs: 0,
  interactionId: 'int-slow',
} as const;
const creation = { ...common, contactId: 'c', opportunityId: 'o', idempotencyKey: 'c', eventId: 'made' };
const preparation = (idempotencyKey: string, eventId = 'prepared') =>
  ({ ...common, event: 'Prepare', idempotencyKey, eventId }) as const;

/** Says something to a Redis beside the coordinator. */
async function commanded({ uri }: RedisServer, [name = '', ...words]: readonly string[]): Promise<unknown> {
  const { default: ioredis } = await import('ioredis');
  const redis = new ioredis.Redis(uri);
  const answer = await redis.call(name, ...words);
  redis.disconnect();
  return answer;
}

/** A line to a Redis on which the answers to one decision wait until it is asked for again. */
async function lineHoldingAnswers({ uri }: RedisServer) {
  const { hostname, port, pathname } = new URL(uri);
  let [armed, asked, held] = [false, 0, false];
  const waiting: (() => void)[] = [];
  const proxy = createServer((client) => {
    const redis = connect(Number(port), hostname);
    client.on('data', (chunk) => {
      if (armed && /\r\neval(?:sha)?\r\n/i.test(chunk.toString('latin1'))) asked += 1;
      redis.write(chunk);
      if (asked > 1) for (const answer of waiting.splice(0)) answer();
    });
    redis.on('data', (chunk) => {
      if (asked !== 1) return void client.write(chunk);
      held = true;
      waiting.push(() => client.write(chunk));
    });
    client.on('close', () => redis.destroy());
    client.on('error', () => redis.destroy());
    redis.on('error', () => client.destroy());
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const { port: own } = proxy.address() as { port: number };
  return {
    uri: `redis://127.0.0.1:${own}${pathname}`,
    holdUntilAskedTwice: () => {
      armed = true;
    },
    held: () => held,
    close: () => proxy.close(),
  };
}

describe.skipIf(redisIsAbsent())('a slow Redis (needs redis-server)', () => {
  let server: RedisServer;
  let audit: AuditLog;
  let file: SqliteDatabase;
  const opened: RedisCoordinator[] = [];
  const withPatience = (ms: number) => {
    const coordinator = new RedisCoordinator(`${server.uri}?commandTimeout=${ms}`, file, audit);
    opened.push(coordinator);
    return coordinator;
  };
  beforeEach(async () => {
    server = await startRedis();
    file = database();
    audit = new AuditLog(file);
  });
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
    await server.stop();
  });
  const eventIds = () => audit.trace('slow').map((event) => event.event_id);

  test.each([
    ['stands still', (redis: RedisServer) => redis.pause(), (redis: RedisServer) => redis.resume()],
    [
      'holds back whatever writes',
      (redis: RedisServer) => commanded(redis, ['CLIENT', 'PAUSE', '3600000', 'WRITE']),
      (redis: RedisServer) => commanded(redis, ['CLIENT', 'UNPAUSE']),
    ],
  ])('that %s is waited for, and tells what it decided', async (_, hold, release) => {
    const coordinator = withPatience(600_000);
    await coordinator.create(creation);
    await hold(server);
    const late = coordinator.apply(preparation('k'));
    // Longer than one command was waited for before.
    await sleep(2_000);
    await release(server);
    expect(await late).toMatchObject({ outcome: 'applied', after: 'Ready', index: 1 });
    expect(eventIds()).toEqual(['made', 'prepared']);
  });

  test.each([
    ['a transition', (one: RedisCoordinator) => one.apply(preparation('k')).then(({ outcome }) => outcome)],
    [
      'a beginning',
      (one: RedisCoordinator) =>
        one.create({ ...creation, interactionId: 'int-late', idempotencyKey: 'late', eventId: 'made late' }).then(
          ({ outcome }) => outcome,
          (error: Fault) => error.kind,
        ),
    ],
  ])('that was given up does not make %s afterwards, and a repeated key acts once', async (what, ask) => {
    const [patient, hasty] = [withPatience(600_000), withPatience(1_000)];
    await patient.create(creation);
    // It has asked before, so that only what writes is held back.
    await expect.poll(() => hasty.list().catch(() => [])).toHaveLength(1);
    await commanded(server, ['CLIENT', 'PAUSE', '3600000', 'WRITE']);
    expect(await ask(hasty)).toMatch(/backend_error|BACKEND_UNAVAILABLE/);
    await commanded(server, ['CLIENT', 'UNPAUSE']);
    // Redis reads in order, so whatever it had kept has been decided before this is answered.
    expect(await patient.find('int-slow')).toMatchObject({ state: 'Draft', transition_index: 0 });
    expect(await patient.find('int-late')).toBeUndefined();
    expect(await ask(patient)).toBe(what === 'a transition' ? 'applied' : 'created');
    const ids = eventIds();
    expect(new Set(ids).size, ids.join(' ')).toBe(ids.length);
  });

  test.each([
    [
      'create',
      () => [createScript, keys.interaction('int-slow'), keys.creation('c'), 'int-slow', 'c', 'o', 0, 0, '{}'],
    ],
    [
      'apply',
      () => [
        applyScript,
        keys.interaction('int-slow'),
        keys.receipt('int-slow', 'k'),
        'Prepare',
        'int-slow',
        '',
        0,
        0,
        '{}',
      ],
    ],
  ] as const)('tells what it has decided however late the key is repeated: %s', async (what, words) => {
    const coordinator = withPatience(600_000);
    await coordinator.create(creation);
    await coordinator.apply(preparation('k'));
    const [script, ...rest] = words().map(String) as [string, ...string[]];
    const owner = String(await commanded(server, ['GET', keys.owner]));
    // A deadline that passed in 1970: of something new, nothing may come any more.
    const asked = (eventId: string, changed: (word: string) => string = (word) => word) =>
      commanded(server, ['EVAL', script, '2', ...rest.map(changed), eventId, owner, '0']);
    const [own, other] = what === 'create' ? ['made', 'already_created'] : ['prepared', 'already_applied'];
    expect(await asked(own)).toEqual(expect.arrayContaining([what === 'create' ? 'created' : 'applied']));
    expect(await asked('another event')).toEqual(expect.arrayContaining([other]));
    const unknownKey = (word: string) => word.replace(/(:create:c|:idem:k)$/, '$1-new');
    expect(await asked('another event', unknownKey)).toEqual(['expired']);
  });

  test('whose answer gets lost until the patience is over still says what it decided', async () => {
    await withPatience(600_000).create(creation);
    const line = await lineHoldingAnswers(server);
    const hasty = new RedisCoordinator(`${line.uri}?commandTimeout=3000`, file, audit);
    opened.push(hasty);
    await expect.poll(() => hasty.list().catch(() => [])).toHaveLength(1);
    line.holdUntilAskedTwice();
    expect(await hasty.apply(preparation('k'))).toMatchObject({ outcome: 'applied', after: 'Ready', index: 1 });
    expect(line.held()).toBe(true);
    await hasty.close();
    line.close();
  });

  // Asked again until the ten minutes of its patience are over, these would not end within a test.
  test.each([
    ['READONLY', 'is a replica', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
    ['OOM', 'is full', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['WRONGTYPE', 'holds something else', ['SET', '{ccmcp}:create:late', 'x'], ['DEL', '{ccmcp}:create:late']],
  ] as const)(
    'that says %s because it %s is believed at once, and asked again by the caller',
    async (word, _, harm, heal) => {
      const coordinator = withPatience(600_000);
      await coordinator.create(creation);
      await commanded(server, harm);
      const late = { ...creation, interactionId: 'int-late', idempotencyKey: 'late', eventId: 'made late' };
      await expect(coordinator.create(late)).rejects.toMatchObject({
        kind: 'BACKEND_UNAVAILABLE',
        message: expect.stringMatching(new RegExp(`^Redis refused: .*${word}`)),
      });
      await commanded(server, heal);
      expect(await coordinator.find('int-late')).toBeUndefined();
      expect(await coordinator.create(late)).toMatchObject({ outcome: 'created' });
      expect(eventIds()).toEqual(['made', 'made late']);
    },
  );

  test('that dies with a question in its hands is asked again when it is back, and decides once', async () => {
    const coordinator = withPatience(600_000);
    await coordinator.create(creation);
    await commanded(server, ['CLIENT', 'PAUSE', '3600000', 'WRITE']);
    const asked = coordinator.apply(preparation('k'));
    await expect.poll(() => commanded(server, ['CLIENT', 'LIST'])).toMatch(/ flags=b /);
    await server.kill();
    // Long enough for its client to give the command up, which must not be the end of it.
    await sleep(1_000);
    await server.start();
    expect(await asked).toMatchObject({ outcome: 'applied', after: 'Ready', index: 1 });
    expect(eventIds()).toEqual(['made', 'prepared']);
  });

  test('is no longer waited for when the coordinator is closed', async () => {
    const coordinator = withPatience(600_000);
    await coordinator.create(creation);
    await commanded(server, ['CLIENT', 'PAUSE', '3600000', 'WRITE']);
    const asked = coordinator.apply(preparation('k'));
    // Redis marks with "b" whom it keeps waiting.
    await expect.poll(() => commanded(server, ['CLIENT', 'LIST'])).toMatch(/ flags=b /);
    await coordinator.close();
    expect(await asked).toMatchObject({ outcome: 'backend_error', index: 0 });
  });
});

describe('the patience that an address asks for', () => {
  const opened = (said: string) => {
    const file = database();
    return new RedisCoordinator(`redis://127.0.0.1:1/0?commandTimeout=${said}`, file, new AuditLog(file));
  };

  test.each(['20s', '0', '-1', '1.5', '1e3', 'None', ''])(
    'is refused when it is "%s", with what is allowed',
    (said) => {
      expect(() => opened(said)).toThrow(
        expect.objectContaining({
          kind: 'BAD_CONFIGURATION',
          message: expect.stringContaining(`"${said}"`),
          suggestion: expect.stringMatching(/whole number of milliseconds.*"none"/),
        }),
      );
    },
  );

  test.each(['none', '1', '20000', '9'.repeat(400)])('may be %s', async (said) => {
    await opened(said).close();
  });
});

test.each(['localhost', 'http://x', 'redis//x'])('"%s" is refused as a Redis address', (uri) => {
  expect(() => redisUrl(uri)).toThrow(/not a Redis address/);
});
