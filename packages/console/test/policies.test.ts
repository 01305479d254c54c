/** Policies in a browser: written, tested, tried on the past, made to count once their difference was seen, and taken back. */
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, describe, expect, test } from 'vitest';
import { chromiumIsAbsent, complaints, enter, openPage, violations, visit } from './support/browser.js';
import { inBrowser } from './support/in-browser.js';

const tool = 'cobre/get-config-schema';
const reads = {
  workflowId: 'reads',
  name: 'Reads a schema',
  executionTier: 'Auto',
  actions: [{ actionId: 'read', operation: 'mcp:call', server: 'cobre', tool, arguments: {} }],
};
/** One of its two tests fails: writing is not what it forbids. */
const text = `policyId: careful
name: Careful reading
rules:
  - ruleId: schemas
    match: { tools: ["${tool}"] }
    effect: RequireApproval
    approval: { required: 2, roles: [approver] }
    reason: Two people look.
cedarUncovered: Abstain
cedar: |
  @id("nights")
  forbid(principal, action in Action::"call", resource)
  when { context.hourUtc < 0 };
tests:
  - name: schemas are asked about
    call: { server: cobre, tool: "${tool}" }
    expect: RequireApproval
    rule: careful/schemas
  - name: runs are forbidden
    call: { server: cobre, tool: cobre/list-runs }
    expect: Deny
`;

interface Run {
  readonly runId: string;
  readonly status: string;
}

