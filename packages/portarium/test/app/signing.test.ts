import { generateKeyPairSync, sign } from 'node:crypto';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { generateKeyPem, openSqlite, signerFromPem } from '@quadrivium/ledger';
import { expect, test, vi } from 'vitest';
import { openPlane as openFile } from '../../src/bin/open-plane.js';
import { runPortarium } from '../../src/cli/main.js';
import { openPlane } from './plane.js';

/** Agreement keys cannot sign: the cryptography itself refuses, as a broken vault would. */
const { privateKey } = generateKeyPairSync('x25519');
const broken = {
  publicKey: signerFromPem(generateKeyPem()).publicKey,
  sign: (text: string) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
};

async function command(file: string, ...words: string[]) {
  const terminal = memoryTerminal();
  const all = ['--db', file, '--workspace', 'ws-a', '--as', 'adam', ...words];
  const code = await runPortarium(all, openFile, terminal);
  return { code, out: terminal.stdout + terminal.stderr };
}

test('evidence that cannot be signed is told, counted and shown, and forgotten once it is signed', async () => {
  const problems: unknown[] = [];
  const onProblem = (error: unknown) => problems.push(error);
  const { plane, file, zoe } = await openPlane({ signer: broken, checkpointMs: 5, runEngine: true, onProblem });
  await vi.waitFor(async () => expect((await plane.health()).signing.failures).toBeGreaterThan(2), 60_000);

  expect(problems[0]).toBeInstanceOf(Error);
  const { signing } = await plane.health();
  expect(Object.keys(signing.problems)).toEqual(['ws-a']);
  const told = await plane.listEvidence(zoe, { type: 'CheckpointFailed' });
  expect(told.items, 'once per problem, not once per turn').toHaveLength(1);
  const { valid, signing: shown } = await plane.verifyEvidence(zoe);
  expect({ valid, ...shown }).toMatchObject({ valid: true, signedUpTo: 0 });
  expect(shown.problem?.message).toBe(signing.problems['ws-a']);
  await plane.close();

  const doctor = await command(file, '--json', 'doctor');
  expect(doctor.code).not.toBe(0);
  expect(doctor.out).toContain(`entries cannot be signed: ${shown.problem?.message}`);
  expect((await command(file, 'evidence', 'verify')).out).toContain(`NOT SIGNED since ${shown.problem?.atIso}`);

  const repaired = await openPlane({ file });
  await repaired.plane.checkpointEvidence(repaired.adam);
  const { signing: now } = await repaired.plane.verifyEvidence(zoe);
  expect(now).toEqual({ signedUpTo: now.signedUpTo, unsigned: 0 });
});

test('where a workspace can neither be signed nor told so, the others are signed and both failures counted', async () => {
  const first = await openPlane();
  await first.plane.initWorkspace({ workspaceId: 'ws-b', environment: 'dev', adminId: 'adam' });
  await first.plane.close();
  // What a full disk does, to one workspace: the database itself refuses every row of its evidence.
  const database = openSqlite(first.file);
  for (const table of ['ledger_entries', 'ledger_checkpoints'])
    database.exec(`DELETE FROM ledger_checkpoints; CREATE TRIGGER full_${table} BEFORE INSERT ON ${table}
      WHEN NEW.chain = 'ws-a' BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`);
  database.close();

  const problems: unknown[] = [];
  const onProblem = (error: unknown) => problems.push(error);
  const { plane, store } = await openPlane({ file: first.file, checkpointMs: 5, runEngine: true, onProblem });
  await vi.waitFor(async () => expect(await store.ledger.checkpoints('ws-b')).toHaveLength(1), 60_000);
  const { failures, problems: shown } = (await plane.health()).signing;
  expect(shown).toEqual({ 'ws-a': 'database or disk is full' });
  expect(failures, 'the signature and the record of its failure').toBeGreaterThanOrEqual(2);
  expect(problems.length).toBeGreaterThanOrEqual(2);
  expect(await store.ledger.checkpoints('ws-a')).toEqual([]);
});
