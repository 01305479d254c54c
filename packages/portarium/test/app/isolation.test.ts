import { join } from 'node:path';
import { generateKeyPem, nodeCrypto, openSqlite, signerFromPem, verifyDatabase, verifyLines } from '@quadrivium/ledger';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idOf } from '../../src/domain/ids.js';
import type { Caller } from '../../src/domain/principal.js';
import { sqliteStoreOn } from '../../src/store/sqlite-store.js';
import { type Desk, openDesk } from './desk-server.js';
import { autoFlow, collect, openPlane, refundFlow, temporaryFolder } from './plane.js';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
beforeEach(() => desk.calls.splice(0));
afterAll(() => desk.close());

test('I1 I2: a caller of one workspace finds nothing of another, by id or by list, as if it were not there', async () => {
  const { plane, alice, adam, settle } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: refundFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'refund', input: { amount: 1 } });
  await settle();
  const [approval] = (await plane.getRun(alice, runId)).pendingApprovals;
  await plane.initWorkspace({ workspaceId: 'ws-b', adminId: 'bea' });
  const bea: Caller = {
    workspaceId: idOf('ws-b'),
    principalId: idOf('bea'),
    kind: 'user',
    roles: ['admin', 'approver'],
  };
  const approvalId = approval?.approvalId ?? '';
  for (const call of [
    plane.getRun(bea, runId),
    plane.cancelRun(bea, { runId }),
    plane.getApproval(bea, approvalId),
    plane.decideApproval(bea, { approvalId, decision: 'Approved' }),
    plane.getPlan(bea, approval?.planId ?? ''),
    plane.getWorkflow(bea, 'refund'),
    plane.startRun(bea, { workflowId: 'refund' }),
  ]) {
    await expect(call).rejects.toMatchObject({ kind: 'NotFound' });
  }
  expect(await plane.listRuns(bea)).toEqual({ items: [] });
  expect(await plane.listApprovals(bea)).toEqual({ items: [] });
  expect(await plane.listWorkflows(bea)).toEqual([]);
  expect((await plane.listEvidence(bea, { runId })).items).toEqual([]);
  expect((await plane.listEvidence(bea)).items.map(({ chain }) => chain)).toEqual(['ws-b']);
  expect((await plane.eventsSince(bea, 0)).every(({ tenantid }) => tenantid === 'ws-b')).toBe(true);
  expect(await plane.getApproval(adam, approvalId)).toMatchObject({ status: 'Pending' });
});

test('D1: a key gives one run, also for ten requests at once; another request or another person with it is told apart', async () => {
  const { plane, alice, adam } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  const start = (by: Caller, amount: number) =>
    plane.startRun(by, { workflowId: 'auto-refund', input: { amount }, idempotencyKey: 'K' });
  const all = await Promise.all(Array.from({ length: 10 }, () => start(alice, 1)));
  expect(new Set(all.map(({ runId }) => runId)).size).toBe(1);
  expect(all.filter(({ replayed }) => !replayed)).toHaveLength(1);
  await expect(start(alice, 2)).rejects.toMatchObject({ kind: 'IdempotencyConflict' });
  expect(await start(adam, 1)).toMatchObject({ replayed: false });
  expect((await plane.listRuns(alice)).items).toHaveLength(2);
});

test('a key works until it is revoked or expires; a wrong one never does; the secret is shown once and kept nowhere', async () => {
  const { plane, adam, clock, file } = await openPlane({ desk });
  const key = await plane.createApiKey(adam, { principalId: 'bot-1', label: 'ci' });
  expect(await plane.authenticateKey(key.secret)).toMatchObject({
    workspaceId: 'ws-a',
    principalId: 'bot-1',
    kind: 'agent',
    onBehalfOf: 'alice',
  });
  const wrong = `${key.secret.slice(0, -1)}${key.secret.endsWith('A') ? 'B' : 'A'}`;
  for (const bad of [wrong, 'nonsense', ''])
    await expect(plane.authenticateKey(bad)).rejects.toMatchObject({ kind: 'Unauthenticated' });
  await plane.revokeApiKey(adam, key.keyId);
  await expect(plane.authenticateKey(key.secret)).rejects.toMatchObject({ kind: 'Unauthenticated' });
  const brief = await plane.createApiKey(adam, { principalId: 'bot-1', expiresInMs: 1000 });
  clock.pass(1000);
  await expect(plane.authenticateKey(brief.secret)).rejects.toMatchObject({ kind: 'Unauthenticated' });
  const database = openSqlite(file, { readOnly: true });
  const rows = JSON.stringify(database.prepare('SELECT body FROM api_keys').all());
  database.close();
  expect(rows).not.toContain(key.secret.slice(14));
  await expect(plane.createApiKey({ ...adam, roles: ['operator'] }, { principalId: 'bob' })).rejects.toMatchObject({
    kind: 'Forbidden',
  });
});

test('the last administrator cannot be removed', async () => {
  const { plane, adam } = await openPlane();
  const demote = plane.putPrincipal(adam, { principalId: 'adam', kind: 'user', roles: ['operator'] });
  await expect(demote).rejects.toMatchObject({ kind: 'Conflict' });
});