describe.skipIf(chromiumIsAbsent)('policies in the console (need chromium: apt-get install chromium)', () => {
  const opened = inBrowser({ at: '/policies' });
  const admin = <T>(path: string, body?: object) => opened.server.rest<T>(path, body, opened.server.key);
  const press = (name: string | RegExp) => opened.page.getByRole('button', { name }).click();
  const says = (words: string | RegExp) => opened.page.getByText(words).first().waitFor();

  const look = async (name: string, page: Page = opened.page) => {
    const folder = process.env.SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: join(folder, `policies-${name}.png`), fullPage: true });
    expect(await violations(page)).toEqual([]);
  };
  const recorded = async (type: string) => {
    const { items } = await admin<{ items: { body: { detail: object } }[] }>(`/evidence?type=${type}&limit=200`);
    return items.at(-1)?.body.detail;
  };
  const shownDigest = async () => (await opened.page.locator('.digest code').textContent()) ?? '';

  test('a policy that is pasted becomes a draft with its rules, its Cedar and what its tests say', async () => {
    await admin('/workflows', reads);
    const { runId } = await admin<Run>('/runs', { workflowId: 'reads', parameters: {} });
    await expect.poll(async () => (await admin<Run>(`/runs/${runId}`)).status, { timeout: 60_000 }).toBe('Succeeded');
    const { page } = opened;
    await page.getByLabel('Its text, in YAML or JSON').fill('policyId: [');
    await press('Save as a draft');
    await says(/neither JSON nor YAML/);
    await page.getByLabel('Its text, in YAML or JSON').fill(text);
    await press('Save as a draft');
    await page.getByRole('heading', { level: 1, name: 'Careful reading' }).waitFor();
    await says('1 of 2 fail');
    await page
      .getByRole('row', { name: /runs are forbidden/ })
      .getByText('Deny')
      .waitFor();
    expect(await page.getByLabel('Statements of Cedar', { exact: true }).first().textContent()).toContain(
      '@id("nights")\n',
    );
    await page
      .getByRole('row', { name: /schemas Require approval/ })
      .getByText('2 people with the role approver')
      .waitFor();
    await says('Draft: version 1');
    await look('draft');
  });

  test('what fails its own tests does not begin to count, also from here', async () => {
    await press('See what it changes');
    await says(/^1 of \d+ past calls would be decided otherwise/);
    await press('Make version 1 count');
    await says(/1 of 2 tests of policy "careful" fail/);
  });

  test('a new version whose tests pass is tried on the past and counts once its difference was seen', async () => {
    const { page } = opened;
    await page.getByText('Write a new version').click();
    const rest = page.getByLabel('Rules, budgets, quotas and tests (JSON)');
    const body = JSON.parse(await rest.inputValue()) as { tests: object[] };
    await rest.fill(JSON.stringify({ ...body, tests: body.tests.slice(0, 1) }));
    await page.getByRole('button', { name: 'Save as a draft' }).click();
    await page.getByRole('heading', { name: 'Version 2' }).waitFor();
    await says('All 1 pass');
    await page.getByLabel('Calls of').selectOption('week');
    await press('Try it on the past');
    const past = page.getByRole('row', { name: new RegExp(`${tool}.*Allow.*Require approval`) });
    await past.getByRole('link', { name: 'Reads a schema' }).waitFor();
    expect(await page.getByRole('button', { name: 'Make version 2 count' }).count(), 'nothing was seen yet').toBe(0);
    await press('See what it changes');
    await page.locator('.digest').waitFor();
    const digest = await shownDigest();
    await look('difference');
    await press('Make version 2 count');
    await says('Version 2 counts now.');
    await says('Version 2 counts');
    expect(await recorded('PolicyActivated')).toMatchObject({ version: 2, diff: { digest, changes: 1 } });
    const { runId } = await admin<Run>('/runs', { workflowId: 'reads', parameters: {} });
    const status = async () => (await admin<Run>(`/runs/${runId}`)).status;
    await expect.poll(status, { timeout: 60_000 }).toBe('WaitingForApproval');
  });

  test('when somebody else changes what counts meanwhile, what was seen is refused and seen anew', async () => {
    await press('See what doing without it changes');
    await says(/^2 of \d+ past calls would be decided otherwise/);
    const other = { policyId: 'other', name: 'Something else', rules: [] };
    await admin('/policies', { source: other, activate: true, withoutDiff: true });
    await press('Take version 2 out of use');
    await says(/the active ones or the past have changed since/);
    await press('See what doing without it changes');
    await press('Take version 2 out of use');
    await says('Version 2 no longer counts.');
    expect(await recorded('PolicyDeactivated')).toMatchObject({ version: 2, diff: { changes: 2 } });
    await press('See what it changes');
    await opened.page.getByRole('button', { name: 'Make version 2 count' }).waitFor();
  });

  test('the list says which version counts and which is a draft', async () => {
    await visit(opened.page, '/policies');
    const row = opened.page.getByRole('row', { name: /Careful reading/ });
    await row.getByText('Draft: version 2').waitFor();
    await opened.page
      .getByRole('row', { name: /Something else/ })
      .getByText('Version 1 counts')
      .waitFor();
    await look('list');
  });

  test('whoever may only read sees all of it on a dark phone, and why nothing can be changed', async () => {
    await admin('/users', { principalId: 'olga', kind: 'user', roles: ['auditor'] });
    const { secret } = await admin<{ secret: string }>('/api-keys', { principalId: 'olga' });
    const dark = {
      viewport: { width: 390, height: 844 },
      isMobile: true,
      hasTouch: true,
      colorScheme: 'dark',
    } as const;
    const page = await openPage(opened.browser, dark);
    await enter(page, opened.server.url, secret, '/policies');
    await page.getByRole('link', { name: 'Careful reading' }).click();
    await page.getByRole('heading', { level: 1, name: 'Careful reading' }).waitFor();
    expect(await page.getByText('Write a new version').count()).toBe(0);
    await page.getByRole('button', { name: 'See what it changes' }).click();
    const change = page.getByRole('button', { name: 'Make version 2 count' });
    await change.waitFor();
    expect(await change.getAttribute('aria-disabled')).toBe('true');
    await page.getByText('Your roles do not include changing policies.').waitFor();
    await look('phone', page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.context().close();
  });

  afterAll(() => expect(complaints).toEqual([]));
});
