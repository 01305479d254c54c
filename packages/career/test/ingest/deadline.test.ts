import { expect, test } from 'vitest';
import { dayIn } from '../../src/domain/calendar-day.js';
import { readPostings } from '../../src/ingest/posting/read-posting.js';
import { careerClient } from '../server/career-client.js';

test.each([
  ['Please send a CV to eleanor@example.org by 9 January 2027. No agencies.', '2027-01-09'],
  ['Write to jess@example.org before the 5th of December 2026.', '2026-12-05'],
  ['Applications close on December 31st, 2026.', '2026-12-31'],
  ['Apply by Friday, 4 December 2026', '2026-12-04'],
  ['Closing: Sunday 13 December 2026', '2026-12-13'],
  ['Bewirb dich bis zum 15.12.2026 bei Frau Nowak.', '2026-12-15'],
  ['Einsendeschluss ist der 31.12.2026.', '2026-12-31'],
  ['Ihre Bewerbung nimmt Sonja Hägele bis 10. Januar 2027 entgegen.', '2027-01-10'],
  ['Envía tu CV antes del 20 de diciembre de 2026.', '2026-12-20'],
  ['Interesados, escribir a obra@example.org; la oferta se cierra el 22 de diciembre de 2026.', '2026-12-22'],
  ['Candidaturas até 8 de janeiro de 2027 para rh@example.org.', '2027-01-08'],
  ['Inscrições até 18/12/2026.', '2026-12-18'],
  // Days that are no deadline, and none at all.
  ['Apply now. The post is funded until 31 March 2029.', undefined],
  ['Send us your CV. We were founded on 4 May 2001.', undefined],
  ['You apply heat treatment to steel before 2027.', undefined],
  ['Apply by 31 February 2027.', undefined],
])('the last day to apply is read from "%s"', async (sentence, day) => {
  const content = `Baker\n\nWe bake bread.\n\nYou need: an oven licence.\n\n${sentence}\n`;
  const [posting] = await readPostings({ name: 'a.txt', content });
  expect(dayIn(posting?.facts.deadline ?? '')?.iso).toBe(day);
});

test('a deadline in words is a date to keep, as one in numbers is', async () => {
  const career = await careerClient();
  const posting = { company: 'c', role_title: 'Baker', requirements: ['Bread'] };
  for (const deadline of ['14 December 2026', '2026-11-30T23:59', 'soon'])
    await career.call('add_opportunity', { ...posting, opportunity_id: deadline, deadline });
  const { reminders } = (await career.call('list_reminders', {})) as { reminders: { on: string; kind: string }[] };
  expect(reminders.map(({ on, kind }) => [on, kind])).toEqual([
    ['2026-11-30', 'deadline'],
    ['2026-12-14', 'deadline'],
  ]);
  await career.close();
});
