import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type CryptoKey, exportJWK, generateKeyPair, type JSONWebKeySet, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import {
  type Authenticator,
  authenticateByJwt,
  authenticateByKeys,
  createKey,
  listKeys,
  revokeKey,
} from '../../src/auth/index.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'auth-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

describe('API keys', () => {
  let file: string;
  let time = 1_000_000;
  const now = () => time;
  beforeEach(() => {
    file = join(home, `keys-${Math.random()}.json`);
    time = 1_000_000;
  });
  const authenticator = () => authenticateByKeys(file, { now, recheckMs: 0 });

  test('a created key authenticates as its subject with its roles', async () => {
    const { key } = await createKey(file, { subject: 'ana', roles: ['operator'], workspaces: ['north'] });
    const identity = await (await authenticator()).authenticate(`Bearer ${key}`);
    expect(identity).toEqual({ subject: 'ana', roles: ['operator'], workspaces: ['north'], via: 'api-key' });
  });

  test('the file keeps only a hash and is readable by its owner alone', async () => {
    const { key } = await createKey(file, { subject: 'ana' });
    const text = await readFile(file, 'utf8');
    expect(text).not.toContain(key);
    expect(text).not.toContain(key.split('_').slice(2).join('_'));
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test('a revoked key stops working while the server runs, and its record stays', async () => {
    const { key, record } = await createKey(file, { subject: 'ana' });
    const { key: other } = await createKey(file, { subject: 'ben' });
    const running = await authenticator();
    await running.authenticate(`Bearer ${key}`);
    await revokeKey(file, record.id, { now });
    await expect(async () => running.authenticate(`Bearer ${key}`)).rejects.toMatchObject({ kind: 'Unauthenticated' });
    expect((await running.authenticate(`Bearer ${other}`)).subject).toBe('ben');
    expect((await listKeys(file)).map(({ subject, revokedAt }) => [subject, revokedAt])).toEqual([
      ['ana', 1_000_000],
      ['ben', undefined],
    ]);
  });

  test('a key expires', async () => {
    const { key } = await createKey(file, { subject: 'ana', expiresAt: 1_000_500 });
    const running = await authenticator();
    await running.authenticate(`Bearer ${key}`);
    time = 1_000_500;
    await expect(async () => running.authenticate(`Bearer ${key}`)).rejects.toMatchObject({ kind: 'Unauthenticated' });
  });

  test('missing, malformed, unknown and almost right credentials are refused without saying which', async () => {
    const { key } = await createKey(file, { subject: 'ana' });
    const running = await authenticator();
    const wrongs = [
      `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`,
      `Bearer ${key}x`,
      'Bearer qk_abcdefghij_0000000000000000000000000000000000000000000',
      'Bearer x',
      `Basic ${key}`,
      key,
      `Bearer ${key} ${key}`,
      'Bearer __proto__',
    ];
    const messages = new Set<string>();
    for (const wrong of wrongs) {
      await expect(async () => running.authenticate(wrong)).rejects.toMatchObject({ kind: 'Unauthenticated' });
      await Promise.resolve(running.authenticate(wrong)).catch((error: Error) => messages.add(error.message));
    }
    expect([...messages]).toEqual(['The bearer token is not valid.']);
    await expect(async () => running.authenticate(undefined)).rejects.toThrow('This server needs a bearer token.');
  });

  test('two commands at once never lose a key', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, (_, i) => createKey(file, { subject: `u${i}` })),
    );
    const created = outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
    expect(created).toBeGreaterThan(0);
    expect(await listKeys(file)).toHaveLength(created);
  });

  test('a damaged file and an unknown id are named', async () => {
    await writeFile(file, '{"version":1,"keys":[{"id":"x"}]}');
    await expect(listKeys(file)).rejects.toMatchObject({ kind: 'BadKeyFile' });
    await expect(revokeKey(join(home, 'none.json'), 'abcdefghij')).rejects.toMatchObject({ kind: 'UnknownKey' });
  });
});

describe('JWT', () => {
  let keys: JSONWebKeySet;
  let signer: CryptoKey;
  let stranger: CryptoKey;
  let authenticator: Authenticator;
  let server: Server;
  const issuer = 'https://id.example';
  const audience = 'cobre';

  beforeAll(async () => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    signer = pair.privateKey;
    stranger = (await generateKeyPair('ES256')).privateKey;
    keys = { keys: [{ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'ES256' }] };
    authenticator = await authenticateByJwt({ jwks: keys, issuer, audience, clockToleranceSeconds: 5 });
    server = createServer((_, res) => res.end(JSON.stringify(keys))).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
  });
  afterAll(() => {
    server.close();
  });

  const token = (claims: Record<string, unknown> = {}, key = signer, expires = '1h') =>
    new SignJWT({ roles: ['viewer'], ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'k1' })
      .setSubject('ana')
      .setIssuer((claims.iss as string) ?? issuer)
      .setAudience((claims.aud as string) ?? audience)
      .setExpirationTime(expires)
      .sign(key);

  test('a valid token gives subject, roles and workspaces', async () => {
    const header = `Bearer ${await token({ workspaces: 'north south' })}`;
    expect(await authenticator.authenticate(header)).toEqual({
      subject: 'ana',
      roles: ['viewer'],
      workspaces: ['north', 'south'],
      via: 'jwt',
    });
  });

  test('roles may sit deep in the token', async () => {
    const deep = await authenticateByJwt({ jwks: keys, issuer, audience, rolesClaim: 'realm_access.roles' });
    const header = `Bearer ${await token({ realm_access: { roles: ['admin'] } })}`;
    expect((await deep.authenticate(header)).roles).toEqual(['admin']);
  });

  test('the key set may come from a file or over the network', async () => {
    const file = join(home, 'jwks.json');
    await writeFile(file, JSON.stringify(keys));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`;
    for (const jwks of [file, url]) {
      const from = await authenticateByJwt({ jwks, issuer, audience });
      expect((await from.authenticate(`Bearer ${await token()}`)).subject).toBe('ana');
    }
  });

  test.each([
    ['signed by somebody else', () => token({}, stranger)],
    ['of another issuer', () => token({ iss: 'https://evil.example' })],
    ['for another audience', () => token({ aud: 'portarium' })],
    ['expired', () => token({}, signer, '-1m')],
    ['unsigned', async () => new UnsecuredJWT({}).setSubject('ana').setIssuer(issuer).setAudience(audience).encode()],
    [
      'signed with the public key as a shared secret',
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: 'HS256' })
          .setSubject('ana')
          .setIssuer(issuer)
          .setAudience(audience)
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(JSON.stringify(keys.keys[0]))),
    ],
    [
      'without expiry',
      () =>
        new SignJWT({})
          .setProtectedHeader({ alg: 'ES256' })
          .setSubject('ana')
          .setIssuer(issuer)
          .setAudience(audience)
          .sign(signer),
    ],
    ['not a token at all', async () => 'abc.def.ghi'],
  ])('a token %s is refused', async (_, make) => {
    const header = `Bearer ${await make()}`;
    await expect(async () => authenticator.authenticate(header)).rejects.toMatchObject({ kind: 'Unauthenticated' });
  });

  test('shared-secret algorithms and plain http key sets are refused when configured', async () => {
    await expect(authenticateByJwt({ jwks: keys, issuer, audience, algorithms: ['HS256'] })).rejects.toMatchObject({
      kind: 'BadAlgorithm',
    });
    await expect(authenticateByJwt({ jwks: 'http://id.example/jwks', issuer, audience })).rejects.toMatchObject({
      kind: 'BadKeySet',
    });
  });
});
