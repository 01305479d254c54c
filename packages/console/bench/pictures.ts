/**
 * Takes the pictures of the console in docs/images, from a real server with its demonstration: `npm run pictures`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { enter, openBrowser, openPage, visit } from '../test/support/browser.js';
import { RunningServer } from '../test/support/running-server.js';

const folder = join(import.meta.dirname, '../../../docs/images');

async function shoot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `console-${name}.png`), animations: 'disabled' });
}

async function desktop(browser: Browser, server: RunningServer): Promise<void> {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 }, colorScheme: 'light' });
  await enter(page, server.url, server.key);
  await page.getByRole('link', { name: 'Study a change under approval' }).waitFor();
  await shoot(page, 'approvals');
  await visit(page, '/studies/valley');
  await page.getByRole('img', { name: /^Marginal cost/ }).waitFor();
  await page.evaluate(() => document.querySelectorAll('.card')[1]?.scrollIntoView());
  await shoot(page, 'study');
  await visit(page, '/career');
  await page.getByRole('link', { name: 'Energy planning engineer' }).first().click();
  await page.locator('mark').first().waitFor();
  await shoot(page, 'match');
  await notices(page, server);
}

/** Somebody is told at once, and whoever is on call when nobody has decided within the hour. */
async function notices(page: Page, server: RunningServer): Promise<void> {
  const put = (noticeId: string, body: object) =>
    fetch(`${server.url}/portarium/v1/workspaces/demo/notices/${noticeId}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}` },
      body: JSON.stringify({ channel: 'email', ...body }),
    });
  await put('planners', { address: 'planners@example.org', quietHours: '22:00-07:00', timeZone: 'America/Sao_Paulo' });
  await put('on-call', { address: 'on-call@example.org', topics: ['approval', 'failure'], afterMinutes: 60 });
  await visit(page, '/notices');
  await page.getByText('on-call@example.org').first().waitFor();
  await shoot(page, 'notices');
}

async function phone(browser: Browser, server: RunningServer): Promise<void> {
  const page = await openPage(browser, {
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  await enter(page, server.url, server.key);
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await shoot(page, 'phone');
}

/** Approves, and takes the picture when the bounds have met. */
async function dark(browser: Browser, server: RunningServer): Promise<void> {
  const page = await openPage(browser, { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' });
  await enter(page, server.url, server.key);
  await page.getByLabel('Your reason').fill('A higher dam is worth a study.');
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('link', { name: 'See the run' }).click();
  await page.getByText('Ended', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel this run' }).waitFor({ state: 'detached' });
  await page.evaluate(() => scrollTo(0, 0));
  await shoot(page, 'dark');
}

mkdirSync(folder, { recursive: true });
const server = new RunningServer();
// Nobody listens there: what is shown is who would be told.
const smtp = { host: '127.0.0.1', port: 9, security: 'none', from: 'gate@example.org' };
writeFileSync(join(server.data, 'notices.json'), JSON.stringify({ smtp, push: { contact: 'mailto:ops@example.org' } }));
await server.start('--notices', join(server.data, 'notices.json'));
const browser = await openBrowser();
try {
  await desktop(browser, server);
  await phone(browser, server);
  await dark(browser, server);
} finally {
  await browser.close();
  await server.remove();
}
