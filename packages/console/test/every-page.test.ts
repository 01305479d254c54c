/** Pages as people meet them: with nothing in them yet they say what to do, and with something they speak of names. */
import { afterAll, describe, expect, test } from 'vitest';
import { chromiumIsAbsent, complaints, violations, visit } from './support/browser.js';
import { inBrowser } from './support/in-browser.js';

/** An id that a server drew: a kind of thing and 26 letters of a clock and of chance. */
const drawnId = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/;

describe.skipIf(chromiumIsAbsent)('pages of an empty server (need chromium: apt-get install chromium)', () => {
  const opened = inBrowser({ at: '/approvals', flags: ['--no-demo'] });

  test.each([
    ['approvals', 'Nothing waits for a decision.', /Start a governed run/],
    ['runs', 'Nothing has run yet.', /Start a workflow/],
    ['runs?start', 'There is no workflow in this workspace.', /portarium .*workflow apply FILE/],
    ['schedules', 'Nothing starts by itself.', /cron/],
    ['schedules', 'There is no workflow in this workspace.', /portarium .*workflow apply FILE/],
    ['agents', 'No agent is registered.', /portarium_agent_register/],
    ['policies', 'No policy is saved.', /portarium policy apply FILE/],
    ['work-items', 'Nobody is asked to do anything.', /start one on Runs/],
    ['studies', 'There is no case here.', /Bring in a case or a NEWAVE deck.*Make the example/],
    ['tools', 'Choose a tool.', /form/],
    ['notices', 'Nobody is told what waits.', /Tell somebody/],
    ['people', 'No passkey is registered.', /Register a passkey/],
    ['career', 'No posting is stored.', /Bring one in below/],
    ['career/claims', 'No claim waits to be confirmed.', /Bring in a resume/],
    ['career/outreach', 'Nobody has been written to.', /Write to somebody/],
    ['career/record', 'Nothing has been decided.', /Open an opportunity/],
  ])('%s says "%s" and what to do about it', async (place, says, todo) => {
    const { page } = opened;
    await visit(page, '/no-such-page');
    await visit(page, `/${place}`);
    await page.getByText(says).first().waitFor();
    expect(await page.locator('main').textContent()).toMatch(todo);
    expect(await violations(page)).toEqual([]);
  });

  test('studies begin with an example at one click', async () => {
    const { page } = opened;
    await visit(page, '/studies');
    await page.getByRole('button', { name: 'Make the example' }).click();
    await page.getByRole('heading', { name: 'example', exact: true }).waitFor();
    await page.getByRole('button', { name: 'Train and simulate' }).waitFor();
  });

  afterAll(() => expect(complaints).toEqual([]));
});

