/** Lines of plain text: which are one, and which only look so. */
import { expect, test } from 'vitest';
import { claimsOf } from '../labelled/resume-score.js';

const claimed = async (text: string) =>
  (await claimsOf({ name: 'cv.txt', as: undefined, text, own: '', labels: [] })).map(({ claim }) => claim);

test('points of a list that happen to be about as long are several claims', async () => {
  const points = [
    'Dismantled large trees in sections, mostly as the lead climber',
    'Ran a six-inch chipper and a stump grinder on almost every job',
    'Towed the chipper behind the Land Rover to sites in three dales',
    'Kept the saws, ropes and harnesses checked and in working order',
  ];
  const claims = await claimed(`Owen T.\n\nWork\nArborist, Dale Trees, April 2021 - present\n${points.join('\n')}\n`);
  expect(claims).toEqual(expect.arrayContaining(points));
});

test('a paragraph that was wrapped is one text again', async () => {
  const claims = await claimed(
    `Owen T.\n\nWork\nArborist, Dale Trees, April 2021 - present\nDismantled large trees in sections over roofs and railway lines,
mostly as the lead climber, with two people on the ground who
lowered the timber, and wrote the method statements for the
council, which asked for them before any work could be started\n`,
  );
  expect(claims.some((claim) => claim.includes('two people on the ground who lowered the timber'))).toBe(true);
});

test('a class of a licence at the end of a line goes on in no other', async () => {
  const claims = await claimed(
    'Owen T.\n\nTickets\nFull driving licence with B+E\nMEWP: booked for the spring, not taken\n',
  );
  expect(claims).toContain('Full driving licence with B+E');
});

test('a sentence behind a colon stays with what it speaks of', async () => {
  const claims = await claimed(
    'Lucía F.\n\nOTROS\nLicencia de navegación: la tiene mi hermano, yo voy de tripulante\n',
  );
  expect(claims).toEqual(['Licencia de navegación: la tiene mi hermano, yo voy de tripulante']);
});

test('lines drawn in below a job are points of a list, though nothing marks them and they begin small', async () => {
  const cv = [
    'Garden centre Thornbury - sales assistant - 2018 to 2023',
    '  till and card payments',
    '  watering and pricing of bedding plants',
    '  orders are placed by the manager',
    '  deliveries unloaded by forklift every Thursday morning before opening',
  ].join('\n');
  const claims = await claimed(`Ida T.\n\nWork\n${cv}\n`);
  expect(claims).toEqual(expect.arrayContaining(['till and card payments', 'orders are placed by the manager']));
});

test('a point below a course is no part of that course', async () => {
  const text = 'Ida T.\n\n## Education\n- Barber, weekend course, 2018\n- Secondary school certificate\n';
  const claims = await claimsOf({ name: 'cv.md', as: undefined, text, own: '', labels: [] });
  const school = claims.find(({ claim }) => claim === 'Secondary school certificate');
  expect(school).toMatchObject({ title: expect.not.stringContaining('Barber') });
  expect(school?.role).toBeUndefined();
});
