import { expect, test } from 'vitest';
import { openSession } from '../../src/app/people/sessions.js';
import { authenticateByStoredKeys } from '../../src/http/authenticator.js';
import { cookieJar } from '../../src/login/cookies.js';
import { withSessions } from '../../src/login/session-authenticator.js';
import { openPlane } from '../app/plane.js';

const minute = 60_000;
const person = {
  principalId: 'erin',
  subject: '7',
  displayName: 'Erin',
  roles: ['approver'],
  provider: 'https://id.example',
};

/** A session that ends after an hour without a person, and how a page asks with it. */
async function signedIn() {
  const { plane, clock } = await openPlane();
  const cookies = cookieJar('http://localhost:4070');
  const token = await openSession(plane.deps, 'ws-a', person, { lifetimeMs: 24 * 60 * minute, idleMs: 60 * minute });
  const authenticator = withSessions(authenticateByStoredKeys(plane), plane.deps, cookies);
  const request = (attended: boolean) => ({
    method: 'GET',
    headers: { cookie: `${cookies.session}=${token}`, ...(attended ? { 'x-attended': '1' } : {}) },
  });
  return {
    clock,
    request,
    ask: async (asked: ReturnType<typeof request>) => authenticator.authenticate(undefined, asked),
  };
}

test('a page that asks by itself does not keep a session alive', async () => {
  const { clock, request, ask } = await signedIn();
  for (let asked = 0; asked < 5; asked++) {
    clock.pass(10 * minute);
    expect(await ask(request(false))).toMatchObject({ subject: 'erin' });
  }
  clock.pass(10 * minute);
  await expect(ask(request(false))).rejects.toMatchObject({ kind: 'Unauthenticated' });
});

test('a line that stays open does not either, though somebody was there when it was opened', async () => {
  const { clock, request, ask } = await signedIn();
  const line = request(true);
  clock.pass(30 * minute);
  for (let looked = 0; looked < 6; looked++) {
    await ask(line);
    clock.pass(10 * minute);
  }
  await expect(ask(line)).rejects.toMatchObject({ kind: 'Unauthenticated' });
});

test('somebody who is there keeps it', async () => {
  const { clock, request, ask } = await signedIn();
  for (let asked = 0; asked < 10; asked++) {
    clock.pass(50 * minute);
    expect(await ask(request(true))).toMatchObject({ subject: 'erin' });
  }
});
