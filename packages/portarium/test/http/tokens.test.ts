import { generateKeyPairSync, sign } from 'node:crypto';
import { openHttpFront } from '@quadrivium/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticateByStoredKeys, authenticateByTokens, eitherOf } from '../../src/http/authenticator.js';
import { httpService } from '../../src/http/service.js';
import { type World, world } from './world.js';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'EdDSA', kid: 'k1' }] };

function token(claims: object, key = privateKey): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = `${part({ alg: 'EdDSA', kid: 'k1' })}.${part({
    iss: 'https://id.example',
    aud: 'portarium',
    exp: Math.floor(Date.now() / 1000) + 300,
    ...claims,
  })}`;
  return `${head}.${sign(null, Buffer.from(head), key).toString('base64url')}`;
}

describe('tokens of an identity provider beside keys', () => {
  let w: World;
  let front: Awaited<ReturnType<typeof openHttpFront>>;
  beforeAll(async () => {
    w = await world();
    const tokens = await authenticateByTokens(w.plane, {
      jwks: jwks as never,
      issuer: 'https://id.example',
      audience: 'portarium',
    });
    front = await openHttpFront({
      port: 0,
      routes: httpService(w.plane).routes,
      authenticator: eitherOf(authenticateByStoredKeys(w.plane), tokens),
    });
  });
  afterAll(async () => {
    await front.close({ graceMs: 100 });
    await w.close();
  });

  const get = async (bearer: string, workspace = 'ws-a') =>
    (await fetch(`${front.url}/v1/workspaces/${workspace}/runs`, { headers: { authorization: `Bearer ${bearer}` } }))
      .status;

  test.each([
    ['its own workspace', { sub: 'dora', workspaceId: 'ws-a', roles: ['auditor'] }, 'ws-a', 200],
    ['another workspace', { sub: 'dora', workspaceId: 'ws-a', roles: ['auditor'] }, 'ws-b', 403],
    ['a workspace, without being bound to one', { sub: 'dora', roles: ['admin'] }, 'ws-a', 403],
    ['a workspace, without a role', { sub: 'dora', workspaceId: 'ws-a', roles: [] }, 'ws-a', 403],
    ['anything, for another audience', { sub: 'dora', workspaceId: 'ws-a', roles: ['admin'], aud: 'x' }, 'ws-a', 401],
    ['anything, after it has expired', { sub: 'dora', workspaceId: 'ws-a', roles: ['admin'], exp: 1000 }, 'ws-a', 401],
  ])('a token gives access to %s or not', async (_, claims, workspace, status) => {
    expect(await get(token(claims), workspace)).toBe(status);
  });

  test('a token has the roles it says, whoever is called the same here', async () => {
    const headers = { authorization: `Bearer ${token({ sub: 'adam', workspaceId: 'ws-a', roles: ['auditor'] })}` };
    const me = (await (await fetch(`${front.url}/v1/workspaces/ws-a/me`, { headers })).json()) as object;
    expect(me).toMatchObject({ principalId: 'adam', roles: ['auditor'] });
    expect((await fetch(`${front.url}/v1/workspaces/ws-a/api-keys`, { headers })).status).toBe(403);
  });

  test('a token that somebody else signed and a key that nobody made are refused; a real key works', async () => {
    const other = generateKeyPairSync('ed25519').privateKey;
    expect(await get(token({ sub: 'dora', workspaceId: 'ws-a', roles: ['admin'] }, other))).toBe(401);
    expect(await get('qk_aaaaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb')).toBe(401);
    expect(await get(w.keys.zoe)).toBe(200);
  });
});