test('E1: a byte changed behind our back is named by its number; a missing end is noticed against the last known head', async () => {
  const { plane, alice, settle, file } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  await settle();
  const { items } = await plane.listEvidence(alice, { limit: 200 });
  const head = items.at(-1);
  const database = openSqlite(file);
  database.exec('DROP TRIGGER ledger_entries_freeze; DROP TRIGGER ledger_entries_keep');
  database.exec(
    "UPDATE ledger_entries SET body = replace(body, 'Policy says Allow', 'Policy says Allof') WHERE type = 'PolicyEvaluated'",
  );
  const report = await plane.verifyEvidence(alice);
  const changed = items.find(({ type }) => type === 'PolicyEvaluated');
  expect(report).toMatchObject({
    valid: false,
    problems: expect.arrayContaining([expect.objectContaining({ seq: changed?.seq })]),
  });
  database.exec(`DELETE FROM ledger_entries WHERE seq = ${head?.seq}`);
  database.close();
  const expectedHeads = [{ chain: 'ws-a', seq: head?.seq ?? 0, hash: head?.hash ?? '' }];
  expect((await verifyDatabase(file, { expectedHeads })).valid).toBe(false);
});

test('E1: an export whose end was cut off contradicts the signed checkpoint in it, and a forged checkpoint does not count', async () => {
  const { plane, alice, settle, keys } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: autoFlow });
  await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  await settle();
  const signed = await plane.checkpointEvidence(alice);
  expect(signed).toMatchObject({ publicKey: keys.signer.publicKey, chain: 'ws-a' });
  expect(await plane.checkpointEvidence(alice)).toEqual(signed);
  const lines = await collect(plane.exportEvidence(alice));
  const check = (some: readonly string[], publicKey = keys.signer.publicKey) =>
    verifyLines(some, { crypto: nodeCrypto, publicKey });
  expect(await check(lines)).toMatchObject({ valid: true });
  expect((await check(lines.slice(0, -1))).problems).toMatchObject([{ kind: 'cut-tail', expected: signed.seq }]);
  const forged = lines.map((line) =>
    line.replace(`"seq":${signed.seq},"signature"`, `"seq":${signed.seq - 1},"signature"`),
  );
  expect((await check(forged)).problems).toMatchObject([{ kind: 'bad-signature' }]);
  const other = signerFromPem(generateKeyPem()).publicKey;
  expect((await check(lines, other)).problems).toMatchObject([{ kind: 'foreign-key' }]);
});

test('U2: over random histories no run that has ended has a pending approval, an open task or a live lease', async () => {
  const { plane, store, alice, bob, settle, clock } = await openPlane({ desk });
  await plane.putWorkflow(alice, { source: refundFlow });
  let seed = 7;
  const next = (n: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % n;
  };
  for (let i = 0; i < 12; i++) {
    const { runId } = await plane.startRun(alice, { workflowId: 'refund', input: { amount: i } });
    if (next(3) > 0) await settle();
    const [approval] = (await plane.getRun(alice, runId)).pendingApprovals;
    const choice = next(4);
    const decide = (decision: 'Approved' | 'Denied') =>
      approval && plane.decideApproval(bob, { approvalId: approval.approvalId, decision, rationale: 'as it fell' });
    if (choice === 0) await decide('Approved');
    if (choice === 1) await decide('Denied');
    if (choice === 2) await plane.cancelRun(alice, { runId });
    if (choice === 3 && next(2) === 0) clock.pass(86_400_000);
    if (next(2) === 0) await settle();
    await store.read('ws-a', async (tables) => {
      for (const run of await tables.runs.find({ where: { status: { in: ['Succeeded', 'Failed', 'Cancelled'] } } })) {
        const where = { run_id: run.runId, status: { in: ['Pending', 'Approved', 'RequestChanges'] } };
        expect(await tables.approvals.find({ where })).toEqual([]);
        expect([run.lease, run.wakeAt, run.ending]).toEqual([undefined, undefined, undefined]);
      }
    });
  }
});

test('C9: when the disk is full a request fails as unavailable, nothing is changed, and readiness says so until there is room', async () => {
  const path = join(temporaryFolder(), 'full.db');
  const database = openSqlite(path);
  const { plane, alice } = await openPlane({ desk, openStore: async (options) => sqliteStoreOn(database, options) });
  await plane.putWorkflow(alice, { source: autoFlow });
  const { runId } = await plane.startRun(alice, { workflowId: 'auto-refund', input: { amount: 1 } });
  const before = await plane.getRun(alice, runId);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages}`);
  const large = { amount: 1, filler: 'x'.repeat(200_000) };
  await expect(plane.startRun(alice, { workflowId: 'auto-refund', input: large })).rejects.toMatchObject({
    kind: 'Unavailable',
  });
  expect(await plane.getRun(alice, runId)).toEqual(before);
  expect((await plane.listRuns(alice)).items).toHaveLength(1);
  database.exec('PRAGMA max_page_count = 1000000');
  expect(await plane.startRun(alice, { workflowId: 'auto-refund', input: large })).toMatchObject({ status: 'Pending' });
  expect(await plane.health()).toMatchObject({ ready: true, store: { kind: 'sqlite', ok: true } });
  database.exec('PRAGMA query_only = ON');
  expect(await plane.health()).toMatchObject({ ready: false, store: { ok: false } });
  database.exec('PRAGMA query_only = OFF');
});
