import '../store/pg-for-vitest.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres-store.js';
import { type PostgresServer, postgresIsAbsent, startPostgres } from '../store/postgres-server.js';
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
});
