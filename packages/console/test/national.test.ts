/** A study of 151 hydros and 132 thermals on the page: what it asks and shows stays small, and one plant is found among all. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumIsAbsent, complaints, openPage, violations, visit } from './support/browser.js';
import { inBrowser } from './support/in-browser.js';
import { hydroCount, subsystems, thermalCount, writeNationalStudy } from './support/national-study.js';

const cobre = join(import.meta.dirname, '../../cobre/bundle/cobre.js');

describe.skipIf(chromiumIsAbsent)('a national study on the page (needs chromium: apt-get install chromium)', () => {
  const opened = inBrowser({ at: '/agents' });
  let page: Page;
  const asked: string[] = [];

  const drawn = (name: RegExp) => page.getByRole('img', { name }).waitFor();
  const nodes = () => page.evaluate(() => document.querySelectorAll('main *').length);
  const optionsOf = (label: string) => page.getByLabel(label, { exact: true }).locator('option');

  beforeAll(async () => {
    const folder = join(opened.server.data, 'studies/national');
    await writeNationalStudy(folder);
    // By a process of its own, so that no news of the training makes the page ask again.
    await promisify(execFile)(process.execPath, [cobre, 'run', folder, '--quiet']);
    page = opened.page;
    page.on('request', (request) => {
      if (request.url().endsWith('/cobre/mcp')) asked.push(wordsOf(request.postDataJSON()));
    });
    await visit(page, '/studies/national');
    for (const chart of [/^Storage/, /^Hydro dispatch/, /^Thermal dispatch/, /^Marginal cost/, /^Stored energy/])
      await drawn(chart);
    await page.getByRole('table', { name: /^Cuts of / }).waitFor();
    await page.getByLabel('Hydros to ask about', { exact: true }).waitFor();
  }, 300_000);

  test('it says how large it is, asks each thing once and shows a few thousand elements at most', async () => {
    await page.getByText(`${hydroCount} hydros, ${thermalCount} thermals, 4 buses`, { exact: false }).waitFor();
    // The case and its results; convergence; four tables for planners and four of plants; the tools; the cuts.
    expect(asked.filter((each) => !each.startsWith('cobre://'))).toSatisfy((all: string[]) => all.length <= 13);
    // The lists of plants are the longest texts: at most once for the charts and once for a question.
    for (const kind of ['hydros', 'thermals', 'buses'])
      expect(asked.filter((uri) => uri === `cobre://case/national/entities/${kind}`).length).toBeLessThanOrEqual(2);
    // 151 + 151 + 132 + 151 options of plants are over half of them.
    expect(await nodes()).toBeLessThan(2000);
    expect(await violations(page)).toEqual([]);
  });

  test('cuts name the reservoirs that move the cost most, and say of how many states', async () => {
    await page.getByText('with the 6 of 151 states', { exact: false }).waitFor();
    const heads = await page
      .getByRole('table', { name: /^Cuts of / })
      .locator('th')
      .allTextContents();
    expect(heads).toHaveLength(8);
    expect(heads.slice(2).every((head) => /^Dam \d+ \(\$\/hm³\)$/.test(head))).toBe(true);
  });

  test('plants stand by subsystem; one is found by a part of its name and drawn when it is written to its end', async () => {
    const groups = page.getByLabel('Storage of', { exact: true }).locator('optgroup');
    expect(await groups.evaluateAll((all) => all.map((one) => (one as HTMLOptGroupElement).label))).toEqual(
      [...subsystems].sort(),
    );
    await page.getByLabel('Find Storage of').fill('dam 15');
    // 15 and 151 are in the Northeast, 150 in the South.
    expect(await optionsOf('Storage of').allTextContents()).toEqual(['Dam 15', 'Dam 151', 'Dam 150']);
    expect(await page.getByLabel('Storage of', { exact: true }).inputValue()).toBe('14');
    await page.getByLabel('Find Thermal dispatch of').fill('north');
    // Northeast and North have 33 of the 132 each, and the one that is chosen stays.
    expect(await optionsOf('Thermal dispatch of').count()).toBe(67);
    await drawn(/^Storage/);
  });

  test('a question about a whole subsystem is answered, fifty rows at a time', async () => {
    await page.getByLabel('Hydros to ask about', { exact: true }).selectOption('group:South');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    // 38 of the 151 dams are in the South, over 12 stages and 5 scenarios.
    await page.getByText(`50 of ${(38 * 12 * 5).toLocaleString('en')} rows`).waitFor();
    expect(await nodes()).toBeLessThan(4500);
    expect(await violations(page)).toEqual([]);
  });

  test('on a phone nothing is wider than the screen, and the page stays one that can be scrolled', async () => {
    const phone = await openPage(opened.browser, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await phone.goto(`${opened.server.url}/#key=${opened.server.key}`);
    await phone.locator('nav').waitFor({ state: 'attached' });
    await visit(phone, '/studies/national');
    await phone.getByRole('table', { name: /^Cuts of / }).waitFor();
    await phone.getByRole('img', { name: /^Marginal cost/ }).waitFor();
    const size = await phone.evaluate(() => [document.body.scrollWidth, document.body.scrollHeight / 844] as const);
    expect(size[0]).toBeLessThanOrEqual(390);
    // Nine charts, of which each fills half a screen with its legend.
    expect(size[1]).toBeLessThan(12);
    expect(await violations(phone)).toEqual([]);
    await phone.context().close();
  });

  afterAll(() => expect(complaints).toEqual([]));
});

/** What a request is about: the address of a resource, or the method, the tool and what it is asked. */
function wordsOf({ method, params }: { method: string; params: Record<string, unknown> }): string {
  const { uri, name, arguments: args } = params;
  return typeof uri === 'string' ? uri : `${method} ${name} ${JSON.stringify(args)}`;
}
