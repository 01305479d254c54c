/** A job seeker at the console, in a real browser against a real server. The tests tell one story in order. */
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumIsAbsent, complaints, enter, openBrowser, openPage, violations, visit } from './support/browser.js';
import { RunningServer } from './support/running-server.js';

const resume = `# Ada Example

ada@example.org

## Experience

### Platform Engineer, Northwind Ltd (2015-04 – 2024-03)
- Ran 40 Kubernetes clusters for three banks
- Wrote Terraform modules for AWS

## Languages
German (C1)
`;

const resumeOfAnother = `# Zoe

## Experience

### Vet, Hoof Ltd (2019-01 – 2022-02)
- Ran a stable of 20 horses
`;

const posting = `Site Reliability Engineer
Company: Fabrikam
Location: Leeds, United Kingdom
Salary: £70,000 - £85,000 per year

Requirements:
- 5+ years of experience with Kubernetes
- Terraform
- Surgery

Nice to have:
- Azure
`;

const page2 = `<html><body><h1>Data Analyst</h1><p>Company: Adatum</p><p>Location: Berlin, Germany</p>
<h2>Requirements</h2><ul><li>Kubernetes</li><li>Tableau</li></ul></body></html>`;

const nothingAsked = 'Friendly Place\nCompany: Emptiness\n\nWe are nice people and have a table football.\n';

/** What nobody should have to read: an id that the server made, or one that a demonstration brought. */
const rawId =
  /\b(?:atom|opp|contact|interaction|decision|trace|resume|reminder|document|evt)-[0-9a-z]{3,}|demo-opportunity/;

/**
 * All text of a page, that of closed folds and lists too. Two kinds of folds are left out: the ids of a decision for those
 * who ask, and the events of the record word for word, which would be no evidence with anything taken out.
 */
function textWithin(page: Page): Promise<string> {
  return page.locator('main').evaluate((main) => {
    const forIds = (element: Element) =>
      /^(Ids and hashes|Content of event \d+)$/.test(
        element.closest('details')?.querySelector('summary')?.textContent ?? '',
      );
    const ownText = (element: Element) =>
      [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : '')).join('');
    const shown = [main, ...main.querySelectorAll('*')].filter((element) => !forIds(element));
    return shown.map(ownText).join('\n');
  });
}

