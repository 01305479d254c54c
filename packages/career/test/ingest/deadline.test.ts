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
  ['Enviar CV hasta el viernes 8 de enero de 2027.', '2027-01-08'],
  ['Applications close at noon on 14 December 2026.', '2026-12-14'],
  ['Las candidaturas se reciben hasta el 15 de enero de 2027.', '2027-01-15'],
  // Of several days the earliest that ends applying; starts, interviews and terms are other days.
  ['Apply now and start on 1 May 2027. Applications must reach us by 5 January 2027.', '2027-01-05'],
  ['Apply now and start on 1 May 2027.\nApplications must reach us by 5 January 2027.', '2027-01-05'],
  ['Applications are welcome; interviews are held on 20 January 2027. Please apply by 5 January 2027.', '2027-01-05'],
  ['Fixed term until 31.12.2027, apply now. The closing date for applications is 5 January 2027.', '2027-01-05'],
  ['Apply for this contract until 31.12.2028 by 5 January 2027.', '2027-01-05'],
  ['Bewerbungen für die befristete Stelle bis 5. Januar 2027.', '2027-01-05'],
  ['Apply for this fixed term job by 5 January 2027.', '2027-01-05'],
  ['You will write tests for features that ship by 31 March 2027.', undefined],
  ['Fixed term until 31.12.2027, apply now.', undefined],
  ['We close the books by 31 January 2027 and you send reports.', undefined],
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
