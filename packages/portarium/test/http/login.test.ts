import { openHttpFront, silentLogger } from '@quadrivium/kernel';
import { expect, onTestFinished, test } from 'vitest';
import { openLogin } from '../../src/login/login-routes.js';
import { LoginSettings } from '../../src/login/login-settings.js';
import { openPlane } from '../app/plane.js';

test('a sign-in whose cookie is not one of ours is refused in the usual words', async () => {
  const { plane } = await openPlane();
  // Nobody listens there, and nobody is asked.
  const settings = LoginSettings.parse({ issuer: 'http://127.0.0.1:9', clientId: 'quadrivium', roles: {} });
  const options = { publicUrl: 'http://localhost:4070', workspace: 'ws-a', log: silentLogger };
  const front = await openHttpFront({ port: 0, routes: openLogin(plane.deps, settings, options).routes });
  onTestFinished(() => front.close({ graceMs: 0 }));
  for (const odd of [null, 7, 'text', [], {}, { state: 1, nonce: {}, verifier: null }, { state: '', nonce: '' }]) {
    const cookie = `quadrivium-sign-in=${Buffer.from(JSON.stringify(odd)).toString('base64url')}`;
    const answer = await fetch(`${front.url}/auth/callback?code=c&state=s`, { headers: { cookie } });
    expect(answer.status, JSON.stringify(odd)).toBe(401);
    expect(await answer.text()).toContain('did not begin here');
  }
});
