import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { openSqlite } from '@quadrivium/ledger';
import { expect, test } from 'vitest';
import { openPlane as openFile } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';
import { openPlane } from '../app/plane.js';

async function said(...words: string[]) {
  const terminal = memoryTerminal();
  const code = await runPortarium(words, openFile, terminal);
  return { code, text: `${terminal.stdout}${terminal.stderr}` };
}

const ask = { actionId: 'ask', operation: 'approval:request', prompt: 'May it?' };
const flow = {
  name: 'Flow',
  executionTier: 'Auto',
  actions: [ask, { actionId: 'tell', operation: 'event:emit', type: 'Told' }],
};

/** A database with decided and finished runs, closed. */
async function withHistory() {
  const { plane, adam, alice, bob, settle, file } = await openPlane();
  await plane.putWorkflow(alice, { source: flow });
  for (let n = 0; n < 8; n += 1) {
    const { runId } = await plane.startRun(alice, { workflowId: 'flow', input: {} });
    await settle();
    const [approval] = (await plane.getRun(alice, runId)).pendingApprovals;
    await plane.decideApproval(bob, { approvalId: approval?.approvalId ?? '', decision: 'Approved' });
    await settle();
  }
  const before = (await plane.verifyEvidence(adam)).chains.find(({ chain }) => chain === 'ws-a');
  const checkpoint = await plane.checkpointEvidence(adam);
  await plane.close();
  return { file, head: before?.head ?? { seq: 0, hash: '' }, checkpoint };
}

/** As somebody with the file and a shell would. */
function cut(file: string, entries: number, checkpoints: boolean): void {
  const database = openSqlite(file);
  for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    database.exec(`DROP TRIGGER "${String(name)}"`);
  database.exec(
    `DELETE FROM ledger_entries WHERE chain = 'ws-a' AND seq > (SELECT max(seq) - ${entries} FROM ledger_entries WHERE chain = 'ws-a')`,
  );
  if (checkpoints) database.exec('DELETE FROM ledger_checkpoints');
  database.close();
}

const at = (file: string, ...words: string[]) => said('--db', file, '--workspace', 'ws-a', '--as', 'adam', ...words);

test('59 entries that were cut off with their checkpoint are noticed by the doctor, a kept head and a kept checkpoint', async () => {
  const { file, head, checkpoint } = await withHistory();
  expect(head.seq, 'there is enough to cut').toBeGreaterThan(59);
  expect((await at(file, '--json', 'doctor')).text).toMatch(/facts, each of them in the evidence/);
  cut(file, 59, true);

  const alone = await at(file, 'evidence', 'verify');
  expect(alone.text).toMatch(/chain ws-a: .*, vouched for up to 0$/m);
  expect(alone.text).toMatch(/warning: .*no checkpoint and no expected head/);
  const kept = join(dirname(file), 'kept.json');
  writeFileSync(kept, JSON.stringify(checkpoint, null, 2));
  for (const anchor of [
    ['--head', `${head.seq}:${head.hash}`],
    ['--checkpoint', kept],
  ]) {
    const told = await at(file, 'evidence', 'verify', ...anchor);
    expect(told.code, told.text).toBe(3);
    expect(told.text).toMatch(/The tail was cut/);
  }
  const doctor = await at(file, '--json', 'doctor');
  expect(doctor.code).not.toBe(0);
  expect(doctor.text).toMatch(/differences between state and evidence/);
  const compared = await at(file, 'evidence', 'compare');
  expect(compared.code, compared.text).toBe(3);
  expect(compared.text).toMatch(/does not tell of the/);
});

test('what a head or a checkpoint covers is vouched for, and nothing else is', async () => {
  const { file, head, checkpoint } = await withHistory();
  const kept = join(dirname(file), 'kept.json');
  writeFileSync(kept, JSON.stringify(checkpoint));
  const anchored = await at(file, 'evidence', 'verify', '--head', `${head.seq}:${head.hash}`, '--checkpoint', kept);
  expect(anchored.code, anchored.text).toBe(0);
  expect(anchored.text).toContain(`, vouched for up to ${checkpoint.seq}`);
  const other = await at(file, 'evidence', 'verify', '--head', `${head.seq}:${'0'.repeat(64)}`);
  expect(other.code).toBe(3);
  expect(other.text).toMatch(/History was rewritten/);
  expect((await at(file, 'evidence', 'verify', '--head', 'nonsense')).code).toBe(1);
  const forged = join(dirname(file), 'forged.json');
  writeFileSync(forged, JSON.stringify({ ...checkpoint, seq: 3 }));
  expect((await at(file, 'evidence', 'verify', '--checkpoint', forged)).text).toMatch(/bad signature/);
});

test('a run that was taken out of the state is missed by the doctor', async () => {
  const { file } = await withHistory();
  const database = openSqlite(file);
  database.exec('DELETE FROM runs WHERE run_id = (SELECT min(run_id) FROM runs)');
  database.close();
  expect((await at(file, '--json', 'doctor')).text).toMatch(/tells of run run_\w+, which is not there/);
});
