/** Quiet hours where clocks are set forward and back (European Union: at 01:00 UTC on the last Sundays of March and October). */
import { expect, test } from 'vitest';
import { quietUntil } from '../../src/domain/quiet-hours.js';

const lisbon = 'Europe/Lisbon';
const berlin = 'Europe/Berlin';

test.each([
  [
    'the night that is an hour shorter ends at the time people see',
    '22:00-07:00',
    berlin,
    '2026-03-28T22:30:00Z',
    '2026-03-29T05:00:00Z',
  ],
  ['the night that is an hour longer does, too', '22:00-07:00', berlin, '2026-10-24T21:30:00Z', '2026-10-25T06:00:00Z'],
  [
    'an end that the clock leaps over is the moment of the leap or the next time there is',
    '00:00-02:30',
    berlin,
    '2026-03-28T23:30:00Z',
    undefined,
  ],
  [
    'in the hour that comes twice it is quiet both times',
    '01:00-02:00',
    lisbon,
    '2026-10-25T00:30:00Z',
    '2026-10-25T02:00:00Z',
  ],
  [
    'a zone without summer time is not touched',
    '22:00-07:00',
    'Asia/Tokyo',
    '2026-03-28T15:00:00Z',
    '2026-03-28T22:00:00Z',
  ],
] as const)('%s', (_, hours, zone, now, ends) => {
  const until = quietUntil(hours, zone, Date.parse(now));
  expect(until).toBeDefined();
  // Never a day without news because of a clock.
  expect((until ?? 0) - Date.parse(now)).toBeLessThan(12 * 3_600_000);
  if (ends !== undefined) expect(new Date(until ?? 0).toISOString()).toBe(new Date(ends).toISOString());
  expect(quietUntil(hours, zone, until ?? 0)).toBeUndefined();
});
