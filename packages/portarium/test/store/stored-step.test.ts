import { join } from 'node:path';
import { openSqlite } from '@quadrivium/ledger';
import { expect, test } from 'vitest';
import { realSurroundings } from '../../src/domain/surroundings.js';
import { openSqliteStore } from '../../src/store/sqlite-store.js';
import { temporaryFolder } from '../app/plane.js';

const error = { kind: 'Http503', message: 'The server answered 503.', retryable: true };
const attempts = [
  { attempt: 1, epoch: 1, intentAt: 10, dispatchedAt: 10, outcomeAt: 11, outcome: 'failed', error, requestDigest: 'd' },
];
const own = { workspaceId: 'old', runId: 'run-1', operation: 'http:call', attempts: [] };

/** As the first version wrote them: side by side, with what was true earlier left where it was. */
const steps = [
  { ...own, stepId: 'a', actionId: 'a', seq: 1, state: 'Pending' },
  {
    ...own,
    stepId: 'b',
    actionId: 'b',
    seq: 2,
    state: 'Succeeded',
    input: { server: 's', tool: 't', arguments: {} },
    output: { status: 200 },
    effect: 'idempotent',
    idempotencyKey: 'run-1:b',
    toolSchemaHash: 'http',
    attempts,
    tries: 1,
    blockedBecause: 'the quota of t is used up',
    startedAt: 10,
    endedAt: 20,
  },
  { ...own, stepId: 'c', actionId: 'c', seq: 3, state: 'Cancelled', error, availableAt: 40, tries: 2, endedAt: 50 },
  { ...own, stepId: 'd', actionId: 'd', seq: 4, state: 'Blocked', blockedBecause: 'budget', workItemId: 'wi-1' },
];

const asked = { workspaceId: 'old', runId: 'run-1', stepId: 'b', planId: 'p', decisions: [], requestedAt: 1 };
const decisions = [{ principalId: 'bob', person: 'bob', decision: 'Approved', at: 5, via: 'rest' }];
const approvals = [
  { ...asked, approvalId: 'apr-1', status: 'Executed', decisions, decidedAt: 5, consumedAt: 6 },
  { ...asked, approvalId: 'apr-2', status: 'Expired', closedBecause: 'superseded', supersededBy: 'apr-3' },
  { ...asked, approvalId: 'apr-3', status: 'Pending' },
];

function oldDatabase(rows: { steps?: readonly object[]; approvals?: readonly object[] }) {
  const file = join(temporaryFolder(), 'old.db');
  const store = openSqliteStore(file, { surroundings: realSurroundings() });
  const database = openSqlite(file);
  for (const step of rows.steps ?? []) {
    const { stepId, seq, state } = step as (typeof steps)[number];
    const values = ['old', 'run-1', seq, stepId, state, JSON.stringify(step)].map((it) => `'${it}'`).join(', ');
    database.exec(`INSERT INTO steps (workspace_id, run_id, seq, step_id, state, body) VALUES (${values})`);
  }
  for (const approval of rows.approvals ?? []) {
    const { approvalId, status } = approval as (typeof approvals)[number];
    const values = ['old', approvalId, 'run-1', 'b', status, JSON.stringify(approval)];
    const names = 'workspace_id, approval_id, run_id, step_id, status, body';
    database.exec(`INSERT INTO approvals (${names}) VALUES (${values.map((it) => `'${it}'`).join(', ')})`);
  }
  const bodies = (table: string) =>
    database
      .prepare(`SELECT body FROM ${table} ORDER BY body`)
      .all()
      .map((row) => JSON.parse(String((row as { body: string }).body)));
  return { store, bodies, close: () => Promise.all([store.close(), database.close()]) };
}

test('steps and approvals of the first version are read, and written again in the same form', async () => {
  const { store, bodies, close } = oldDatabase({ steps, approvals });
  const before = { steps: bodies('steps'), approvals: bodies('approvals') };
  await store.transact('old', async (tx) => {
    const read = await tx.steps.find();
    expect(read).toMatchObject([
      { state: 'Pending', tries: 0 },
      {
        state: 'Succeeded',
        tries: 1,
        call: { effect: 'idempotent', idempotencyKey: 'run-1:b' },
        output: { status: 200 },
      },
      { state: 'Cancelled', error },
      { state: 'Blocked', blockedBecause: 'budget', workItemId: 'wi-1' },
    ]);
    for (const step of read) await tx.steps.put(step);
    for (const approval of await tx.approvals.find()) await tx.approvals.put(approval);
  });
  expect({ steps: bodies('steps'), approvals: bodies('approvals') }).toEqual(before);
  await close();
});

test.each([
  ['a failed step without its error', { steps: [{ ...steps[0], state: 'Failed', endedAt: 1 }] }, /"a".*Failed.*error/],
  ['a step in a state that nobody knows', { steps: [{ ...steps[0], state: 'Dreaming' }] }, /"a".*Dreaming/],
  [
    'a used approval that nobody used',
    { approvals: [{ ...approvals[0], consumedAt: undefined }] },
    /"apr-1".*consumedAt/,
  ],
])('%s is refused with its name instead of being carried on', async (_, rows, message) => {
  const { store, close } = oldDatabase(rows);
  const reading = store.read('old', async (tables) => [await tables.steps.find(), await tables.approvals.find()]);
  await expect(reading).rejects.toThrow(message);
  await close();
});
