import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bundledSource } from '../../../../test/support/bundled-source.js';
import { type RedisServer, redisIsAbsent, startRedis } from '../../../../test/support/redis-server.js';
import { sampledCount } from '../../../../test/support/sampling.js';
import { CareerApp } from '../../src/app/career-app.js';
import { applyEvent } from '../../src/app/interactions.js';
import { verifyAudit } from '../../src/app/verify-audit.js';
import { type InteractionEvent, nextState, stateCode, stateOf } from '../../src/domain/interaction.js';

const worker = join(import.meta.dirname, 'race-worker.ts');
const actor = { kind: 'user', id: 'test' } as const;

interface Answer {
  readonly interactionId: string;
  readonly event: InteractionEvent;
  readonly idempotencyKey: string;
  readonly outcome: string;
  readonly before_state: number;
  readonly after_state: number;
  readonly transition_index: number;
}

function startWorker(...args: string[]): { child: ChildProcess; ready: Promise<void>; done: Promise<Answer[]> } {
  const child = spawn(process.execPath, [bundledSource(worker), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  let begun = () => {};
  const ready = new Promise<void>((resolve) => {
    begun = resolve;
  });
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.startsWith('ready\n')) begun();
  });
  const done = new Promise<Answer[]>((resolve) => {
    child.once('close', () =>
      resolve(
        output
          .split('\n')
          .slice(1, -1)
          .map((line) => JSON.parse(line) as Answer),
      ),
    );
  });
  return { child, ready, done };
}

async function newInteractions(app: CareerApp, count: number, tag: string): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, n) => `int-${tag}-${n}`);
  for (const interactionId of ids) {
    const common = {
      traceId: `trace-${interactionId}`,
      eventId: `e-${interactionId}`,
      actor,
      at: '2026-01-01T00:00:00Z',
      cooldownMs: 0,
    };
    await app.coordinator.create({
      ...common,
      interactionId,
      contactId: `c-${interactionId}`,
      opportunityId: 'o',
      idempotencyKey: interactionId,
    });
  }
  return ids;
}

/** One legal order of the applied answers must explain them all: indices 1..n, each state following the one before. */
function expectLegalHistory(answers: readonly Answer[]): void {
  const applied = answers
    .filter((one) => one.outcome === 'applied')
    .sort((a, b) => a.transition_index - b.transition_index);
  let state = stateOf(0);
  for (const [at, one] of applied.entries()) {
    expect(one.transition_index).toBe(at + 1);
    expect(one.before_state).toBe(stateCode(state));
    const next = nextState(state, one.event);
    expect(next).toBeDefined();
    state = next ?? state;
    expect(one.after_state).toBe(stateCode(state));
  }
}

/** A dozen by default, because each is a process; KILL_POINTS=100 for the whole sweep. */
const killPoints = Number(process.env.KILL_POINTS ?? sampledCount('kill points of career', 12, 2));

const database = () => join(mkdtempSync(join(tmpdir(), 'quadrivium-race-')), 'career.db');

function crossProcessSuite(redis: () => string): void {
  const open = (db: string) => new CareerApp({ db, ...(redis() === '-' ? {} : { redis: redis() }) });

  test('300 rounds of Prepare against Close: one legal order explains every outcome', async () => {
    const db = database();
    const app = open(db);
    const ids = await newInteractions(app, 300, 'race');
    const both = await newInteractions(app, 60, 'both');
    const workers = (['Prepare', 'Close'] as const).map((event) =>
      startWorker(db, redis(), event, event, JSON.stringify([...ids, ...both])),
    );
    await Promise.all(workers.map((one) => one.ready));
    for (const { child } of workers) child.stdin?.write('go\n');
    const answers = (await Promise.all(workers.map((one) => one.done))).flat();
    expect(answers).toHaveLength(720);
    for (const id of ids) {
      const own = answers.filter((one) => one.interactionId === id);
      expectLegalHistory(own);
      const { state, transition_index } = (await app.coordinator.find(id)) ?? {};
      expect(transition_index).toBe(own.filter((one) => one.outcome === 'applied').length);
      if (own.some((one) => one.event === 'Close' && one.outcome === 'applied')) expect(state).toBe('Closed');
    }
    for (const id of both) {
      const outcomes = answers.filter((one) => one.interactionId === id).map((one) => one.outcome);
      expect(outcomes.sort()).toEqual(['applied', 'invalid_transition']);
    }
    // Both processes wrote into one trace: an attempt and an end for each of the 720 calls, none lost, none twice.
    const events = app.audit.trace('race');
    expect(events).toHaveLength(1440);
    expect(new Set(events.map((event) => event.event_id)).size).toBe(1440);
    expect(await verifyAudit(app)).toMatchObject({ valid: true });
    await app.close();
  });

  test('kill -9 at random points: what was acknowledged is there, a retry is already_applied, the chain verifies', {
    timeout: 900_000,
  }, async () => {
    const db = database();
    let app = open(db);
    for (let round = 0; round < killPoints; round++) {
      const ids = await newInteractions(app, 60, `kill-${round}`);
      const { child, ready, done } = startWorker(db, redis(), 'mixed', 'k', JSON.stringify(ids));
      await ready;
      child.stdin?.write('go\n');
      await sleep(20 + ((round * 17) % 200));
      child.kill('SIGKILL');
      const acknowledged = (await done).filter((one) => one.outcome === 'applied');
      // As after a restart: nothing in memory, and what the dead process left behind is recovered.
      await app.close();
      app = open(db);
      await app.coordinator.recover();
      await expectEvidence(app, ids);
      for (const one of acknowledged.slice(-8)) {
        const { interactionId, event, idempotencyKey } = one;
        const { result } = await applyEvent(app, { interactionId, event, idempotencyKey, actor });
        expect(result).toMatchObject({ outcome: 'already_applied', transition_index: one.transition_index });
      }
    }
    expect(await verifyAudit(app)).toMatchObject({ valid: true });
    await app.close();
  });
}

