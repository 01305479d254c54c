/** Pages of other people's tools (MCP Apps), behind the gateway, in a real browser: servers by the authors of the extension. */
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolSet } from '../../../test/support/tool-sets.js';
import { chromiumIsAbsent, complaints, enter, openBrowser, openPage, violations, visit } from './support/browser.js';
import { RunningServer } from './support/running-server.js';

const apps = toolSet('apps');
const program = (name: string) => [apps.path(`@modelcontextprotocol/${name}/dist/index.js`), '--stdio'];

interface Run {
  readonly runId: string;
  readonly workflowName: string;
  readonly initiatedByUserId: string;
  readonly initiatedVia: string;
  readonly status: string;
}

describe.skipIf(chromiumIsAbsent || apps.absent)(
  'pages of other servers (needs: chromium, node scripts/tools.mjs apps)',
  () => {
    const server = new RunningServer();
    let browser: Browser;
    let page: Page;
    beforeAll(async () => {
      const others = { clock: program('server-basic-vanillajs'), budget: program('server-budget-allocator') };
      [browser] = await Promise.all([openBrowser(), server.startWith(others)]);
      page = await openPage(browser, { viewport: { width: 1280, height: 860 } });
      await enter(page, server.url, server.key);
    }, 120_000);
    afterAll(async () => {
      await browser?.close();
      await server.remove();
    });

    async function call(tool: string): Promise<FrameLocator> {
      await visit(page, `/tools/gateway/${tool}`);
      await page.getByRole('button', { name: /^Call it/ }).click();
      await page.locator('[data-answer="ok"]').waitFor();
      return page.frameLocator('iframe.tool-frame');
    }

    const calls = async (): Promise<readonly Run[]> =>
      (await server.rest<{ items: Run[] }>('/runs', undefined, server.key)).items.filter(({ workflowName }) =>
        workflowName.includes('clock/get-time'),
      );

    test('a tool of another server is called, its page shown, and what the page calls is asked about and a run of the same person', async () => {
      const frame = await call('clock__get-time');
      await frame.getByRole('button', { name: 'Get Server Time' }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await calls()).toMatchObject([
        { initiatedByUserId: 'admin', initiatedVia: 'gateway', status: 'Succeeded' },
      ]);
      const shown = frame.locator('#server-time');
      await expect.poll(() => shown.textContent(), { timeout: 60_000 }).toMatch(/^\d{4}-/);
      const first = await shown.textContent();
      await frame.getByRole('button', { name: 'Get Server Time' }).click();
      await page.getByText('This page wants to call get-time').waitFor();
      // Nothing is called before somebody has agreed.
      expect(await calls()).toHaveLength(1);
      await page.getByRole('button', { name: 'Let it' }).click();
      await expect.poll(() => shown.textContent(), { timeout: 60_000 }).not.toBe(first);
      expect(await calls()).toHaveLength(2);
      await page.getByRole('link', { name: 'a run' }).click();
      await page.getByRole('heading', { name: /clock\/get-time/ }).waitFor();
      await page.getByRole('button', { name: 'Show the page of Get Time' }).click();
      await frame.getByRole('button', { name: 'Get Server Time' }).waitFor();
      await expect.poll(() => shown.textContent(), { timeout: 60_000 }).toBe(first);
    });

    test('a page opens no window unless the person in front of it says so', async () => {
      const frame = await call('clock__get-time');
      await frame.getByRole('button', { name: 'Open Link' }).click();
      await page.getByText(/This page wants to open https:\/\//).waitFor();
      await page.getByRole('button', { name: 'No', exact: true }).click();
      await page.getByText(/This page wants to open/).waitFor({ state: 'detached' });
      expect(page.context().pages()).toHaveLength(1);
    });

    test('a page with charts and sliders is drawn from the answer', async () => {
      const frame = await call('budget__get-budget-data');
      await frame.getByText('Marketing').first().waitFor();
      await frame.locator('canvas').first().waitFor();
      expect(complaints.splice(0).filter((text) => !/unsafe-eval|Content Security Policy/.test(text))).toEqual([]);
    });
  },
);
