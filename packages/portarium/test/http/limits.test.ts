import { openHttpFront, RateLimit, silentLogger } from '@quadrivium/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authenticateByStoredKeys } from '../../src/http/authenticator.js';
import { httpService } from '../../src/http/service.js';
import { openLogin } from '../../src/login/login-routes.js';
import { LoginSettings } from '../../src/login/login-settings.js';
import { type World, world } from './world.js';

describe('limits, and a house behind a proxy', () => {
  let w: World;
  beforeAll(async () => {
    w = await world();
  });
  afterAll(() => w.close());

  test('who calls too often is told when to come back, and nobody else waits', async () => {
    const rateLimit = new RateLimit(20);
    const { routes } = httpService(w.plane, { runtime: { rateLimit } });
    const front = await openHttpFront({ port: 0, routes, authenticator: authenticateByStoredKeys(w.plane) });
    const ask = (who: 'bob' | 'carol') =>
      fetch(`${front.url}/v1/workspaces/ws-a/runs`, { headers: { authorization: `Bearer ${w.keys[who]}` } });
    for (let i = 0; i < 5; i++) expect((await ask('bob')).status).toBe(200);
    const refused = await ask('bob');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ code: 'RateLimited', suggestion: expect.stringContaining('Wait') });
    expect((await ask('carol')).status).toBe(200);
    await front.close({ graceMs: 100 });
  });

  test('a sign-in goes through the public address, and over TLS its cookies are of this host alone', async () => {
    const settings = LoginSettings.parse({ issuer: 'https://id.invalid', clientId: 'q', roles: { all: ['auditor'] } });
    const publicUrl = 'https://portarium.example';
    const login = openLogin(w.plane.deps, settings, { publicUrl, workspace: 'ws-a', log: silentLogger });
    const front = await openHttpFront({ port: 0, routes: login.routes });
    const moved = await fetch(`${front.url}/auth/login`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([302, `${publicUrl}/auth/login`]);
    const stale = await fetch(`${front.url}/auth/session`, {
      headers: { cookie: '__Host-quadrivium-session=ws-a.old' },
    });
    expect(stale.headers.get('set-cookie')).toMatch(
      /^__Host-quadrivium-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(await stale.json()).toEqual({ login: { name: 'single sign-on', path: '/auth/login' } });
    await front.close({ graceMs: 100 });
  });

  test.each([
    ['in the clear to another machine', { issuer: 'http://id.example' }],
    ['without roles', { roles: undefined }],
    ['with a member nobody knows', { rolls: {} }],
  ])('settings of a sign-in %s are refused', (_, change) => {
    const settings = { issuer: 'https://id.example', clientId: 'q', roles: { all: ['auditor'] }, ...change };
    expect(LoginSettings.safeParse(settings).success).toBe(false);
  });
});