describe.skipIf(chromiumIsAbsent)('the career pages (need chromium: apt-get install chromium)', () => {
  const server = new RunningServer();
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [browser] = await Promise.all([openBrowser(), server.start()]);
    page = await openPage(browser, { viewport: { width: 1280, height: 860 } });
    await enter(page, server.url, server.key, '/career/claims');
  }, 180_000);
  afterAll(async () => {
    await browser?.close();
    await server.remove();
  });

  const marksIn = (place: Locator) => place.locator('mark').allTextContents();
  const row = (name: RegExp) => page.getByRole('row', { name });
  const openShortlisted = async (name: RegExp) => {
    await visit(page, '/career');
    await page.getByRole('link', { name }).click();
    await page.getByText('Requirement by requirement').waitFor();
  };

  test('a resume is uploaded, and its claims are looked through, edited and confirmed at once', async () => {
    const file = { name: 'ada.md', mimeType: 'text/markdown', buffer: Buffer.from(resume) };
    await page.getByLabel(/^PDF, Word/).setInputFiles(file);
    await page.getByText('ada.md: 4 claims were read.').waitFor();
    const waiting = page.getByRole('listitem').filter({ has: page.locator('input[id^="choose-"]') });
    await waiting.filter({ hasText: 'Wrote Terraform' }).getByText('Platform Engineer').waitFor();
    const changed = waiting.filter({ hasText: 'German (C1)' });
    await changed.getByText('Edit', { exact: true }).click();
    await changed.getByLabel('What is true').fill('German (C2)');
    await changed.getByRole('button', { name: 'Save and confirm' }).click();
    await page.getByText('Confirmed German (C2)').waitFor();
    expect(await page.getByText('Choose what is true first.').count()).toBe(1);
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Choose none' }).waitFor();
    await page.getByRole('button', { name: /^Confirm \d+ chosen$/ }).click();
    await page.getByText(/^\d+ confirmed\.$/).waitFor();
    await page.getByText('No claim waits to be confirmed.').waitFor();
  });

  test('a claim gets other dates, one is written by hand, and one is taken away', async () => {
    const confirmed = (words: string) => page.getByRole('listitem').filter({ hasText: `Confirmed ${words}` });
    const terraform = confirmed('Wrote Terraform modules for AWS');
    await terraform.getByText('Edit', { exact: true }).click();
    await terraform.getByLabel('To', { exact: true }).fill('2023-12');
    await terraform.getByRole('button', { name: 'Save and confirm' }).click();
    await terraform.getByText('2015-04 to 2023-12').waitFor();
    await page.getByText('Write a claim yourself').click();
    await page.getByLabel('What you have done or can do').fill('Juggled five balls');
    await page.getByLabel('What it is', { exact: true }).selectOption('Skill');
    await page.getByRole('button', { name: 'Add it as confirmed' }).click();
    const juggling = confirmed('Juggled five balls');
    await juggling.getByText('Edit', { exact: true }).click();
    await juggling.getByRole('button', { name: 'Delete' }).click();
    await juggling.waitFor({ state: 'detached' });
  });

  test('name, languages and the conditions of work are said once and kept', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Ada Example');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByLabel('Language', { exact: true }).fill('Danish');
    await page.getByLabel('How well').selectOption('B2');
    await page.getByRole('button', { name: 'Add this language' }).click();
    await page.getByText(/^German \(C2\), Danish \(B2\)$|^Danish \(B2\), German \(C2\)$/).waitFor();
    await page.getByLabel('Where you would work').fill('Leeds; York');
    await page.getByLabel('How far you would travel').fill('15');
    await page.getByLabel('Where you may work').fill('GB');
    await page.getByLabel('Work from afar').selectOption('no');
    await page.getByLabel('Least pay').fill('60,000');
    await page.getByLabel('Currency').fill('gbp');
    await page.getByRole('button', { name: 'Save the conditions' }).click();
    await page.getByText('Your conditions are saved').waitFor();
    await page.reload();
    await page.getByLabel('Where you would work').waitFor();
    const { profile } = await server.career('get_profile', {});
    expect(profile).toMatchObject({
      name: 'Ada Example',
      places: ['Leeds', 'York'],
      commute_km: 15,
      work_rights: ['GB'],
      remote: 'no',
      least_pay: '60000 GBP year',
    });
    expect(await page.getByLabel('Least pay').inputValue()).toBe('60000');
    await page.getByLabel('Work from afar').selectOption('');
    await page.getByRole('button', { name: 'Save the conditions' }).click();
    await page.getByText('Your conditions are saved').waitFor();
    expect((await server.career('get_profile', {})).profile).not.toHaveProperty('remote');
    await page.getByLabel('Least pay').fill('a lot');
    await page.getByRole('button', { name: 'Save the conditions' }).click();
    await page.getByRole('alert').getByText('45000 GBP year', { exact: false }).first().waitFor();
    expect((await server.career('get_profile', {})).profile).toMatchObject({ least_pay: '60000 GBP year' });
  });

  test('postings come from files and from pasted text; one that says nothing is named and has no score', async () => {
    await visit(page, '/career');
    const chosen = page.getByLabel(/^Files: text/);
    await chosen.setInputFiles([
      { name: 'sre.txt', mimeType: 'text/plain', buffer: Buffer.from(posting) },
      { name: 'analyst.html', mimeType: 'text/html', buffer: Buffer.from(page2) },
    ]);
    await page.getByText('Site Reliability Engineer, Fabrikam: 4 requirements. Data Analyst, Adatum: 2').waitFor();
    await chosen.setInputFiles([{ name: 'again.txt', mimeType: 'text/plain', buffer: Buffer.from(posting) }]);
    await page.getByText('Site Reliability Engineer, Fabrikam was there already').waitFor();
    await page.getByLabel('Or the text of a posting').fill(nothingAsked);
    await page.getByRole('button', { name: 'Bring in this text' }).click();
    await page.getByText(/No requirements were found in the text/).waitFor();
    const empty = page.getByRole('listitem').filter({ hasText: 'Emptiness' });
    await empty.getByText('it cannot be ranked', { exact: false }).waitFor();
    await empty.getByText(/^0\s%/).waitFor();
  });

  test('the shortlist gives its reasons, and says which condition rules a job out', async () => {
    await visit(page, '/career');
    const site = page.getByRole('listitem').filter({ hasText: 'Site Reliability Engineer, Fabrikam' });
    await site.getByText('2 met, 1 partly, 1 missing').waitFor();
    await site.getByText(/^Why, for/).click();
    await site.getByText('“Ran 40 Kubernetes clusters for three banks”').waitFor();
    const analyst = page.getByRole('listitem').filter({ hasText: 'Data Analyst, Adatum' });
    await analyst.getByText('It is at none of the places where you would work.', { exact: false }).waitFor();
    await analyst.getByText(/^0\s%/).waitFor();
    const order = await page.locator('a.row-title').allTextContents();
    const at = (words: string) => order.findIndex((title) => title.includes(words));
    expect(at('Site Reliability Engineer')).toBeLessThan(at('Data Analyst'));
  });

  test('an opportunity shows each requirement beside its evidence, with the words of both marked', async () => {
    await openShortlisted(/Site Reliability Engineer/);
    const years = row(/5\+ years of experience with Kubernetes/);
    await years.getByText('Met', { exact: true }).waitFor();
    // Once in the words of the posting, once in those of the claim; the years were counted from the role.
    const marked = await marksIn(years);
    expect(marked.filter((words) => words === 'Kubernetes')).toHaveLength(2);
    expect(marked).toContain('5+ years');
    await years.getByText(/“5\+ years”: 9 years counted/).waitFor();
    const azure = row(/^Azure/);
    await azure.getByText('Nice to have').waitFor();
    await azure.getByText('Partly').waitFor();
    expect(await marksIn(azure)).toEqual(['Azure', 'AWS']);
    await azure.getByText('related, not the same', { exact: false }).waitFor();
    await row(/^Surgery/)
      .getByText('Missing')
      .waitFor();
    await row(/^Surgery/)
      .getByText('Nothing that is confirmed speaks of it.')
      .waitFor();
    await page.getByText('Its text, with what was read as a requirement marked').click();
    expect(await marksIn(page.getByRole('region', { name: 'Text of the posting' }))).toEqual([
      '5+ years of experience with Kubernetes',
      'Terraform',
      'Surgery',
      'Azure',
    ]);
  });

  test('and its conditions, with the words of the posting and what the person said', async () => {
    const place = row(/^Place/);
    await place.getByText('Met', { exact: true }).waitFor();
    expect(await marksIn(place)).toEqual(['Leeds', 'Leeds']);
    const pay = row(/^Pay/);
    expect(await marksIn(pay)).toEqual(['£70,000 - £85,000 per year', '60000 GBP year']);
    await pay.getByText('Up to 85000 GBP a year is paid.').waitFor();
    expect(await marksIn(row(/^Right to work/))).toEqual(['Leeds, United Kingdom', 'GB']);
    expect(await violations(page)).toEqual([]);
    await openShortlisted(/Data Analyst/);
    await row(/^Place/)
      .getByText('Rules it out')
      .waitFor();
    await page.getByText('A condition rules the job out.', { exact: false }).waitFor();
  });

  test('a CV is downloaded that verifies, each line with what vouches for it, and a changed one is found out', async () => {
    await openShortlisted(/Site Reliability Engineer/);
    await page.getByLabel('Format').selectOption('markdown');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Make and download' }).click();
    const bytes = readFileSync(await (await downloading).path());
    await page.getByText('CV as Markdown').waitFor();
    await page.getByText('Every line, and what vouches for it').click();
    await row(/^Wrote Terraform modules for AWS “/)
      .getByText('“Wrote Terraform modules for AWS”')
      .waitFor();
    await page.getByLabel('Format').selectOption('pdf');
    const printing = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Make and download' }).click();
    const pdf = readFileSync(await (await printing).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await visit(page, '/career/record');
    const check = async (name: string, buffer: Buffer) => {
      await page.getByLabel(/^A CV or letter/).setInputFiles({ name, mimeType: 'text/plain', buffer });
      return page.getByRole('status').filter({ hasText: name });
    };
    await (await check('cv.md', bytes)).getByText('Untouched').waitFor();
    await (await check('cv.pdf', pdf)).getByText('Untouched').waitFor();
    const forged = Buffer.from(bytes.toString().replace('Ran 40', 'Ran 400'));
    await (await check('forged.md', forged)).getByText('Altered').waitFor();
    await page.getByText('Changed: "Ran 40 Kubernetes clusters for three banks".', { exact: false }).waitFor();
  });

  test('a match is recorded, computed again, and shows its ids only to those who ask', async () => {
    await openShortlisted(/Site Reliability Engineer/);
    await page.getByRole('button', { name: 'Record this match as a decision' }).click();
    await page.getByText('Byte for byte what it was.').waitFor();
    expect(await textWithin(page)).not.toMatch(rawId);
    await page.getByText('Ids and hashes').click();
    await page.getByRole('region', { name: 'Ids and hashes' }).getByText('"decision_id"').waitFor();
  });

  test('outreach is begun, moved and given up on a board with names and dates, and the cooldown says until when', async () => {
    await visit(page, '/career/outreach');
    const start = async (whom: string) => {
      await page.getByLabel('Whom').selectOption(whom);
      if (whom === 'Somebody new') {
        await page.getByLabel('Name', { exact: true }).fill('Ina Recruiter');
        await page.getByLabel('Company', { exact: true }).fill('Fabrikam');
      }
      await page.getByLabel('What about').selectOption('Site Reliability Engineer, Fabrikam');
      await page.getByRole('button', { name: 'Start it' }).click();
    };
    const column = (name: string) => page.getByRole('region', { name, exact: true });
    const card = (name: string) => column(name).getByRole('listitem').filter({ hasText: 'Ina Recruiter' });
    await start('Somebody new');
    await card('Draft').getByText('Site Reliability Engineer, Fabrikam').waitFor();
    await card('Draft')
      .getByText(/^begun \d+ \w+ \d{4}/)
      .waitFor();
    await start('Ina Recruiter');
    await expect.poll(() => card('Draft').count()).toBe(2);
    const step = (from: string, words: string) => card(from).first().getByRole('button', { name: words }).click();
    await step('Draft', 'It is ready to be sent');
    await page.getByText('Now: Ready.').waitFor();
    await step('Ready', 'I have sent it');
    await page.getByText('Now: Sent.').waitFor();
    await step('Draft', 'It is ready to be sent');
    await page.getByText('Now: Ready.').waitFor();
    await step('Ready', 'I have sent it');
    const refused = /^Refused: Ina Recruiter was written to within the cooldown\. Wait until \d+ \w+ \d{4}\.$/;
    await page.getByText(refused).waitFor();
    await card('Ready').waitFor();
    // The cooldown is two weeks where nobody says otherwise; a third outreach is not even begun.
    const days = (await page.getByText(refused).textContent())?.match(/until (.*)\.$/)?.[1] ?? '';
    expect(Math.round((Date.parse(`${days} UTC`) - Date.now()) / 86_400_000)).toBeGreaterThanOrEqual(13);
    await start('Ina Recruiter');
    await expect.poll(() => page.getByText(refused).count()).toBe(2);
    await step('Ready', 'Give it up');
    await page.getByText('Now: Closed.').waitFor();
    await card('Closed').waitFor();
    await step('Sent', 'An answer came');
    await card('Responded').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  test('dates are kept, an overdue one says so, and a calendar of them is one that other programs read', async () => {
    await visit(page, '/career/outreach');
    await page.getByText('Add a date').click();
    await page.getByLabel('Remind me to').fill('Ask Ina again');
    await page.getByLabel('On', { exact: true }).fill('2020-02-03');
    await page.getByRole('button', { name: 'Remind me' }).click();
    const due = page.getByRole('listitem').filter({ hasText: 'Ask Ina again' });
    await due.getByText('Overdue').waitFor();
    await due.getByText('3 Feb 2020').waitFor();
    await openShortlisted(/Site Reliability Engineer/);
    await page.getByLabel('What happened').selectOption('They made an offer');
    await page.getByLabel('On (today when empty)').fill('2026-01-02');
    await page.getByRole('button', { name: 'Record it' }).click();
    await page.getByText('2 Jan 2026: They made an offer').waitFor();
    await page.getByLabel('What it is').selectOption('Interview');
    await page.getByLabel('Remind me to').fill('Meet the team');
    await page.getByLabel('On', { exact: true }).fill('2099-03-04');
    await page.getByLabel(/^At/).fill('14:30');
    await page.getByRole('button', { name: 'Remind me' }).click();
    await page.getByText('on 4 Mar 2099', { exact: false }).waitFor();
    await visit(page, '/career/outreach');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'As a calendar' }).click();
    const ics = readFileSync(await (await downloading).path(), 'utf8');
    const events = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
    expect(events.map(({ summary, startDate }) => [summary, startDate.toString()])).toEqual([
      ['Follow up: Ask Ina again', '2020-02-03'],
      ['Interview: Meet the team', '2099-03-04T14:30:00Z'],
    ]);
    await due.getByRole('button', { name: 'Done: Ask Ina again' }).click();
    await due.waitFor({ state: 'detached' });
    await visit(page, '/career');
    await page.getByRole('listitem').filter({ hasText: 'Site Reliability Engineer' }).getByText('Offer').waitFor();
  });

  test('the whole record is downloaded as a report', async () => {
    await visit(page, '/career/record');
    await page.getByText(/\d+ entries\./).waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download as a report' }).click();
    const report = readFileSync(await (await downloading).path(), 'utf8');
    for (const said of [
      'Confirmed claims of Ada Example',
      'Wrote Terraform modules for AWS',
      'Site Reliability Engineer, Fabrikam: 4 requirements; offer on 2026-01-02',
      'Ina Recruiter about Site Reliability Engineer, Fabrikam: Responded',
      '2099-03-04',
    ])
      expect(report).toContain(said);
  });

  test('claims, conditions, matches and documents belong to the person who is chosen, and nothing crosses over', async () => {
    const whose = page.getByLabel('Whose job search');
    const chosenName = () => whose.evaluate((list) => (list as HTMLSelectElement).selectedOptions[0]?.textContent);
    const claims = async (profile_id?: string) => {
      const { atoms } = await server.career('list_atoms', { limit: 1000, ...(profile_id && { profile_id }) });
      return (atoms as { claim: string }[]).map(({ claim }) => claim);
    };
    const before = await claims();
    await visit(page, '/career/claims');
    await page.getByText('Write a claim yourself').click();
    await page.getByLabel('What you have done or can do').fill('Half written for Ada');
    await page.getByText('Somebody else').click();
    await page.getByText('Say a name first.').waitFor();
    await page.getByLabel('Their name').fill('Zoë Ångström');
    await page.getByRole('button', { name: 'Keep claims for them' }).click();
    await page.getByText('This is now the job search of Zoë Ångström.').waitFor();
    await page.getByRole('heading', { name: '0 confirmed' }).waitFor();
    await expect.poll(chosenName).toBe('Zoë Ångström');
    await page.getByText('Write a claim yourself').click();
    expect(await page.getByLabel('What you have done or can do').inputValue()).toBe('');
    await page.getByLabel('What you have done or can do').fill('Performed surgery on horses');
    await page.getByRole('button', { name: 'Add it as confirmed' }).click();
    await page.getByText('Confirmed Performed surgery on horses').waitFor();
    await page
      .getByLabel(/^PDF, Word/)
      .setInputFiles({ name: 'zoe.md', mimeType: 'text/markdown', buffer: Buffer.from(resumeOfAnother) });
    await page.getByText('zoe.md: 2 claims were read.').waitFor();
    await page.getByLabel('Where you would work').fill('Berlin');
    await page.getByRole('button', { name: 'Save the conditions' }).click();
    await page.getByText('Your conditions are saved').waitFor();
    expect(await claims()).toEqual(before);
    // The role that the resume names is a claim of its own.
    expect((await claims('zoe-angstrom')).sort()).toEqual([
      'Performed surgery on horses',
      'Ran a stable of 20 horses',
      expect.stringContaining('Vet'),
    ]);
    expect((await server.career('get_profile', {})).profile).toMatchObject({ places: ['Leeds', 'York'] });

    await openShortlisted(/Site Reliability Engineer/);
    expect(await chosenName()).toBe('Zoë Ångström');
    await row(/^Surgery/)
      .getByText('Met', { exact: true })
      .waitFor();
    expect(await page.getByText('CV as Markdown').count()).toBe(0);
    await page.getByLabel('Format').selectOption('markdown');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Make and download' }).click();
    const cv = readFileSync(await (await downloading).path(), 'utf8');
    expect(cv).toContain('Zoë Ångström');
    expect(cv).not.toMatch(/Ada|Kubernetes clusters/);
    await page.getByText('CV as Markdown').waitFor();
    await page.getByRole('button', { name: 'Record this match as a decision' }).click();
    await page.getByText('Byte for byte what it was.').waitFor();
    await row(/^Surgery/)
      .getByText('Performed surgery on horses')
      .waitFor();
    await page.getByRole('definition').filter({ hasText: 'Zoë Ångström' }).waitFor();

    await page.reload();
    await visit(page, '/career/claims');
    await page.getByText('Confirmed Performed surgery on horses').waitFor();
    expect(await violations(page)).toEqual([]);
    await whose.selectOption('Ada Example');
    await page.getByText('Confirmed German (C2)').waitFor();
    expect(await page.getByText('Performed surgery on horses').count()).toBe(0);
    expect(await page.getByLabel('Where you would work').inputValue()).toBe('Leeds; York');
  });

  test('somebody else is deleted with all that is theirs, and the page goes back to whoever keeps it', async () => {
    await page.getByLabel('Whose job search').selectOption('Zoë Ångström');
    await page.getByText('Confirmed Performed surgery on horses').waitFor();
    await page.getByText('Delete Zoë Ångström').click();
    await page.getByText('Their 3 claims and 1 resume are deleted.').waitFor();
    await page.getByRole('button', { name: 'Delete all of it' }).click();
    await page.getByText('Confirmed German (C2)').waitFor();
    await expect
      .poll(() => page.getByLabel('Whose job search').locator('option').allTextContents())
      .toEqual(['Ada Example']);
    const { profiles } = await server.career('list_profiles', {});
    expect(profiles).toHaveLength(1);
    expect(await page.getByText('Delete all of it').count()).toBe(0);
  });

  test('somebody of another database who was chosen in this tab is forgotten', async () => {
    await page.evaluate(() => sessionStorage.setItem('quadrivium.career.person', 'nobody-here'));
    await page.reload();
    await visit(page, '/career/claims');
    await page.getByText('Confirmed German (C2)').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('quadrivium.career.person'))).toBe('me');
  });

  test('no page of it shows a raw id', async () => {
    for (const place of ['', '/claims', '/outreach', '/record']) {
      await visit(page, `/career${place}`);
      expect(await textWithin(page), place).not.toMatch(rawId);
    }
    await openShortlisted(/Site Reliability Engineer/);
    expect(await textWithin(page)).not.toMatch(rawId);
  });

  test('on a phone every page fits, and a claim is confirmed and an outreach begun there', async () => {
    await server.career('add_atom', { claim: 'Repaired bicycles' });
    const phone = await openPage(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
    await enter(phone, server.url, server.key, '/career');
    const fits = async (what: string) => {
      const width = await phone.evaluate(() => document.documentElement.scrollWidth);
      expect(width, what).toBeLessThanOrEqual(390);
    };
    for (const place of ['', '/outreach', '/record', '/claims']) {
      await visit(phone, `/career${place}`);
      for (const summary of await phone.locator('main summary').all()) await summary.tap();
      await fits(place);
    }
    await visit(phone, '/career/claims');
    await phone.getByRole('checkbox', { name: 'Repaired bicycles' }).tap();
    await phone.getByRole('button', { name: 'Confirm 1 chosen' }).tap();
    await phone.getByText('1 confirmed.').waitFor();
    await visit(phone, '/career/outreach');
    await phone.getByLabel('Name', { exact: true }).fill('Uwe Unterwegs');
    await phone.getByRole('button', { name: 'Start it' }).tap();
    await phone.getByRole('listitem').filter({ hasText: 'Uwe Unterwegs' }).waitFor();
    await fits('outreach with a board');
    await visit(phone, '/career');
    await phone.getByRole('link', { name: /Site Reliability Engineer/ }).tap();
    await phone.getByText('Requirement by requirement').waitFor();
    await fits('an opportunity');
    expect(await violations(phone)).toEqual([]);
    await phone.context().close();
  });

  test('somebody without a key is told that only a person confirms, and nothing is confirmed', async () => {
    const { atom_id } = (await server.career('add_atom', { claim: 'Walked on the moon' })) as { atom_id: string };
    const stranger = await openPage(browser, { viewport: { width: 1280, height: 860 } });
    await stranger.goto(server.url);
    await stranger.getByRole('button', { name: 'Look around without a key' }).click();
    await stranger.locator('nav').first().waitFor({ state: 'attached' });
    await visit(stranger, '/career/claims');
    await stranger.getByRole('checkbox', { name: 'Walked on the moon' }).check();
    await stranger.getByRole('button', { name: 'Confirm 1 chosen' }).click();
    await stranger.getByRole('alert').getByText('Only a person can confirm a claim.', { exact: false }).waitFor();
    expect(await server.career('get_atom', { atom_id })).toMatchObject({ verified: false });
    await stranger.context().close();
  });

  test('nothing on the way broke the policy, asked another server or threw', () => {
    expect(complaints).toEqual([]);
  });
});
