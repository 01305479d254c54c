/** The console in a real browser against a real server. One of each for the whole file; the tests tell one story in order. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sampled } from '../../../test/support/sampling.js';
import { chromiumIsAbsent, complaints, enter, openPage, violations, visit } from './support/browser.js';
import { inBrowser } from './support/in-browser.js';
import { lookedAt, nothingWrong } from './support/looked-at.js';

/** Every page by being in the list of pages, and places below them. */
const listed = readFileSync(join(import.meta.dirname, '../src/pages/index.ts'), 'utf8');
const places = [
  ...[...listed.matchAll(/\{ name: '([\w-]+)', title: /g)].map(([, name]) => `/${name}`),
  '/studies/valley',
  '/career/claims',
  '/career/outreach',
  '/career/record',
  '/career/opportunity/demo-opportunity',
  '/tools/cobre/cobre%2Fquery-results',
  '/no-such-page',
];

const rationale = 'Looked at the water.';

interface Listed {
  readonly items: readonly { readonly approvalId: string; readonly runId: string; readonly status: string }[];
}

describe.skipIf(chromiumIsAbsent)('the console (needs chromium: apt-get install chromium)', () => {
  const opened = inBrowser();
  const { server } = opened;
  let page: Page;
  beforeAll(() => {
    page = opened.page;
  });

  const pending = async () => (await server.rest<Listed>('/approvals?status=Pending')).items;
  const startRun = () => {
    const studies = join(server.data, 'studies');
    const parameters = { case_dir: join(studies, 'valley-raised-dam'), baseline_dir: join(studies, 'valley') };
    return server.rest<{ runId: string }>('/runs', { workflowId: 'governed-study', parameters });
  };

  /** Presses Tab until something with this name has the focus: what a person without a mouse does. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let presses = 0; presses < 80; presses += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement;
        const label = element?.id ? document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null;
        return label?.textContent ?? element?.textContent ?? '';
      });
      if (name.test(focused)) return;
    }
    throw new Error(`Nothing named ${name} can be reached by Tab.`);
  }

  test('is served with a policy that lets nothing foreign in, and its files are kept by browsers', async () => {
    const answer = await fetch(`${server.url}/`);
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.has('set-cookie')).toBe(false);
    const html = await answer.text();
    expect(html).not.toMatch(/<style|<script(?![^>]*src=)|style="|https?:\/\//);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
    const file = await fetch(`${server.url}${script}`);
    expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(file.headers.get('cache-control')).toContain('immutable');
    const etag = answer.headers.get('etag') ?? '';
    const again = await fetch(`${server.url}/`, { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect((await fetch(`${server.url}/nothing-here`)).status).toBe(404);
    expect((await fetch(`${server.url}/assets/..%2f..%2fpackage.json`)).status).toBe(404);
  });

  test('is a whole page also while it asks who is here', async () => {
    let answer = () => {};
    const asked = new Promise<void>((done) => {
      answer = done;
    });
    await page.route('**/auth/session', (route) => asked.then(() => route.continue()));
    await page.goto(server.url);
    await page.getByRole('status').filter({ hasText: 'Signing in' }).waitFor();
    expect(await violations(page)).toEqual([]);
    answer();
    await page.getByLabel('Your key').waitFor();
    await page.unroute('**/auth/session');
  });

  test('refuses a wrong key in words and asks again', async () => {
    await page.goto(server.url);
    await page.getByLabel('Your key').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Your key').fill('qk_abcdefghij_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toContain('not valid');
  });

  test('somebody without a key sees why the button cannot be pressed, and pressing it does nothing', async () => {
    await expect.poll(async () => (await pending()).length).toBe(1);
    await page.getByRole('button', { name: 'Look around without a key' }).click();
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.waitFor();
    expect(await approve.getAttribute('aria-disabled')).toBe('true');
    const reason = page.locator(`[id="${await approve.getAttribute('aria-describedby')}"]`);
    expect(await reason.textContent()).toMatch(/approval:decide/);
    await approve.click({ force: true });
    expect(await pending()).toHaveLength(1);
    await page.getByRole('button', { name: 'Sign in with a key' }).click();
  });

  test('a person approves with nothing but a keyboard, watches the training, and sees what was planned and done', async () => {
    await page.goto(server.url);
    await tabTo(/^Your key$/);
    await page.keyboard.type(server.key);
    await page.keyboard.press('Enter');
    const card = page.getByRole('article');
    await card.waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await tabTo(/^Skip to content$/);
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('page-title');
    expect(await card.textContent()).toContain(join(server.data, 'studies', 'valley-raised-dam'));
    expect(await card.textContent()).toContain('cobre/run');
    expect(await card.textContent()).toContain('0 of 1 approvals');
    await tabTo(/^Your reason$/);
    await page.keyboard.type(rationale);
    await tabTo(/^Approve$/);
    await page.keyboard.press('Enter');
    await tabTo(/^See the run$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('page-title');
    await page.getByRole('img', { name: /^Convergence: after/ }).waitFor();
    await page.getByText('Succeeded', { exact: true }).first().waitFor({ timeout: 60_000 });
    await page.getByLabel('Effect of train').getByText('Done exactly as planned').waitFor();
    const trace = page.locator('.trace-line');
    expect(await trace.filter({ hasText: 'waits for approval' }).getByRole('link').count()).toBe(1);
    expect(await trace.filter({ hasText: 'cobre/run' }).textContent()).toMatch(/after .*, .*, evidence \d+/);
    // One scale for all: a bar means the same time in every line, and none leaves its track.
    const tracks = await page.locator('.trace-track').evaluateAll((all) =>
      all.map((track) => {
        const [whole, bar] = [track, track.firstElementChild as Element].map((each) => each.getBoundingClientRect());
        return {
          width: whole?.width,
          inside: (bar?.right ?? 0) <= (whole?.right ?? 0) + 0.5 && bar?.top === whole?.top,
        };
      }),
    );
    expect(new Set(tracks.map(({ width }) => width)).size).toBe(1);
    expect(tracks.every(({ inside }) => inside)).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  test('a denial needs a reason, and says so', async () => {
    await startRun();
    await visit(page, '/approvals');
    await page.getByText('Say why first.').waitFor();
    await page.getByLabel('Your reason').fill('Not this year.');
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByText('Denied.', { exact: false }).first().waitFor();
    await expect.poll(async () => (await pending()).length).toBe(0);
  });

  test('whoever answers a request for changes cannot approve the answer; the run can be cancelled', async () => {
    const { runId } = await startRun();
    await expect.poll(async () => (await pending()).length).toBe(1);
    const [asked] = await pending();
    await visit(page, '/approvals');
    // By its id: the one that was just denied may still be in the queue.
    await page.locator(`a.row[href*="${asked?.approvalId}"]`).click();
    await page.getByLabel('Your reason').fill('The valley as it is, please.');
    await page.getByRole('button', { name: 'Request changes' }).click();
    const revised = page.getByLabel('New arguments by step');
    await revised.fill((await revised.inputValue()).replace('valley-raised-dam', 'valley'));
    await page.getByRole('button', { name: 'Propose this instead' }).click();
    await page.getByText('Whoever asked for this, or acts for them, cannot approve it.').waitFor();
    await page.getByRole('region', { name: 'Arguments of cobre/run' }).getByText('studies/valley"').waitFor();
    await visit(page, `/runs/${runId}`);
    await page.getByRole('button', { name: 'Cancel this run' }).click();
    await page.getByLabel('Why should it end?').fill('Nobody else is here.');
    await page.getByRole('button', { name: 'End the run' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
  });

  test('agents appear with their liveness, and a work item is finished by a person, without a reload', async () => {
    await visit(page, '/agents');
    await page.getByText('No agent is registered.').waitFor();
    await server.rest('/agents', { machineId: 'desk', agentId: 'planner', displayName: 'Planner' });
    await server.rest('/agents/planner/heartbeat', { status: 'degraded' });
    await page
      .getByRole('row', { name: /Planner/ })
      .getByText('Degraded')
      .waitFor();
    await visit(page, '/work-items');
    await server.rest('/work-items', { title: 'Read the gauge at the dam' });
    const item = page.getByRole('row', { name: /Read the gauge/ });
    await item.getByText('Finish it').click();
    await item.getByLabel('What you did').fill('It said 312.4 m.');
    await item.getByRole('button', { name: 'Done' }).click();
    await item.getByText('Resolved').waitFor();
  });

  test('a tool of another server is reviewed as it is shown, and is no longer among those that nobody has looked at', async () => {
    interface Tools {
      readonly items: readonly { readonly server: string; readonly tool: string; readonly reviewed: boolean }[];
    }
    const { items } = await server.rest<Tools>('/tools', undefined, server.key);
    const { server: other = '', tool = '' } = items.find(({ reviewed }) => !reviewed) ?? {};
    await visit(page, '/tool-review');
    const card = page
      .locator('section.card')
      .filter({ has: page.getByRole('heading', { name: `${tool} of ${other}`, exact: true }) });
    await page.getByLabel(/^Search \d+ tools$/).fill(`no such tool as ${tool}`);
    await page.getByText('No tool has these words.').waitFor();
    await page.getByLabel(/^Search \d+ tools$/).fill(`${other}/${tool}`);
    await card.getByText('Unreviewed').waitFor();
    await card.getByLabel('What it does').selectOption('ReadOnly');
    await card.getByRole('button', { name: 'I have looked at it' }).click();
    await card.waitFor({ state: 'detached' });
    const after = await server.rest<Tools>('/tools', undefined, server.key);
    expect(after.items.find((each) => each.server === other && each.tool === tool)).toMatchObject({
      reviewed: true,
      class: 'ReadOnly',
    });
    await page.getByLabel('Show reviewed tools too').check();
    await card.getByText('Reviewed', { exact: true }).waitFor();
  });

  test('a schedule is made, paused and removed from its page, and says why it is refused', async () => {
    await visit(page, '/schedules');
    await page.getByText('Nothing starts by itself.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('yearly');
    await page.getByLabel('Minute, hour, day, month, weekday').fill('0 0 31 2 *');
    await page.getByLabel('Time zone').fill('Europe/London');
    const save = page.getByRole('button', { name: 'Save the schedule' });
    for (const box of await page.locator('.card input[aria-required="true"]').all())
      if ((await box.inputValue()) === '') await box.fill('studies/valley');
    await save.click();
    await page.getByRole('alert').getByText('names no day that will ever come').waitFor();
    await page.getByLabel('Minute, hour, day, month, weekday').fill('0 6 1 1 *');
    await save.click();
    const row = page.getByRole('row', { name: /yearly/ });
    await row.getByText('Europe/London').waitFor();
    expect(await violations(page)).toEqual([]);
    await row.getByRole('button', { name: 'Pause yearly' }).click();
    await row.getByText('paused').waitFor();
    await row.getByRole('button', { name: 'Resume yearly' }).click();
    await row.getByRole('button', { name: 'Pause yearly' }).waitFor();
    await row.getByRole('button', { name: 'Remove yearly' }).click();
    await page.getByText('Nothing starts by itself.').waitFor();
  });

  test('evidence is verified by the browser itself', async () => {
    await visit(page, '/evidence');
    await page.locator('[data-verdict="verified"]').waitFor();
    expect(await page.locator('[data-verdict="verified"]').textContent()).toMatch(/\d+ entries, every hash/);
  });

  test('a study shows its bounds, storage, dispatch and prices, its cuts, and how it compares', async () => {
    await visit(page, '/studies/valley');
    const plant = ['Convergence', 'Storage', 'Hydro dispatch', 'Thermal dispatch', 'Marginal cost'];
    const planning = ['Stored energy', 'Price bands', 'Deficit risk', 'Thermal classes'];
    for (const name of [...plant, ...planning])
      await page.getByRole('img', { name: new RegExp(`^${name}: `) }).waitFor();
    const drawn = await page.locator('canvas').evaluateAll((canvases) =>
      canvases.map((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const pixels = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        return pixels.some((value) => value !== 0);
      }),
    );
    expect(drawn).toEqual(new Array(9).fill(true));
    for (const unit of ['(hm³ at the end of the month)', '(MWh in the month)'])
      await page.getByText(unit).first().waitFor();
    await page.getByRole('heading', { name: 'Policy cuts' }).waitFor();
    await page.getByRole('cell').first().waitFor();
    await visit(page, '/studies');
    await page.getByText(/than the first/).waitFor();
  });

  test('the tools of each server are counted, and a long list is jumped through', async () => {
    await visit(page, '/tools');
    const last = page.getByRole('navigation', { name: 'Servers' }).getByRole('button').last();
    const owner = (await last.textContent()) ?? '';
    const tools = page.getByRole('region', { name: `Tools of ${owner}` });
    const heading = tools.getByRole('heading');
    expect(await heading.textContent()).toBe(`${owner} (${await tools.getByRole('listitem').count()})`);
    await last.click();
    expect(await heading.evaluate((place) => place === document.activeElement)).toBe(true);
    expect(await violations(page)).toEqual([]);
  });

  test('a tool is called from its form, and its answer is shown', async () => {
    await visit(page, '/tools/cobre/cobre%2Fvalidate');
    await page.getByRole('button', { name: 'Call it' }).click();
    await page.getByText('case_dir is needed.').waitFor();
    await page.getByLabel(/^case_dir/).fill('valley');
    await page.getByRole('button', { name: 'Call it' }).click();
    await page.locator('[data-answer="ok"]').waitFor();
    expect(await page.locator('[data-answer="ok"]').textContent()).toContain('"valid": true');
    await page.getByLabel(/^case_dir/).fill('/somewhere/else');
    await page.getByRole('button', { name: 'Call it' }).click();
    await page.locator('[data-answer="refused"]').waitFor();
  });

  test.each(sampled('pages of the console that axe looks at', places, 3))(
    'axe finds nothing on %s, light, dark and on a phone, which it fits',
    async (place) => {
      await visit(page, place);
      expect(await lookedAt(page)).toEqual(nothingWrong);
    },
  );

  test('the list of pages that axe goes through is the menu', async () => {
    const menu = await page.locator('#menu a').evaluateAll((links) => links.map((a) => a.getAttribute('href')));
    expect(menu.map((href) => href?.slice(1))).toEqual(places.slice(0, menu.length));
  });

  test('dark is dark and light is light', async () => {
    const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const brightness = (rgb: string) =>
      (rgb.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(brightness(await paper())).toBeLessThan(150);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(brightness(await paper())).toBeGreaterThan(600);
  });

  test('on a phone the menu opens, and a decision can be read and made', async () => {
    const phone = await openPage(opened.browser, { viewport: { width: 360, height: 740 }, hasTouch: true });
    await startRun();
    await enter(phone, server.url, server.key);
    expect(phone.url()).not.toContain('key');
    await phone.getByRole('button', { name: 'Approve' }).waitFor();
    await phone.getByRole('button', { name: 'Menu' }).tap();
    await phone.getByRole('link', { name: 'Runs' }).tap();
    await phone.getByRole('heading', { name: 'Runs' }).waitFor();
    expect(await violations(phone)).toEqual([]);
    await phone.context().close();
  });

  test('says when the server is gone, comes back by itself, and shows what happened since', async () => {
    await visit(page, '/runs');
    const rows = () => page.getByRole('table').getByRole('row').count();
    const before = await rows();
    await server.stop('SIGKILL');
    await page.locator('[data-line="reconnecting"]').waitFor();
    await server.start();
    await page.locator('[data-line="live"]').waitFor();
    await startRun();
    await expect.poll(rows).toBe(before + 1);
  });

  test('names the entry when somebody changed the evidence in the database', async () => {
    await server.stop('SIGTERM');
    const file = join(server.data, 'portarium.db');
    const bytes = readFileSync(file, 'latin1');
    expect(bytes).toContain(rationale);
    writeFileSync(file, bytes.replaceAll(rationale, rationale.replace('water', 'money')), 'latin1');
    await server.start();
    await visit(page, '/evidence');
    const broken = page.locator('[data-verdict="broken"]');
    await broken.waitFor();
    const entry = page.locator('li[data-seq]', { hasText: 'was changed' });
    const seq = await entry.getAttribute('data-seq');
    expect(await entry.textContent()).toContain('Approval decided');
    expect(await broken.textContent()).toContain(`Entry ${seq} was changed`);
  });

  test('nothing on the way broke the policy, asked another server or threw', () => {
    expect(complaints).toEqual([]);
  });
});
