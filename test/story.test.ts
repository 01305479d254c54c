/** The story of examples/01-governed-study with the person in a real browser: see, decide, watch, verify. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Approval } from '../examples/01-governed-study/control-plane.js';
import { type Server, startServer } from '../examples/01-governed-study/programs.js';
import { governedStudy } from '../examples/01-governed-study/story.js';
import { chromiumIsAbsent, openBrowser, openConsole, turnTo } from './support/browser.js';

const folder = mkdtempSync(join(tmpdir(), 'quadrivium-story-'));

describe.skipIf(chromiumIsAbsent)('the flagship story in a browser (needs chromium: apt-get install chromium)', () => {
  let server: Server;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startServer(folder), openBrowser()]);
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await server?.stop('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Shown with its exact arguments, approved, and followed to the run, where the training can be watched. */
  async function decide({ approvalId, plan }: Approval): Promise<Page> {
    const page = await openConsole(browser, server.url, server.key ?? '', `/approvals/${approvalId}`);
    const card = page.getByRole('article');
    await card.getByText(String(plan[0]?.arguments.case_dir)).first().waitFor();
    await card.getByLabel('Your reason').fill('The numbers are worth knowing.');
    await card.getByRole('button', { name: 'Approve' }).click();
    await card.getByRole('link', { name: 'See the run' }).click();
    await page.getByRole('img', { name: /^Convergence: after/ }).waitFor();
    return page;
  }

  test('an approval is shown and given, the chart of the training appears, the evidence verifies, cpe tells', async () => {
    const key = server.key ?? '';
    const pages: Page[] = [];
    const inBrowser = async (approval: Approval) => void pages.push(await decide(approval));
    const { answer } = await governedStudy({ folder, server, key, say: () => {}, decide: inBrowser });
    expect(answer).toMatch(/^The run succeeded: a higher dam saves \d+ thousand dollars a year\.$/m);
    const [page] = pages;
    if (page === undefined) throw new Error('Nobody was asked.');
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    await page.getByLabel('Effect of train').getByText('Done exactly as planned').waitFor();
    await turnTo(page, '/studies/valley-raised-dam');
    await page.getByRole('img', { name: /^Convergence: / }).waitFor();
    await turnTo(page, '/evidence');
    await page.locator('[data-verdict="verified"]').waitFor();
  });
});
