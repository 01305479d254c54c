import { spawnSync } from 'node:child_process';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const found = spawnSync('sh', ['-c', 'command -v chromium'], { encoding: 'utf8' }).stdout.trim();

/** Debian's browser; in CI its absence fails instead of skipping. */
export const chromiumIsAbsent = found === '' && process.env.CI !== 'true';

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: found, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}

/** What a page says against the policy or throws ends up here; a test looks at the end. */
export const complaints: string[] = [];

export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  // It only ends what hangs: a busy machine takes its time.
  page.setDefaultTimeout(300_000);
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A server that a test kills leaves requests without an answer, at whatever point they were.
    if (message.type() === 'error' && !/ERR_(CONNECTION|INCOMPLETE|EMPTY_RESPONSE)|status of 4/.test(message.text()))
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith('http://127.0.0.1:')) complaints.push(`asked ${request.url()}`);
  });
  return page;
}

/** Signed in without typing, for tests that are about something else. */
export async function enter(page: Page, url: string, key: string, place = '/approvals'): Promise<void> {
  await page.goto(`${url}/#key=${key}`);
  await page.locator('nav').waitFor({ state: 'attached' });
  await visit(page, place);
}

export async function visit(page: Page, place: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
  await page.locator('#page-title').waitFor();
  // A page is there when nothing is on its way any more.
  await page.waitForFunction(() => document.querySelector('.loading') === null);
}

/** What axe finds against WCAG 2.2 AA and its own good practices. It is not put into the page: the policy forbids that. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axe.source);
  const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: [...rules] }) };
  const results = await page.evaluate(
    (wanted) => (globalThis as unknown as { axe: typeof axe }).axe.run(document, wanted as axe.RunOptions),
    options,
  );
  return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
