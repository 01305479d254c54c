import { connect } from 'node:net';
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

  test('who hangs up in the middle of a request is a line for those who look closely, and no error', async () => {
    const lines: string[] = [];
    const note = (level: string) => (_: object, message?: string) => void lines.push(`${level}: ${message}`);
    const log = { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') };
    const { routes } = httpService(w.plane, { log });
    const front = await openHttpFront({ port: 0, routes, authenticator: authenticateByStoredKeys(w.plane), log });
    const { port, host } = new URL(front.url);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST /v1/workspaces/ws-a/runs HTTP/1.1\r\nHost: ${host}\r\nauthorization: Bearer ${w.keys.alice}\r\n`,
    );
    socket.write('content-type: application/json\r\ncontent-length: 100\r\n\r\n{"half');
    // The server has begun to read once it answers somebody else who came later.
    expect((await fetch(`${front.url}/healthz`)).status).toBe(200);
    socket.resetAndDestroy();
    await expect.poll(() => lines, { timeout: 60_000 }).toContain('debug: the caller has hung up');
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
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