describe.skipIf(chromiumIsAbsent)('pages of a workspace at work (need chromium: apt-get install chromium)', () => {
  const opened = inBrowser({ at: '/approvals' });
  const shown = () => opened.page.locator('main').innerText();

  test('a run is called after its workflow, paused, resumed and followed to its end; its id is there on demand', async () => {
    const { page, server } = opened;
    const [run] = (await server.rest<{ items: { runId: string }[] }>('/runs')).items;
    await visit(page, '/runs');
    await page.getByRole('link', { name: 'Study a change under approval' }).click();
    await page.getByRole('heading', { level: 1, name: 'Study a change under approval' }).waitFor();
    expect(await page.getByRole('button', { name: 'Copy id of this run' }).getAttribute('title')).toBe(run?.runId);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'Somebody has to look' }).waitFor();
    await page.getByLabel('Why it may go on').fill('Looked at, and it is fine.');
    await page.getByRole('button', { name: 'Let it go on' }).click();
    await page.getByRole('heading', { name: 'Somebody has to look' }).waitFor({ state: 'detached' });
    expect(await shown()).not.toMatch(drawnId);
    await page
      .getByRole('link', { name: /approv/i })
      .first()
      .click();
    await page.getByLabel('Your reason').fill('A higher dam is worth a study.');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('link', { name: 'See the run' }).click();
    await page.getByText('Succeeded', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Run it again with the same input' }).click();
    await page.getByText('Waits for', { exact: true }).waitFor();
    expect(page.url()).not.toContain(run?.runId);
  });

  test('a run that failed goes on from its failed step, and what it had done is not done again', async () => {
    const { page, server } = opened;
    // By their names, as the form of the page asks for them.
    const parameters = { case_dir: 'valley-raised-dam', baseline_dir: 'nowhere' };
    const { runId } = await server.rest<{ runId: string }>('/runs', { workflowId: 'governed-study', parameters });
    await visit(page, `/runs/${runId}`);
    await page.getByRole('link', { name: /May this study be trained/ }).click();
    await page.getByLabel('Your reason').fill('A higher dam is worth a study.');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('link', { name: 'See the run' }).click();
    const goOn = page.getByRole('button', { name: 'Go on from the failed step “compare”' });
    await goOn.waitFor();
    expect(await violations(page)).toEqual([]);
    await goOn.click();
    await page.getByText('Goes on for', { exact: true }).waitFor();
    expect(page.url()).not.toContain(runId);
    await page.locator('li.step.Succeeded', { hasText: 'train' }).first().waitFor();
    await page.getByRole('link', { name: 'Another run' }).click();
    await page.getByText('Goes on as', { exact: true }).waitFor();
    expect(page.url()).toContain(runId);
    expect(await goOn.count()).toBe(0);
  });

  test.each(['/approvals', '/approvals?show=all', '/runs', '/schedules', '/evidence', '/agents', '/work-items'])(
    '%s shows names and no drawn id',
    async (place) => {
      await visit(opened.page, place);
      await expect.poll(shown).not.toMatch(/…/);
      expect(await shown()).not.toMatch(drawnId);
    },
  );

  test('evidence of one run names it, and leads to it and back to all', async () => {
    const { page, server } = opened;
    const { items } = await server.rest<{ items: { runId: string }[] }>('/runs');
    await visit(page, `/evidence?run=${items.at(-1)?.runId}`);
    await page.locator('[data-verdict="verified"]').waitFor();
    await page.getByRole('link', { name: 'Study a change under approval' }).first().waitFor();
    expect(await shown()).not.toMatch(drawnId);
    const verified = async () =>
      Number(/Verified: (\d+)/.exec((await page.locator('[data-verdict]').textContent()) ?? '')?.[1]);
    const ofRun = await verified();
    await page.getByRole('link', { name: 'The whole workspace' }).click();
    await expect.poll(verified).toBeGreaterThan(ofRun);
  });

  test('evidence says how long it is kept, and what would go now', async () => {
    const { page, server } = opened;
    await visit(page, '/evidence');
    await page.getByText('Everything is kept for ever.', { exact: false }).waitFor();
    const saved = await fetch(`${server.url}/portarium/v1/workspaces/demo/retention`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${server.key}` },
      body: JSON.stringify({ succeededDays: 90, evidenceDays: 400 }),
    });
    expect(saved.status).toBe(200);
    await page.reload();
    await page.getByText('400 days').waitFor();
    await page.getByRole('button', { name: 'See what would go now' }).click();
    await page.getByText(/^0 runs, 0 events and 0 entries of evidence would go/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('a run has its name however many came after it', async () => {
    const { page, server } = opened;
    const { items } = await server.rest<{ items: { runId: string }[] }>('/runs');
    const oldest = items.at(-1)?.runId;
    const parameters = { case_dir: 'nowhere', baseline_dir: 'nowhere' };
    for (let count = 0; count < 101; count += 1)
      await server.rest('/runs', { workflowId: 'governed-study', parameters });
    await visit(page, `/evidence?run=${oldest}`);
    await page.getByRole('link', { name: 'Study a change under approval' }).first().waitFor();
    expect(await shown()).not.toMatch(drawnId);
  });

  afterAll(() => expect(complaints).toEqual([]));
});
