/** A study from somebody's disk to an exported answer, all of it on the page, in a real browser against a real server. */
import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { type Zippable, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallDeck } from '../../cobre/test/newave/small-deck.js';
import { chromiumIsAbsent, complaints, enter, openPage, violations, visit } from './support/browser.js';
import { inBrowser } from './support/in-browser.js';

const demo = join(import.meta.dirname, '../../quadrivium/demo/valley');

describe.skipIf(chromiumIsAbsent)('studies on the page (needs chromium: apt-get install chromium)', () => {
  const opened = inBrowser({ at: '/studies', page: { acceptDownloads: true } });
  const { server } = opened;
  let page: Page;
  let folder: string;
  beforeAll(async () => {
    page = opened.page;
    folder = await mkdtemp(join(tmpdir(), 'quadrivium-uploads-'));
    await cp(demo, join(folder, 'my-valley'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The demonstration as an archive, with some files changed. */
  function archive(changes: Zippable = {}): Buffer {
    const names = readdirSync(demo, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = names.map(({ parentPath, name }) => join(parentPath, name));
    const found = Object.fromEntries(files.map((file) => [relative(demo, file), readFileSync(file)]));
    return Buffer.from(zipSync({ ...found, ...changes }));
  }

  async function choose(name: string, buffer: Buffer): Promise<void> {
    await visit(page, '/agents');
    await visit(page, '/studies');
    await page.getByRole('button', { name: 'Bring in a study' }).click();
    await page.getByLabel('A ZIP archive').setInputFiles({ name, mimeType: 'application/zip', buffer });
    await page.getByRole('button', { name: 'Upload' }).click();
  }

  test('without a choice the button says what is missing; a folder is uploaded, validated and opened', async () => {
    await page.getByRole('button', { name: 'Bring in a study' }).click();
    await page.getByText('Choose an archive or a folder first.').waitFor();
    await page.getByLabel('Or a folder').setInputFiles(join(folder, 'my-valley'));
    expect(await page.getByLabel('Name of the study').inputValue()).toBe('my-valley');
    await page.getByRole('button', { name: 'Upload' }).click();
    await page.getByText('Valid', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open my-valley' }).click();
    await page.getByText('It has not been trained yet.').waitFor();
    expect(await readFile(join(server.data, 'studies/my-valley/config.json'), 'utf8')).toBe(
      await readFile(join(demo, 'config.json'), 'utf8'),
    );
  });

  test('what is wrong with a case stands beside the file that it is about, and the case can be looked at', async () => {
    const hydros = JSON.parse(readFileSync(join(demo, 'system/hydros.json'), 'utf8'));
    hydros.hydros[0].bus_id = 77;
    await choose(
      'wrong.zip',
      archive({
        'wrong/system/hydros.json': new Uint8Array(),
        'system/hydros.json': Buffer.from(JSON.stringify(hydros)),
      }),
    );
    await page.getByText('Not valid', { exact: true }).waitFor();
    const beside = page.locator('[data-file="system/hydros.json"]');
    expect(await beside.textContent()).toMatch(/error.*77/s);
    expect(await beside.textContent()).not.toContain('system/hydros.json: ');
    expect(await page.getByText('Left out: wrong/system/hydros.json').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
  });

  test.each<[string, string, () => Buffer, RegExp]>([
    [
      'a path that climbs out',
      'climbs.zip',
      () => archive({ '../../x.json': Buffer.from('{}') }),
      /no name of a file below/,
    ],
    ['a bomb', 'bomb.zip', () => archive({ 'x.json': new Uint8Array(70 * 1024 * 1024) }), /at most/],
    ['no archive at all', 'cat.zip', () => Buffer.from('meow'), /no ZIP archive/],
    ['more than is sent', 'large.zip', () => Buffer.alloc(17 * 1024 * 1024), /at most 16 MB/],
  ])('%s is refused in words on the page', async (_, name, made, words) => {
    await choose(name, made());
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(words);
    expect(await page.getByRole('link', { name: /^Open/ }).count()).toBe(0);
  });

  test('it is trained while its bounds are watched, and then asked, drawn and exported with nothing but a keyboard', async () => {
    await visit(page, '/studies/my-valley');
    await page.getByRole('button', { name: 'Train and simulate' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('img', { name: /^Convergence: after/ }).waitFor();
    await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
    await page.getByLabel('From month').focus();
    // From “the first” to the third month, and from “the last” to the fourth.
    for (let month = 0; month < 3; month += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    for (let month = 0; month < 4; month += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // 100 scenarios at two stages of one block each.
    await page.getByText('50 of 200 rows').waitFor();
    await page
      .frameLocator('iframe')
      .getByRole('img', { name: /by stage/ })
      .waitFor();
    expect(await page.getByRole('cell', { name: 'Clearwater' }).count()).toBe(50);
    expect(await page.getByRole('cell', { name: '2030-03', exact: true }).count()).toBe(50);
    await page.getByRole('columnheader', { name: 'Storage final (hm³)', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    for (const format of ['csv', 'parquet']) {
      await page.getByLabel('Format').selectOption(format);
      const coming = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export all rows' }).focus();
      await page.keyboard.press('Enter');
      const download = await coming;
      expect(download.suggestedFilename()).toBe(`hydros.stages-2-3.${format}`);
      const given = await readFile(await download.path());
      const kept = join(server.data, 'studies/my-valley/output/exports', basename(download.suggestedFilename()));
      expect(given.equals(await readFile(kept))).toBe(true);
      await page.getByText(`hydros.stages-2-3.${format}: 200 rows`, { exact: false }).waitFor();
    }
  });

  test('the page is saved as one file that needs nothing else and names what it shows', async () => {
    await visit(page, '/studies/my-valley');
    await page.getByRole('img', { name: /^Marginal cost/ }).waitFor();
    const coming = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as a report' }).click();
    const download = await coming;
    expect(download.suggestedFilename()).toBe('my-valley.html');
    const report = await openPage(opened.browser, { javaScriptEnabled: false });
    await report.setContent(await readFile(await download.path(), 'utf8'));
    expect(await report.getByRole('heading', { level: 1 }).textContent()).toBe('my-valley');
    const pictures = report.getByRole('img');
    // Bounds, and storage, hydro, thermal and prices of the scenarios at least.
    expect(await pictures.count()).toBeGreaterThanOrEqual(5);
    for (const picture of await pictures.all())
      expect(await picture.getAttribute('src')).toMatch(/^data:image\/png;base64,.{500}/);
    await report.getByText('Numbers of “Storage”').waitFor({ state: 'attached' });
    // A row for each of twelve stages, and their head.
    expect(await report.getByRole('table', { name: 'Storage', includeHidden: true }).locator('tr').count()).toBe(13);
    expect(await report.locator('script, button, input, select, iframe, [href]').count()).toBe(0);
    await report.context().close();
    // The folds of the page are as they were.
    expect(await page.locator('figure.chart details[open]').count()).toBe(0);
  });

  test('an official deck is brought in, imported as it was chosen, and opened', async () => {
    const deck = Object.fromEntries([...smallDeck()].map(([name, bytes]) => [name, bytes]));
    await choose('pmo-small.zip', Buffer.from(zipSync(deck)));
    await page.getByText(/^A deck with \d+ files is here\./).waitFor();
    await page.getByLabel('How the hydros are told').selectOption('ree');
    await page.getByRole('button', { name: 'Make a study of this deck' }).click();
    await page.getByText(/stages, .* hydros/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open pmo-small' }).click();
    await page.getByText('It has not been trained yet.').waitFor();
    expect(await server.tool('cobre', 'cobre/validate', { case_dir: 'pmo-small' })).toMatchObject({ valid: true });
  });

  test('two runs stand side by side: bounds, storage and prices of each, subsystem by subsystem', async () => {
    await visit(page, '/studies');
    await page.getByLabel('First').selectOption('my-valley');
    await page.getByLabel('Second').selectOption('valley');
    await page.getByRole('img', { name: /^Stored energy: .*my-valley ends at .*valley ends at/ }).waitFor();
    await page.getByRole('img', { name: /^Price: / }).waitFor();
    await page.getByLabel('Subsystem').selectOption('Valley');
    expect(await violations(page)).toEqual([]);
  });

  test('runs of different systems are said to be different, by the names of their studies and without names of fields', async () => {
    await server.tool('cobre', 'cobre/create-case', { case_dir: 'steps', template: 'cascade' });
    await server.tool('cobre', 'cobre/run', { case_dir: 'steps' });
    await visit(page, '/agents');
    await visit(page, '/studies');
    await page.getByLabel('First', { exact: true }).selectOption('my-valley');
    await page.getByLabel('Second', { exact: true }).selectOption('steps');
    const note = await page.getByText('studies of different systems or horizons').textContent();
    expect(note).toMatch(/my-valley 1 state variable, steps \d+ state variables/);
    expect(note).not.toContain('state_dimension');
  });

  test('a training goes on when its page is loaded anew, and is stopped from another page', async () => {
    const long = join(server.data, 'studies/long');
    await cp(demo, long, { recursive: true });
    const config = JSON.parse(await readFile(join(long, 'config.json'), 'utf8'));
    config.training.stopping_rules = [{ type: 'iteration_limit', limit: 100_000 }];
    await writeFile(join(long, 'config.json'), JSON.stringify(config));
    await visit(page, '/studies/long');
    await page.getByRole('button', { name: 'Train and simulate' }).click();
    await page.getByText(/^Iteration \d+ of at most/).waitFor();
    await page.reload();
    await page.getByText(/^Iteration \d+ of at most/).waitFor();
    const other = await page.context().newPage();
    await enter(other, server.url, server.key, '/studies/long');
    await other.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText('Stopped: somebody asked it to').waitFor();
    await other.close();
  });

  test('a name that is taken or too long is said before anything is sent; a study that is not there says so', async () => {
    await visit(page, '/studies');
    await page.getByRole('button', { name: 'Bring in a study' }).click();
    await page.getByLabel('Or a folder').setInputFiles(join(folder, 'my-valley'));
    await page.getByText('There is a study of this name; choose another one.').waitFor();
    await page.getByLabel('Name of the study').fill('n'.repeat(81));
    await page.getByText('A name has at most 80 letters.').waitFor();
    await visit(page, '/studies/gone');
    await page.getByText('There is no study gone.').waitFor();
  });

  test('somebody without a key is told beforehand that this needs one', async () => {
    const guest = await openPage(opened.browser, { viewport: { width: 390, height: 844 } });
    await guest.goto(server.url);
    await guest.getByRole('button', { name: 'Look around without a key' }).click();
    await visit(guest, '/studies');
    await guest.getByRole('button', { name: 'Bring in a study' }).click();
    await guest.getByText('This needs a key that may do more than read.').waitFor();
    await guest.context().close();
  });

  test('nothing on the way broke the policy, asked another server or threw', () => {
    expect(complaints).toEqual([]);
  });
});
