/** People sign in with a browser at a real OpenID provider, work, and sign out. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumIsAbsent, openBrowser, openPage, violations } from './support/browser.js';
import { freePort } from './support/free-port.js';
import { IdentityProvider } from './support/identity-provider.js';
import { RunningServer } from './support/running-server.js';

describe.skipIf(chromiumIsAbsent)('signing in with a provider (needs chromium: apt-get install chromium)', () => {
  const provider = new IdentityProvider();
  const server = new RunningServer();
  let place = '';
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    const port = await freePort();
    place = `http://localhost:${port}`;
    server.url = `http://127.0.0.1:${port}`;
    await provider.start(`${place}/auth/callback`, `${place}/`);
    const settings = {
      issuer: provider.issuer,
      clientId: 'quadrivium',
      clientSecret: 'env:SIGN_IN_SECRET',
      name: 'the test provider',
      roles: { deciders: ['approver'], staff: ['auditor'] },
    };
    const file = join(server.data, 'login.json');
    writeFileSync(file, JSON.stringify(settings));
    process.env.SIGN_IN_SECRET = 'a secret between the two of us';
    [browser] = await Promise.all([openBrowser(), server.start('--login', file)]);
    page = await openPage(browser, { viewport: { width: 390, height: 844 } });
  }, 120_000);
  afterAll(async () => {
    delete process.env.SIGN_IN_SECRET;
    await browser?.close();
    await server.remove();
    await provider.stop();
  });

  async function signInAs(name: string, at: Page = page, wanted = ''): Promise<void> {
    await at.goto(`${place}/${wanted}`);
    await at.getByRole('link', { name: 'Sign in with the test provider' }).click();
    await at.locator('input[name=login]').fill(name);
    await at.locator('input[name=password]').fill('any');
    await at.getByRole('button', { name: 'Sign-in' }).click();
    await at.getByRole('button', { name: 'Continue' }).click();
  }

  const sessionCookie = async () =>
    (await page.context().cookies(place)).find(({ name }) => name === 'quadrivium-session');
  const ask = (path: string, headers: Record<string, string>, body?: object) =>
    fetch(`${place}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test('somebody in a group that has a role comes in with that role, and can decide', async () => {
    await page.goto(place);
    await page.getByRole('link', { name: 'Sign in with the test provider' }).waitFor();
    expect(await violations(page)).toEqual([]);
    if (process.env.SCREENSHOTS) await page.screenshot({ path: join(process.env.SCREENSHOTS, 'sign-in.png') });
    await signInAs('erin');
    const [menu, who] = [
      page.getByRole('button', { name: 'Menu' }),
      page.getByText('erin (approver, auditor) in demo'),
    ];
    await menu.click();
    await who.waitFor();
    await menu.click();
    await who.waitFor({ state: 'hidden' });
    await page.getByLabel('Your reason').fill('Not this year.');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied.', { exact: false }).first().waitFor();
    const { items } = await server.rest<{ items: { decisions: object[] }[] }>('/approvals', undefined, server.key);
    expect(items[0]?.decisions).toMatchObject([{ decidedByUserId: 'erin', decision: 'Denied' }]);
  });

  test('the cookie is for the server alone, and alone it only reads', async () => {
    const cookie = await sessionCookie();
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
    expect(await page.evaluate(() => document.cookie)).toBe('');
    const sent = { cookie: `quadrivium-session=${cookie?.value}` };
    const users = '/portarium/v1/workspaces/demo/passkeys/offer';
    expect((await ask('/console/session', sent)).status).toBe(200);
    expect((await ask(users, sent, {})).status).toBe(401);
    expect((await ask(users, { ...sent, 'x-csrf-token': 'guessed' }, {})).status).toBe(401);
    const { session } = (await (await ask('/auth/session', sent)).json()) as { session: { csrf: string } };
    expect((await ask(users, { ...sent, 'x-csrf-token': session.csrf }, {})).status).toBe(200);
    expect((await ask('/auth/logout', sent, {})).status).toBe(403);
    const foreign = { ...sent, 'x-csrf-token': session.csrf, origin: 'https://evil.example' };
    expect((await ask(users, foreign, {})).status).toBe(403);
  });

  test('whoever is shut out is out at once, session or not', async () => {
    const sent = { cookie: `quadrivium-session=${(await sessionCookie())?.value}` };
    const erin = { principalId: 'erin', kind: 'user', roles: ['approver'] };
    await server.rest('/users', { ...erin, active: false }, server.key);
    expect((await ask('/console/session', sent)).status).toBe(401);
    await server.rest('/users', erin, server.key);
    expect((await ask('/console/session', sent)).status).toBe(200);
  });

  test('after signing out the cookie is worth nothing, whoever has kept it', async () => {
    const kept = { cookie: `quadrivium-session=${(await sessionCookie())?.value}` };
    await page.goto(place);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    // The provider asks whether to end its own session too.
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.getByRole('link', { name: 'Sign in with the test provider' }).waitFor();
    expect(await sessionCookie()).toBeUndefined();
    expect((await ask('/console/session', kept)).status).toBe(401);
  });

  test('whoever came for one thing, by the link of a notice, is there after signing in', async () => {
    const other = await openPage(browser);
    await signInAs('erin', other, '#/work-items');
    await other.getByRole('heading', { level: 1, name: 'Work items' }).waitFor();
    expect(other.url()).toBe(`${place}/#/work-items`);
    await other.context().close();
  });

  test('somebody without a role is told who they are and why they stay outside', async () => {
    const other = await openPage(browser);
    await signInAs('frank', other);
    await other.getByText('none of your groups (visitors) has a role here').waitFor();
    await other.getByRole('link', { name: 'Back to the console' }).click();
    await other.getByRole('link', { name: 'Sign in with the test provider' }).waitFor();
    await other.close();
  });

  test('an account of the provider does not become somebody who is known here from elsewhere', async () => {
    await server.rest('/users', { principalId: 'grace', kind: 'user', roles: ['admin'] }, server.key);
    const other = await (await browser.newContext()).newPage();
    await signInAs('grace', other);
    await other.getByText('"grace" is known here already').waitFor();
    await other.close();
  });

  test.each([
    ['without having begun', '', 'did not begin here'],
    ['with the state of another', 'quadrivium-sign-in', 'state'],
  ])('an answer of the provider %s is refused', async (_, cookie, words) => {
    const begun = Buffer.from(JSON.stringify({ state: 'mine', nonce: 'n', verifier: 'v'.repeat(43) })).toString(
      'base64url',
    );
    const answer = await ask(
      `/auth/callback?code=stolen&state=theirs&iss=${encodeURIComponent(provider.issuer)}`,
      cookie === '' ? {} : { cookie: `${cookie}=${begun}` },
    );
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain(words);
    expect(answer.headers.getSetCookie().join()).not.toContain('quadrivium-session=');
  });

  test('a provider that is away is named, and who has a key works on', async () => {
    await provider.stop();
    await server.stop();
    await server.start('--login', join(server.data, 'login.json'));
    const answer = await ask('/auth/login', {});
    expect(answer.status).toBe(502);
    expect(await answer.text()).toContain(provider.issuer);
    expect((await ask('/console/session', { authorization: `Bearer ${server.key}` })).status).toBe(200);
  });
});
