import { generateKeyPairSync, sign } from 'node:crypto';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { generateKeyPem, signerFromPem } from '@quadrivium/ledger';
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
