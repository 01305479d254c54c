import ICAL from 'ical.js';
import { afterEach, expect, test } from 'vitest';
import { type Answer, type CareerClient, careerClient } from './career-client.js';

const opened: CareerClient[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const posting = (id: string, role_title: string, requirements: string[]) => ({
  ...{ opportunity_id: id, company: 'Acme; Sons, Ltd', role_title, requirements },
});

/** The clock stands at 2026-01-01, as in every test with these surroundings. */
async function searching(): Promise<CareerClient> {
  const career = await careerClient();
  opened.push(career);
  await career.call('add_atom', { atom_id: 'a', claim: 'Ran Kubernetes clusters', verified: true });
  await career.call('add_atom', { atom_id: 'b', claim: 'Wrote Terraform', verified: true });
  await career.call('add_opportunity', posting('opp-half', 'Engineer', ['Kubernetes', 'Surgery']));
  await career.call('add_opportunity', posting('opp-whole', 'Operator', ['Kubernetes', 'Terraform']));
  await career.call('add_opportunity', posting('opp-none', 'Surgeon', ['Surgery']));
  await career.call('add_contact', { contact_id: 'ina', name: 'Ina' });
  await career.call('create_interaction', { contact_id: 'ina', opportunity_id: 'opp-whole', interaction_id: 'i' });
  return career;
}

test('a shortlist ranks by what is confirmed, with reasons, and tells how far it is', async () => {
  const career = await searching();
  const progress: number[] = [];
  const { structuredContent } = await career.client.callTool(
    { name: 'shortlist', arguments: {} },
    { onprogress: (one) => void progress.push(one.progress) },
  );
  const { opportunities } = structuredContent as { opportunities: Answer[] };
  expect(opportunities.map((one) => [one.opportunity_id, one.met, one.missing])).toEqual([
    ['opp-whole', 2, 0],
    ['opp-half', 1, 1],
    ['opp-none', 0, 1],
  ]);
  expect(opportunities[0]?.reasons).toContainEqual({
    requirement: 'Kubernetes',
    verdict: 'met',
    because: 'Ran Kubernetes clusters',
  });
  expect(progress.at(-1)).toBe(3);
});

test('what is over leaves the shortlist, and the newest outcome counts', async () => {
  const career = await searching();
  await career.call('record_outcome', { opportunity_id: 'opp-whole', outcome: 'applied', on: '2026-01-02' });
  await career.call('record_outcome', { opportunity_id: 'opp-half', outcome: 'rejected' });
  const { opportunities } = (await career.call('shortlist')) as { opportunities: Answer[] };
  expect(opportunities).toMatchObject([
    { opportunity_id: 'opp-whole', outcome: 'applied' },
    { opportunity_id: 'opp-none' },
  ]);
  expect(await career.call('list_outcomes')).toMatchObject({ outcomes: [{ on: '2026-01-02' }, { on: '2026-01-01' }] });
  await expect(career.call('record_outcome', { opportunity_id: 'nobody', outcome: 'offer' })).rejects.toThrow('nobody');
});

test('reminders are due in order, overdue ones say so, and done ones go', async () => {
  const career = await searching();
  await career.call('add_reminder', { note: 'Ask Ina again', in_days: 7, interaction_id: 'i' });
  await career.call('add_reminder', { note: 'Too late', on: '2025-12-30', reminder_id: 'late' });
  const posted = { '@context': 'https://schema.org', '@type': 'JobPosting', title: 'Cook', validThrough: '2026-01-05' };
  const text = JSON.stringify({
    ...posted,
    hiringOrganization: { name: 'Inn' },
    description: '<p>Requirements</p><ul><li>Soup</li></ul>',
  });
  await career.call('add_opportunity', { text });
  const due = async () => ((await career.call('list_reminders')) as { reminders: Answer[] }).reminders;
  expect(await due()).toMatchObject([
    { on: '2025-12-30', note: 'Too late', overdue: true },
    { on: '2026-01-05', kind: 'deadline', note: 'Apply: Cook, Inn', overdue: false },
    { on: '2026-01-08', kind: 'follow_up', opportunity_id: 'opp-whole', overdue: false },
  ]);
  await career.call('finish_reminder', { reminder_id: 'late' });
  expect(await due()).toHaveLength(2);
  await expect(career.call('add_reminder', { on: '2026-02-30' })).rejects.toThrow();
  await expect(career.call('add_reminder', { in_days: 1, interaction_id: 'nobody' })).rejects.toThrow('nobody');
});

test('the calendar is one that other programs read, whatever stands in a note', async () => {
  const career = await searching();
  const note = `Bring: "papers", 3; copies\nand\\or a long story ${'ö'.repeat(90)}`;
  await career.call('add_reminder', {
    kind: 'interview',
    on: '2026-03-04',
    time: '14:30',
    note,
    opportunity_id: 'opp-whole',
  });
  await career.call('add_reminder', { kind: 'deadline', on: '2026-03-05', opportunity_id: 'opp-half' });
  const { ics } = (await career.call('export_calendar')) as { ics: string };
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const calendar = new ICAL.Component(ICAL.parse(ics));
  const events = calendar.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect(events.map(({ summary }) => summary)).toEqual([`Interview: ${note}`, 'Deadline: Engineer, Acme; Sons, Ltd']);
  expect(events.map(({ startDate }) => [startDate.toString(), startDate.isDate])).toEqual([
    ['2026-03-04T14:30:00Z', false],
    ['2026-03-05', true],
  ]);
  expect(new Set(events.map(({ uid }) => uid)).size).toBe(2);
});

test('a calendar stays one whatever postings and notes say', async () => {
  const career = await careerClient();
  opened.push(career);
  const hostile = 'a\r\nBEGIN:VEVENT\r\nATTACH:file:///etc/passwd\r\nb\u0000\u0007\u202E; c, d \\ e';
  await career.call('add_opportunity', {
    opportunity_id: 'evil',
    company: `Acme ${hostile}`,
    role_title: hostile,
    requirements: ['x'],
    deadline: '2027-03-04',
    url: 'javascript:alert(1)\r\nX-EVIL:1',
  });
  await career.call('add_reminder', { on: '2027-01-01', time: '23:59', note: hostile, opportunity_id: 'evil' });
  const { ics } = (await career.call('export_calendar')) as { ics: string };
  expect(ics).not.toMatch(/\p{Cf}|(?![\r\n])\p{Cc}|[^\r]\n|\r[^\n]|javascript/u);
  for (const line of ics.split('\r\n')) {
    expect(line).not.toMatch(/^(?:ATTACH|X-EVIL)/);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  }
  const events = new ICAL.Component(ICAL.parse(ics)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one));
  expect(events.map(({ startDate }) => startDate.toString())).toEqual(['2027-01-01T23:59:00Z', '2027-03-04']);
  expect(
    events.every(({ summary }) => summary.endsWith('b; c, d \\ e') || summary.includes('b; c, d \\ e, Acme')),
  ).toBe(true);
});

