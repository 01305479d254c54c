/**
 * The authenticator here is Node's own cryptography, put together as WebAuthn level 3 (6.1 and 6.3.3) says: what is signed is
 * the authenticator's data and the hash of what the browser says. A real one signs in packages/console/test/passkeys.test.ts.
 */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  decisionChallenge,
  type EntryDraft,
  exportLines,
  nodeCrypto,
  openSqliteLedger,
  type PasskeySignature,
  type VerifyOptions,
  verifyDatabase,
  verifyLines,
} from '../../src/index.js';
import { temporaryFolder } from '../temporary-folder.js';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const at = '2026-11-18T00:00:00.000Z';

interface Keys {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const p256 = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
const kinds: readonly [string, number, () => Keys][] = [
  ['ES256', -7, p256],
  ['EdDSA', -8, () => generateKeyPairSync('ed25519')],
  ['RS256', -257, () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
];

const decided = { chain: 'ws', approvalId: 'apr_1', planDigest: 'd'.repeat(64), decision: 'Approved', by: 'bob' };

interface Signing {
  readonly statement?: object;
  readonly site?: string;
  readonly origin?: string;
  readonly flags?: number;
  readonly type?: string;
  readonly algorithm?: number;
}

const spkiOf = ({ publicKey }: Keys) => publicKey.export({ type: 'spki', format: 'der' });
const passkeyIdOf = (keys: Keys) => sha256(spkiOf(keys)).toString('hex');

async function signed(keys: Keys, signing: Signing = {}): Promise<PasskeySignature> {
  const { site = 'localhost', origin = 'http://localhost:4070', flags = 0x05, type = 'webauthn.get' } = signing;
  const challenge = await decisionChallenge({ ...decided, ...signing.statement });
  const clientData = Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = Buffer.concat([sha256(site), Buffer.from([flags, 0, 0, 0, 1])]);
  const kind = keys.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  const signature = sign(kind, Buffer.concat([authenticatorData, sha256(clientData)]), keys.privateKey);
  return {
    passkeyId: passkeyIdOf(keys),
    publicKey: spkiOf(keys).toString('hex'),
    algorithm: signing.algorithm ?? -7,
    site,
    authenticatorData: authenticatorData.toString('hex'),
    clientData: clientData.toString('hex'),
    signature: signature.toString('hex'),
  };
}

const entry = (type: string, by: string, links: object, detail: object): EntryDraft => ({
  chain: 'ws',
  stream: 'run_1',
  type,
  at,
  actor: { kind: 'user', id: by },
  body: JSON.parse(JSON.stringify({ links, detail })),
});
const decision = (passkey?: PasskeySignature, said: object = {}) =>
  entry(
    'ApprovalDecided',
    'bob',
    { approvalId: 'apr_1' },
    { decision: 'Approved', planDigest: decided.planDigest, passkey, ...said },
  );
const registered = (keys: Keys, whose = 'bob') =>
  entry('PasskeyRegistered', whose, { principalId: whose }, { passkeyId: passkeyIdOf(keys) });

/** Written by whoever has the ledger in hand: the chain itself is always whole. */
async function verdict(drafts: readonly EntryDraft[], options: Partial<VerifyOptions> = {}) {
  const ledger = openSqliteLedger(':memory:');
  await ledger.append(drafts);
  const report = await verifyLines(exportLines(ledger, { chain: 'ws' }), { crypto: nodeCrypto, ...options });
  await ledger.close();
  return report;
}

describe('decisions that a passkey has signed', () => {
  test.each(kinds)('of %s hold, and the verifier names whose word it takes', async (_, algorithm, make) => {
    const keys = make();
    const passkeyId = passkeyIdOf(keys);
    const drafts = [registered(keys), decision(await signed(keys, { algorithm }))];
    const report = await verdict(drafts);
    expect(report.problems).toEqual([]);
    expect(report.warnings).toContainEqual({ kind: 'unpinned-passkey', chain: 'ws', by: 'bob', passkeyId });
    const pinned = await verdict(drafts, { passkeys: [{ principal: 'bob', passkeyId }], signedDecisions: true });
    expect(pinned.valid).toBe(true);
    expect(pinned.warnings.map(({ kind }) => kind)).not.toContain('unpinned-passkey');
  });

  test.each<[string, Signing, object, string]>([
    ['another plan', { statement: { planDigest: 'e'.repeat(64) } }, {}, 'another decision'],
    ['another approval', { statement: { approvalId: 'apr_2' } }, {}, 'another decision'],
    ['another workspace', { statement: { chain: 'other' } }, {}, 'another decision'],
    ['a denial', { statement: { decision: 'Denied' } }, {}, 'another decision'],
    ['somebody else', { statement: { by: 'carol' } }, {}, 'another decision'],
    ['the same without the reason that was put beside it', {}, { rationale: 'Looked twice.' }, 'another decision'],
    ['a page of another site', { origin: 'https://evil.example' }, {}, 'evil.example'],
    ['a page in the clear', { site: 'a.example', origin: 'http://a.example' }, {}, 'http://a.example'],
    ['a device that asked nobody', { flags: 0x01 }, {}, 'did not verify who was there'],
    ['something that is no decision', { type: 'webauthn.create' }, {}, 'something else'],
    ['another algorithm than it says', { algorithm: -257 }, {}, 'not of this key'],
  ])('made for %s are found out', async (_, signing, said, words) => {
    const keys = p256();
    const { problems } = await verdict([registered(keys), decision(await signed(keys, signing), said)]);
    expect(problems).toMatchObject([
      { kind: 'bad-decision', seq: 2, by: 'bob', reason: expect.stringContaining(words) },
    ]);
  });

  test('a server that signs with a key of its own is found out by the passkeys that people know to be theirs', async () => {
    const [bobs, servers] = [p256(), p256()];
    const pins = { passkeys: [{ principal: 'bob', passkeyId: passkeyIdOf(bobs) }] };
    const forged = [registered(servers), decision(await signed(servers))];
    expect((await verdict(forged)).valid).toBe(true);
    expect((await verdict(forged, pins)).problems).toMatchObject([{ kind: 'foreign-passkey', by: 'bob' }]);
    const lied = { ...(await signed(servers)), passkeyId: passkeyIdOf(bobs) };
    expect((await verdict([decision(lied)], pins)).problems).toMatchObject([{ kind: 'bad-decision' }]);
    const borrowed = { ...(await signed(servers)), publicKey: spkiOf(bobs).toString('hex') };
    expect((await verdict([decision({ ...borrowed, passkeyId: passkeyIdOf(bobs) })], pins)).valid).toBe(false);
  });

  test("somebody else's passkey, and one that was revoked before, count for nothing", async () => {
    const keys = p256();
    const signature = await signed(keys);
    const others = await verdict([registered(keys, 'carol'), decision(signature)]);
    expect(others.problems).toMatchObject([{ reason: 'the passkey is registered for carol' }]);
    const revoked = entry('PasskeyRevoked', 'bob', { principalId: 'bob' }, { passkeyId: passkeyIdOf(keys) });
    const late = await verdict([registered(keys), revoked, decision(signature)]);
    expect(late.problems).toMatchObject([{ reason: 'the passkey had been revoked' }]);
  });

  test('whoever registers or revokes the passkey of somebody else takes nothing from them', async () => {
    const keys = p256();
    const revoked = entry('PasskeyRevoked', 'carol', { principalId: 'carol' }, { passkeyId: passkeyIdOf(keys) });
    const { problems } = await verdict([
      registered(keys),
      registered(keys, 'carol'),
      revoked,
      decision(await signed(keys)),
    ]);
    const reason = 'the passkey is registered for bob';
    expect(problems).toMatchObject([2, 3].map((seq) => ({ kind: 'bad-decision', seq, by: 'carol', reason })));
  });

  test('a passkey counts only after its registration, where the whole chain is there to have one', async () => {
    const keys = p256();
    const drafts = [decision(await signed(keys)), { ...registered(keys), stream: 'people' }];
    expect((await verdict(drafts)).problems).toMatchObject([{ seq: 1, reason: 'the passkey had not been registered' }]);
    const ledger = openSqliteLedger(':memory:');
    await ledger.append(drafts);
    const stream = await verifyLines(exportLines(ledger, { chain: 'ws', stream: 'run_1' }), { crypto: nodeCrypto });
    await ledger.close();
    expect(stream.problems).toEqual([]);
  });

  test.each<[string, object, unknown]>([
    ['ApprovalDecided', {}, { decision: 'Approved', passkey: null }],
    ['ApprovalDecided', {}, { decision: 'Approved', passkey: { passkeyId: 'a' } }],
    ['ApprovalDecided', {}, { decision: ['Approved'] }],
    ['ApprovalDecided', {}, null],
    ['ApprovalRequested', { approvalId: 7 }, {}],
    ['ApprovalRequested', {}, { passkey: 'yes' }],
    ['PasskeyRegistered', { principalId: 'bob' }, {}],
    ['PasskeyRegistered', {}, { passkeyId: 'a' }],
    ['PasskeyRevoked', { principalId: null }, { passkeyId: 5 }],
  ])('an odd %s with %j and %j is a finding and no crash', async (type, links, detail) => {
    for (const odd of [entry(type, 'bob', links, detail as object), { ...entry(type, 'bob', {}, {}), body: null }])
      expect((await verdict([odd])).problems).toMatchObject([{ kind: 'bad-decision', seq: 1, by: 'bob' }]);
    const linkless = entry(type, 'bob', null as never, {});
    expect((await verdict([linkless])).problems).toMatchObject([{ kind: 'bad-decision' }]);
  });

  test('an approval without a signature is a problem where one was needed, and a denial is not', async () => {
    const asked = entry('ApprovalRequested', 'bob', { approvalId: 'apr_1' }, { passkey: true });
    expect((await verdict([asked, decision()])).problems).toMatchObject([{ kind: 'unsigned-decision', seq: 2 }]);
    expect((await verdict([asked, decision(undefined, { decision: 'Denied' })])).valid).toBe(true);
    expect((await verdict([decision()])).valid).toBe(true);
    expect((await verdict([decision()], { signedDecisions: true })).valid).toBe(false);
  });

  test('a database of many of them is read to its end, although every signature takes a moment', async () => {
    const keys = p256();
    const file = join(temporaryFolder(), 'many.db');
    const ledger = openSqliteLedger(file);
    await ledger.append([registered(keys), ...Array.from({ length: 399 }, () => decision(undefined))]);
    await ledger.append(await Promise.all(Array.from({ length: 200 }, async () => decision(await signed(keys)))));
    await ledger.close();
    expect(await verifyDatabase(file)).toMatchObject({ valid: true, chains: [{ chain: 'ws', entries: 600 }] });
  });

  test.each<[string, unknown]>([
    ['publicKey', 'zz'],
    ['publicKey', 12],
    ['signature', null],
    ['algorithm', '-7'],
    ['clientData', Buffer.from('null').toString('hex')],
    ['clientData', Buffer.from('{"type":"webauthn.get","origin":{"toString":1}}').toString('hex')],
    ['signature', '30'],
    ['signature', ''],
    ['authenticatorData', '00'],
    ['clientData', '7b'],
  ])('a damaged %s is a finding and no crash', async (field, value) => {
    const { problems } = await verdict([decision({ ...(await signed(p256())), [field]: value } as PasskeySignature)]);
    expect(problems).toMatchObject([{ kind: 'bad-decision' }]);
  });
});
