/** Pages of single things, which no menu lists: what axe finds on them, whatever they are looked at with. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chromiumIsAbsent, complaints, openPage, visit } from './support/browser.js';
import { inBrowser } from './support/in-browser.js';
import { lookedAt, nothingWrong } from './support/looked-at.js';

const policy = `policyId: careful
name: Careful reading
rules:
  - ruleId: schemas
    match: { tools: ["cobre/get-config-schema"] }
    effect: RequireApproval
    reason: Somebody looks.
`;

describe.skipIf(chromiumIsAbsent)('pages of single things (need chromium: apt-get install chromium)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quadrivium-things-'));
  // Nobody listens there: this is about what the page says of a notice, not about mail.
  const smtp = { host: '127.0.0.1', port: 9, security: 'none', from: 'gate@gate.example' };
  writeFileSync(join(folder, 'notices.json'), JSON.stringify({ smtp }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const opened = inBrowser({ at: '/approvals', flags: ['--notices', join(folder, 'notices.json')] });
  const places: Record<string, string> = {};

  beforeAll(async () => {
    const { server } = opened;
    const admin = <T>(path: string, body?: object) => server.rest<T>(path, body, server.key);
    const pending = async () => {
      const { items } = await admin<{ items: { approvalId: string; runId: string }[] }>('/approvals?status=Pending');
      return items[0] ?? Promise.reject(new Error('Nothing waits yet.'));
    };
    // The demonstration has begun a run that asks.
    const { runId, approvalId } = await vi.waitFor(pending, { timeout: 120_000 });
    await admin('/policies', { source: policy });
    await fetch(`${server.url}/portarium/v1/workspaces/demo/notices/night`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}` },
      body: JSON.stringify({ channel: 'email', address: 'night@example.org' }),
    });
    const { decision_id } = await server.career('match_opportunity', { opportunity_id: 'demo-opportunity' });
    Object.assign(places, {
      'a run': `/runs/${runId}`,
      'starting a run': '/runs?start=governed-study',
      'an approval': `/approvals/${approvalId}`,
      'all approvals': '/approvals?show=all',
      'the evidence of a run': `/evidence?run=${runId}`,
      'a policy': '/policies/careful',
      'a notice': '/notices/night',
      'a decision': `/career/decision/${decision_id}`,
      'a run that is not there': '/runs/run_none',
    });
  });

  test.each([
    ['a run', 'May this study be trained'],
    ['starting a run', 'Start'],
    ['an approval', 'Approve'],
    ['all approvals', 'Approve'],
    ['the evidence of a run', 'The whole workspace'],
    ['a policy', 'Careful reading'],
    ['a notice', 'night@example.org'],
    ['a decision', 'Ids and hashes'],
    ['a run that is not there', 'About “Not found”'],
  ])('%s: axe finds nothing, light, dark and on a phone, which it fits', async (thing, words) => {
    await visit(opened.page, places[thing] ?? '');
    await opened.page.locator('main').getByText(words).first().waitFor();
    expect(await lookedAt(opened.page)).toEqual(nothingWrong);
  });

  test('no table breaks a word, a name or an address, and numbers stand below each other', async () => {
    const { page, server } = opened;
    await fetch(`${server.url}/portarium/v1/workspaces/demo/notices/planners`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}` },
      body: JSON.stringify({
        ...{ channel: 'email', address: 'planners@example.org', topics: ['approval', 'failure', 'work'] },
        ...{ quietHours: '22:00-07:00', timeZone: 'America/Sao_Paulo', afterMinutes: 60 },
      }),
    });
    for (const place of ['/notices', '/people', '/runs', '/policies', '/career/record', '/studies']) {
      await visit(page, place);
      await page.locator('td').first().waitFor();
      expect([place, await brokenWords(page)]).toEqual([place, []]);
    }
    // Beside the menu of a small window, too, everything of a row is in sight.
    await page.setViewportSize({ width: 900, height: 860 });
    await visit(page, '/notices');
    const room = page.locator('.table-room').first();
    expect(await room.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 860 });
    await visit(page, '/studies');
    const figures = page.getByRole('cell', { name: '12', exact: true }).first();
    expect(await figures.evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('right');
  });

  test('decisions are listed from the newest on', async () => {
    const { page } = opened;
    await visit(page, '/career/record');
    const newest = page.getByRole('table', { name: 'Decisions' }).getByRole('link').first();
    expect(await newest.getAttribute('href')).toBe(`#${places['a decision']}`);
  });

  test('a phone shows the tool that is chosen and not the list above it; a desk keeps the list where it was', async () => {
    const { page } = opened;
    const list = page.getByLabel(/^Search \d+ tools$/);
    const last = page.getByRole('link', { name: /cobre\/water-values/ });
    const title = page.getByRole('heading', { name: 'Value of water at a state' });
    await visit(page, '/tools');
    await last.click();
    await title.waitFor();
    // Beside each other: both are in sight.
    await expect.poll(() => inSight(page, last, title)).toBe(true);
    await page.setViewportSize({ width: 375, height: 740 });
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'All tools' }).click();
    await list.waitFor();
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test('what is wrong leads to the place that explains it, on a page without findings', async () => {
    const { page } = opened;
    await visit(page, '/runs/run_none');
    const [explained] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'About “Not found”' }).click(),
    ]);
    await explained.locator('h3:target').waitFor();
    expect(await explained.locator('h3:target').textContent()).toBe('NotFound');
    expect(await lookedAt(explained)).toEqual(nothingWrong);
    await explained.close();
  });

  test('a server that was not told how to reach browsers says so, and that is no error', async () => {
    const { page } = opened;
    await visit(page, '/notices');
    await page.getByText('This server is not set up to tell people in their browsers.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('whoever is not signed in: axe finds nothing, light, dark and on a phone, which it fits', async () => {
    const stranger = await openPage(opened.browser);
    await stranger.goto(opened.server.url);
    await stranger.getByLabel('Your key').waitFor();
    expect(await lookedAt(stranger)).toEqual(nothingWrong);
    await stranger.context().close();
  });

  afterAll(() => expect(complaints).toEqual([]));
});

/** Words of tables that stand on two lines, but for hyphens, at which every text may break. */
function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll('td')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s-]+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) broken.push(word);
        }
    }
    return broken;
  });
}

async function inSight(page: Page, ...things: readonly Locator[]): Promise<boolean> {
  const boxes = await Promise.all(things.map((thing) => thing.boundingBox()));
  const height = page.viewportSize()?.height ?? 0;
  return boxes.every((box) => box !== null && box.y >= 0 && box.y + box.height <= height);
}
