/**
 * The authenticator is put together from WebAuthn level 3 (6.5.1, attestation `none`): nothing in it proves who has the private
 * key, so whoever has read a public key can send it. A real authenticator works in packages/console/test/passkeys.test.ts.
 */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type World, world } from './world.js';

const text = (value: string) => Buffer.from(value);

function answerWith(publicKey: KeyObject, challenge: string) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const [left, right] = [Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  // COSE: an elliptic key for ES256 on P-256.
  const cose = Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), left, Buffer.from('225820', 'hex'), right]);
  const id = createHash('sha256').update(challenge).digest().subarray(0, 16);
  const site = createHash('sha256').update('localhost').digest();
  // Somebody was there, was verified, and a key follows; counter and model are zero.
  const data = Buffer.concat([site, Buffer.from([0x45]), Buffer.alloc(20), Buffer.from([0, id.length]), id, cose]);
  const parts = [[0xa3, 0x63], text('fmt'), [0x64], text('none'), [0x67], text('attStmt'), [0xa0, 0x68]];
  const head = Buffer.concat([...parts, text('authData'), [0x58, data.length]].map((part) => Buffer.from(part)));
  const said = JSON.stringify({ type: 'webauthn.create', challenge, origin: 'http://localhost:4070' });
  const response = {
    clientDataJSON: text(said).toString('base64url'),
    attestationObject: Buffer.concat([head, data]).toString('base64url'),
  };
  return { id: id.toString('base64url'), response };
}

describe('passkeys', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());

  async function register(who: 'bob' | 'carol', publicKey: KeyObject) {
    const { body } = await w.rest(who, 'POST', '/passkeys/offer', {});
    const { challenge } = (body as unknown as { options: { challenge: string } }).options;
    const answer = answerWith(publicKey, challenge);
    const { status, body: made } = await w.rest(who, 'POST', '/passkeys', { label: 'phone', answer });
    return { status, passkeyId: (made as unknown as { passkeyId: string }).passkeyId };
  }

  test('are their first owner’s: nobody registers a public key that is known here, even once it is revoked', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { status, passkeyId } = await register('bob', publicKey);
    expect(status).toBe(201);
    expect((await register('carol', publicKey)).status).toBe(409);
    expect((await w.rest('carol', 'POST', `/passkeys/${passkeyId}/revoke`, {})).status).toBe(404);
    expect((await w.rest('bob', 'POST', `/passkeys/${passkeyId}/revoke`, {})).status).toBe(200);
    for (const who of ['carol', 'bob'] as const) expect((await register(who, publicKey)).status).toBe(409);
    expect((await w.rest('adam', 'GET', '/passkeys')).body.items).toMatchObject([{ principalId: 'bob', passkeyId }]);
    const another = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    expect((await register('carol', another.publicKey)).status).toBe(201);
  });
});