test.each(['0000-01-01', '9999-12-31', '2026-02-30'])('no reminder is kept for %s', async (on) => {
  const career = await careerClient();
  opened.push(career);
  await expect(career.call('add_reminder', { on, note: 'x' })).rejects.toThrow(/on:/);
  expect(await career.call('list_reminders')).toMatchObject({ reminders: [] });
});

test('outreach has dates', async () => {
  const career = await searching();
  const before = (await career.call('list_interactions')) as { interactions: Answer[] };
  expect(before.interactions).toMatchObject([{ created_at: '2026-01-01T00:00:00Z' }]);
  expect(before.interactions[0]).not.toHaveProperty('changed_at');
  await career.call('interaction_apply_event', { interaction_id: 'i', event: 'Prepare', idempotency_key: 'k' });
  expect(await career.call('list_interactions')).toMatchObject({
    interactions: [{ state_name: 'Ready', changed_at: '2026-01-01T00:00:00Z' }],
  });
});

test('the record tells of everything there is', async () => {
  const career = await searching();
  await career.call('set_profile', { name: 'Ada Example' });
  await career.call('record_outcome', { opportunity_id: 'opp-whole', outcome: 'interview' });
  await career.call('add_reminder', { note: 'Ask Ina again', in_days: 7 });
  await career.call('tailor_document', { opportunity_id: 'opp-whole', formats: ['markdown'] });
  await career.call('match_opportunity', { opportunity_id: 'opp-whole' });
  const { report } = (await career.call('export_record')) as { report: string };
  for (const said of [
    'entries in the ledger, unbroken',
    'Confirmed claims of Ada Example',
    '- Ran Kubernetes clusters',
    'Operator, Acme; Sons, Ltd: 2 requirements; interview on 2026-01-01',
    'Ina about Operator, Acme; Sons, Ltd: Draft',
    '2026-01-08 follow_up: Ask Ina again',
    'cv as markdown',
    'deterministic_lexical_v0.1, accepted',
  ])
    expect(report).toContain(said);
});
