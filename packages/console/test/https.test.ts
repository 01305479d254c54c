/** Over https with a certificate of our own: people sign in, cookies are secure, and a renewed certificate finds the page open. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'node:tls';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { selfSigned } from '../../kernel/test/http/self-signed.js';
import { chromiumIsAbsent, openBrowser, openPage, violations, visit } from './support/browser.js';
import { freePort } from './support/free-port.js';
import { IdentityProvider } from './support/identity-provider.js';
import { RunningServer } from './support/running-server.js';

describe.skipIf(chromiumIsAbsent)('the console over https (needs chromium: apt-get install chromium)', () => {
  const provider = new IdentityProvider();
  const server = new RunningServer();
  const files = { cert: join(server.data, 'tls.crt'), key: join(server.data, 'tls.key') };
  let place = '';
  let browser: Browser;
  let page: Page;
  const certify = (name: string) => {
    const pair = selfSigned(name);
    writeFileSync(files.cert, pair.cert);
    writeFileSync(files.key, pair.key);
  };
  beforeAll(async () => {
    const port = await freePort();
    place = `https://localhost:${port}`;
    server.url = `https://127.0.0.1:${port}`;
    await provider.start(`${place}/auth/callback`, `${place}/`);
    const login = join(server.data, 'login.json');
    const roles = { deciders: ['approver'], staff: ['auditor'] };
    const settings = { issuer: provider.issuer, clientId: 'quadrivium', clientSecret: 'env:HTTPS_SECRET', roles };
    writeFileSync(login, JSON.stringify({ ...settings, name: 'the test provider' }));
    process.env.HTTPS_SECRET = 'a secret between the two of us';
    certify('first');
    const tls = ['--tls-cert', files.cert, '--tls-key', files.key];
    [browser] = await Promise.all([openBrowser(), server.start('--login', login, ...tls)]);
    page = await openPage(browser, { viewport: { width: 1280, height: 860 }, ignoreHTTPSErrors: true });
  }, 180_000);
  afterAll(async () => {
    delete process.env.HTTPS_SECRET;
    await browser?.close();
    await server.remove();
    await provider.stop();
  });

  /** The name in the certificate that somebody who comes now is shown. */
  const shownName = () =>
    new Promise<string>((resolve, reject) => {
      const port = Number(new URL(place).port);
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
        resolve(String(socket.getPeerCertificate().subject.CN));
        socket.destroy();
      });
      socket.once('error', reject);
    });
  const cookies = () => page.context().cookies(place);

  test('somebody signs in, and the session is a cookie that only this host gets back, over https', async () => {
    const answer = await page.goto(place);
    const headers = answer?.headers() ?? {};
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    // It would bind every program on localhost, whatever its port, to https.
    expect(headers['strict-transport-security']).toBeUndefined();
    await page.getByRole('link', { name: 'Sign in with the test provider' }).click();
    await page.locator('input[name=login]').fill('erin');
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('erin (approver, auditor) in demo').waitFor();
    const session = (await cookies()).find(({ name }) => name.endsWith('quadrivium-session'));
    expect(session).toMatchObject({
      name: '__Host-quadrivium-session',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
      path: '/',
      domain: 'localhost',
    });
    expect(await page.evaluate(() => [document.cookie, isSecureContext])).toEqual(['', true]);
    expect(await violations(page)).toEqual([]);
  });

  test('a renewed certificate is taken while the page is open: it goes on, decides and comes back', async () => {
    await page.getByText('Live', { exact: true }).waitFor();
    certify('second');
    await expect.poll(shownName, { timeout: 60_000 }).toBe('second');
    await visit(page, '/runs');
    await page.getByRole('link', { name: 'Study a change under approval' }).waitFor();
    await visit(page, '/approvals');
    await page.getByLabel('Your reason').fill('Not this year.');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied.', { exact: false }).first().waitFor();
    await page.reload();
    await page.getByText('erin (approver, auditor) in demo').waitFor();
    expect((await cookies()).filter(({ secure }) => !secure)).toEqual([]);
  });

  test('without https nothing is served at that address, and nobody can be sent there with a cookie', async () => {
    await expect(fetch(place.replace('https', 'http'))).rejects.toThrow();
  });
});