/** Each interaction has moved exactly as often as the log says, whether or not anybody heard of it. */
async function expectEvidence(app: CareerApp, ids: readonly string[]): Promise<void> {
  const applied = new Map<string, number>();
  const rows = app.store.database
    .prepare("SELECT body FROM ledger_entries WHERE type = 'InteractionTransitionCompleted'")
    .all();
  for (const { body } of rows) {
    const { payload, refs } = JSON.parse(String(body)) as { payload: string; refs: [string] };
    if (JSON.parse(payload).outcome === 'applied') applied.set(refs[0], (applied.get(refs[0]) ?? 0) + 1);
  }
  for (const id of ids)
    expect([id, (await app.coordinator.find(id))?.transition_index]).toEqual([id, applied.get(id) ?? 0]);
}

describe('two processes on one SQLite file', () => crossProcessSuite(() => '-'));

describe.skipIf(redisIsAbsent())('two processes on one Redis (needs redis-server)', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis();
  });
  afterAll(() => server.stop());
  // Each database has a Redis of its own: the server refuses two on one.
  let number = 0;
  beforeEach(() => {
    number += 1;
  });
  const uri = () => server.uri.replace(/0$/, String(number));
  // What the address says goes before the patience of the coordinator: how long Redis takes on a busy machine is not asked here.
  crossProcessSuite(() => `${uri()}?commandTimeout=none`);

  test('a transition whose process died before the audit is recorded once, marked as recovered', async () => {
    const app = new CareerApp({ db: database(), redis: uri() });
    const [id = ''] = await newInteractions(app, 1, 'recover');
    // The script alone, as a process would leave it that died right after Redis answered.
    const { Redis } = await import('ioredis');
    const { applyScript, keys } = await import('../../src/interaction/redis-scripts.js');
    const redis = new Redis(uri());
    const request = {
      interactionId: id,
      event: 'Prepare',
      idempotencyKey: 'k',
      eventId: 'e',
      traceId: 't-rec',
      actor,
      at: '2026-01-01T00:00:00Z',
      cooldownMs: 0,
    };
    await redis.eval(
      applyScript,
      2,
      keys.interaction(id),
      keys.receipt(id, 'k'),
      'Prepare',
      id,
      '',
      0,
      0,
      JSON.stringify(request),
      'e',
      (await redis.get(keys.owner)) ?? '',
      Number.MAX_SAFE_INTEGER,
    );
    redis.disconnect();
    const [other = ''] = await newInteractions(app, 1, 'next');
    await applyEvent(app, { interactionId: other, event: 'Prepare', idempotencyKey: 'x', actor });
    const retry = await applyEvent(app, {
      interactionId: id,
      event: 'Prepare',
      idempotencyKey: 'k',
      traceId: 't-retry',
      actor,
    });
    expect(retry.result.outcome).toBe('already_applied');
    const recovered = app.audit.trace('t-rec');
    expect(recovered.map((event) => event.event_type)).toEqual(['InteractionTransitionCompleted']);
    expect(JSON.parse(recovered[0]?.payload ?? '')).toMatchObject({ outcome: 'applied', recovered: true });
    await app.close();
  });
});
