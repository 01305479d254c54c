import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerWith } from '../app/authenticator-answer.js';
import { type World, world } from './world.js';

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
