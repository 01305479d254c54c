import '../store/pg-for-vitest.js';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listPasskeys, offerPasskey, registerPasskey } from '../../src/app/people/passkeys.js';
import { closeSession, openSession, sessionOf } from '../../src/app/people/sessions.js';
import { search } from '../../src/app/search/search.js';
import type { Caller } from '../../src/domain/principal.js';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from '../store/postgres-server.js';
import { answerWith } from './authenticator-answer.js';
import { type Desk, openDesk } from './desk-server.js';
import { openPlane, refundFlow } from './plane.js';

describe.skipIf(postgresIsAbsent())('the control plane on PostgreSQL (needs postgresql)', () => {
  let server: PostgresServer;
  let desk: Desk;
  beforeAll(async () => {
    server = await startPostgres();
    desk = await openDesk();
  });
  afterAll(async () => {
    await desk?.close();
    await server?.stop();
  });

  test('H1 H2 A2 D1: one run per key, one winner of two decisions, one call, evidence that verifies', async () => {
    const url = await server.database('plane');
    const { plane, alice, bob, carol, settle } = await openPlane({
      desk,
      openStore: (options) => openPostgresStore(url, options),
    });
    await plane.putWorkflow(alice, { source: refundFlow });
    const start = () => plane.startRun(alice, { workflowId: 'refund', input: { amount: 40 }, idempotencyKey: 'K' });
    const started = await Promise.all(Array.from({ length: 10 }, start));
    const runId = started[0]?.runId ?? '';
    expect(new Set(started.map((run) => run.runId))).toEqual(new Set([runId]));
    await settle();
    const [approval] = (await plane.getRun(alice, runId)).pendingApprovals;
    const approvalId = approval?.approvalId ?? '';
    await expect(plane.decideApproval(alice, { approvalId, decision: 'Approved' })).rejects.toMatchObject({
      kind: 'SeparationOfDuties',
    });
    const decided = await Promise.allSettled(
      [bob, carol].map((by) => plane.decideApproval(by, { approvalId, decision: 'Approved' })),
    );
    expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await settle();
    expect(await plane.getRun(alice, runId)).toMatchObject({ status: 'Succeeded', pendingApprovals: [] });
    expect(desk.count('desk_refund')).toBe(1);
    expect(await plane.verifyEvidence(alice)).toMatchObject({ valid: true, problems: [] });
    expect(await plane.health()).toMatchObject({ store: { kind: 'postgres', ok: true } });
  });

  test('a search finds the same as elsewhere, an agent its own, and nothing for what no text here may hold', async () => {
    const url = await server.database('search');
    const opened = await openPlane({ desk, openStore: (options) => openPostgresStore(url, options) });
    const { plane, alice, bot, settle } = opened;
    await plane.putWorkflow(alice, { source: refundFlow });
    await plane.startRun(alice, { workflowId: 'refund', input: { amount: 40 } });
    const { runId } = await plane.startRun(bot, { workflowId: 'refund', input: { amount: 50 } });
    await settle();
    const found = async (caller: Caller, q: string) => {
      const { items } = await search(plane.deps, caller, { q });
      return items.map(({ kind }) => kind);
    };
    expect(await found(alice, 'refund waiting')).toEqual(['run', 'run']);
    expect(await found(bot, 'pending')).toEqual(['approval']);
    expect(await found(bot, runId)).toContain('run');
    for (const q of ['a\0b', "%' OR 1=1 --"]) expect(await found(alice, q)).toEqual([]);
  });

  test('sessions end, and passkeys are their first owner’s', async () => {
    const url = await server.database('people');
    const { plane, clock, bob, carol } = await openPlane({ openStore: (options) => openPostgresStore(url, options) });
    const { deps } = plane;
    const erin = {
      principalId: 'erin',
      subject: '7',
      displayName: 'Erin',
      roles: ['approver'],
      provider: 'https://id',
    };
    const open = () => openSession(deps, 'ws-a', erin, { lifetimeMs: 7_200_000, idleMs: 3_600_000 });
    const [token, other] = [await open(), await open()];
    expect((await sessionOf(deps, token))?.caller).toMatchObject({ principalId: 'erin', roles: ['approver'] });
    await closeSession(deps, other);
    expect(await sessionOf(deps, other)).toBeUndefined();
    clock.pass(3_600_000);
    expect(await sessionOf(deps, token)).toBeUndefined();
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const register = async (who: typeof bob) => {
      const { options } = await offerPasskey(deps, who);
      return registerPasskey(deps, who, { label: 'phone', answer: answerWith(publicKey, options.challenge) } as never);
    };
    await register(bob);
    await expect(register(carol)).rejects.toMatchObject({ kind: 'Conflict' });
    expect(await listPasskeys(deps, bob)).toMatchObject([{ principalId: 'bob' }]);
  });

  test('what a run did is undone', async () => {
    const url = await server.database('undo');
    const { plane, alice, settle } = await openPlane({
      desk,
      environment: 'dev',
      openStore: (options) => openPostgresStore(url, options),
    });
    const call = (tool: string, text: string) => ({ server: 'desk', tool, arguments: { text } });
    const noted = { actionId: 'note', operation: 'mcp:call', ...call('desk_put_note', 'a') };
    const actions = [
      { ...noted, compensation: call('desk_put_note', 'not {{ output.noted }}') },
      { actionId: 'fail', operation: 'mcp:call', ...call('desk_fail', 'b') },
    ];
    await plane.putWorkflow(alice, { source: { name: 'Notes', executionTier: 'Auto', actions } });
    const { runId } = await plane.startRun(alice, { workflowId: 'notes' });
    await settle();
    const { status, compensationRunId = '' } = await plane.getRun(alice, runId);
    expect(status).toBe('Failed');
    expect(await plane.getRun(alice, compensationRunId)).toMatchObject({ status: 'Succeeded' });
    expect(desk.calls.at(-1)).toMatchObject({ tool: 'desk_put_note', arguments: { text: 'not a' } });
  });
});
