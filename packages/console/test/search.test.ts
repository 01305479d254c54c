/** One search over everything, with nothing but a keyboard, in a real browser against a real server. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumIsAbsent, complaints, enter, openBrowser, openPage, violations, visit } from './support/browser.js';
import { RunningServer } from './support/running-server.js';

const policy = {
  policyId: 'changes',
  name: 'Changes are asked for',
  rules: [{ ruleId: 'ask', match: { classes: ['Mutation'] }, effect: 'RequireApproval' }],
};

describe.skipIf(chromiumIsAbsent)('the search (needs chromium: apt-get install chromium)', () => {
  const server = new RunningServer();
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [browser] = await Promise.all([openBrowser(), server.start()]);
    page = await openPage(browser, { viewport: { width: 1280, height: 860 } });
    await enter(page, server.url, server.key, '/agents');
    await server.rest('/policies', { source: policy }, server.key);
    const at = {
      workflowId: 'governed-study',
      cron: '0 6 1 1 *',
      input: { case_dir: 'valley', baseline_dir: 'valley' },
    };
    expect((await put('/schedules/yearly', at)).status).toBe(200);
    await server.rest('/agents', { machineId: 'desk', agentId: 'planner-7', displayName: 'River planner' });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await server.remove();
  });

  const put = (path: string, body: object) =>
    fetch(`${server.url}/portarium/v1/workspaces/demo${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}` },
      body: JSON.stringify(body),
    });

  const field = () => page.getByRole('combobox', { name: /^Search studies/ });
  const chosen = () => page.getByRole('listbox', { name: 'Found' }).getByRole('option', { selected: true });

  async function search(words: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await field().waitFor();
    await page.keyboard.type(words);
  }

  test.each([
    ['a study', 'raised', 'Studies', /valley-raised-dam/, '#/studies/valley-raised-dam'],
    ['a run by its workflow and state', 'study waiting', 'Runs', /Study a change under approval/, '#/runs/'],
    ['a workflow, to start it', 'governed-study', 'Workflows', /version 1/, '#/runs?start=governed-study'],
    ['an agent by the name people gave it', 'river', 'Agents', /planner-7/, '#/agents'],
    ['an opportunity', 'planning upstream', 'Opportunities', /./, '#/career/opportunity/'],
    ['a claim', 'valley energy', 'Claims', /./, '#/career/claims'],
    ['somebody to write to', 'iris', 'Contacts', /Iris Example/, '#/career/outreach'],
    ['whose job search it is', 'robin', 'Job searches', /Robin Sample/, '#/career/claims?person='],
    ['a policy', 'asked for', 'Policies', /Changes are asked for/, '#/policies/changes'],
    ['a schedule', 'yearly', 'Schedules', /governed-study/, '#/schedules'],
    ['somebody who works here', 'admin', 'People', /admin/, '#/people'],
    [
      'a tool by its name or its title',
      'convergence history',
      'Tools',
      /query-convergence/,
      '#/tools/cobre/cobre%2Fquery-convergence',
    ],
    ['a page', 'evid', 'Pages', /Evidence/, '#/evidence'],
  ])('finds %s and goes there', async (_, words, group, title, address) => {
    await visit(page, '/people');
    await search(words);
    const one = page.getByRole('group', { name: group }).getByRole('option', { name: title }).first();
    await one.waitFor();
    for (let presses = 0; presses < 30 && (await one.getAttribute('aria-selected')) !== 'true'; presses += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await field().waitFor({ state: 'detached' });
    await expect.poll(() => page.url().split('/').slice(3).join('/')).toContain(address);
    await page.locator('#page-title').waitFor();
  });

  test('a workflow that is found on the page of runs is there to be started', async () => {
    await visit(page, '/runs');
    await search('governed-study');
    await page.getByRole('group', { name: 'Workflows' }).getByRole('option').first().click();
    await page.getByRole('heading', { name: 'Start a run' }).waitFor();
  });

  test('finds what waits for a decision by its words, and tells a screen reader what is chosen and how many there are', async () => {
    await visit(page, '/people');
    const [waiting] = (await server.rest<{ items: { prompt: string }[] }>('/approvals?status=Pending')).items;
    await search(waiting?.prompt ?? '');
    await page.getByRole('group', { name: 'Approvals' }).getByRole('option').waitFor();
    await page.getByRole('status').filter({ hasText: /found/ }).waitFor();
    const active = await field().getAttribute('aria-activedescendant');
    expect(await chosen().getAttribute('id')).toBe(active);
    expect(await violations(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.emulateMedia({ colorScheme: 'light' });
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  test('takes every letter from the moment it is asked for', async () => {
    await visit(page, '/people');
    const devtools = await page.context().newCDPSession(page);
    const press = (key: string, more: { text?: string; modifiers?: number }) =>
      devtools.send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...more });
    // All keys are on their way before the page has painted anything.
    const asked = press('k', { modifiers: 2 });
    await Promise.all([asked, ...[...'rai'].map((letter) => press(letter, { text: letter }))]);
    await field().waitFor();
    expect(await field().inputValue()).toBe('rai');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  test('opens whole when it is asked for again before the browser has told that it was closed', async () => {
    await visit(page, '/people');
    await search('raised');
    await page.evaluate(() => {
      const press = () => dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
      press();
      press();
    });
    await expect.poll(() => field().inputValue()).toBe('');
    await page.keyboard.type('evid');
    await page.getByRole('option', { name: /Evidence/ }).waitFor();
    expect(await field().inputValue()).toBe('evid');
    await page.keyboard.press('Escape');
    await field().waitFor({ state: 'detached' });
  });

  test('says so when nothing has the words, whatever characters they are of', async () => {
    for (const words of ['zzzz nothing', '%_%', '<img src=x onerror=alert(1)>']) {
      await search(words);
      await page.getByText('Nothing has these words.').waitFor();
      await page.keyboard.press('Control+k');
      await field().waitFor({ state: 'detached' });
    }
  });

  test('is there for a finger, too, and gives the focus back when it is left', async () => {
    await visit(page, '/people');
    await page.getByRole('button', { name: 'Search' }).click();
    await field().waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Search');
    expect(complaints).toEqual([]);
  });
});
