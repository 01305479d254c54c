import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { lastTimes, nextTime, nextTimes, recurrenceProblem } from '../../src/domain/cron.js';

const at = (iso: string): number => Date.parse(iso);
const iso = (time: number): string => new Date(time).toISOString().slice(0, 16);

describe('times where clocks change', () => {
  // London: 2026-03-29 01:00 becomes 02:00 (01:00 UTC); 2026-10-25 02:00 becomes 01:00 (01:00 UTC). New York: 2026-03-08
  // and 2026-11-01, at 2:00. Lord Howe changes by half an hour only (2026-10-04). From the IANA database.
  test.each([
    [
      'left out: where the gap ends',
      '30 1 * * *',
      'Europe/London',
      '2026-03-28T12:00Z',
      ['2026-03-29T01:00', '2026-03-30T00:30'],
    ],
    [
      'twice: the first time only',
      '30 1 * * *',
      'Europe/London',
      '2026-10-24T12:00Z',
      ['2026-10-25T00:30', '2026-10-26T01:30'],
    ],
    ['left out', '0 2 * * *', 'America/New_York', '2026-03-07T12:00Z', ['2026-03-08T07:00', '2026-03-09T06:00']],
    ['twice', '30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', ['2026-11-01T05:30', '2026-11-02T06:30']],
    [
      'half an hour left out',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T00:00Z',
      ['2026-10-03T15:30', '2026-10-04T15:15'],
    ],
    [
      'within the hour: the true time',
      '*/30 * * * *',
      'Europe/London',
      '2026-10-25T00:10Z',
      ['2026-10-25T00:30', '2026-10-25T01:00', '2026-10-25T01:30', '2026-10-25T02:00'],
    ],
  ])('%s (%s in %s)', (_, cron, timeZone, from, expected) => {
    expect(nextTimes({ cron, timeZone }, at(from), expected.length).map(iso)).toEqual(expected);
  });
});

test('looking back finds exactly the times that looking ahead finds', () => {
  const patterns = ['30 1 * * *', '0 2 * * *', '*/7 * * * *', '15 */2 * * 0', '0 0 1 * *', '59 23 31 12 *'];
  const zones = [
    'UTC',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Kathmandu',
  ];
  const changes = [
    '2026-03-08T09:00Z',
    '2026-03-29T03:00Z',
    '2026-10-04T00:00Z',
    '2026-10-25T03:00Z',
    '2026-11-01T08:00Z',
  ];
  const all = patterns.flatMap((cron) =>
    zones.flatMap((timeZone) => changes.map((around) => ({ rule: { cron, timeZone }, around }))),
  );
  // 13 shares no factor with the lengths of the lists: every pattern, zone and change is among the few.
  for (const { rule, around } of sampled('recurrences looked at in both directions', all, 13)) {
    const [from, until] = [at(around) - 30 * 3_600_000, at(around)];
    const ahead: number[] = [];
    for (let time = nextTime(rule, from - 1000); time !== undefined && time <= until; )
      time = nextTime(rule, ahead[ahead.push(time) - 1] ?? 0);
    const label = `${rule.cron} ${rule.timeZone} ${around}`;
    expect(lastTimes(rule, from, until, 1000).map(iso), label).toEqual(ahead.map(iso));
  }
});

test.each([
  ['never', 'UTC', 'cron', /five fields/],
  ['* * * * * *', 'UTC', 'cron', /five fields/],
  ['61 * * * *', 'UTC', 'cron', /five fields/],
  ['0 0 30 2 *', 'UTC', 'cron', /no day that will ever come/],
  ['* * * * *', 'Mars/Olympus', 'timeZone', /time zone/],
])('%s in %s is no recurrence', (cron, timeZone, field, words) => {
  expect(recurrenceProblem({ cron, timeZone }, 0)).toMatchObject({ field, message: expect.stringMatching(words) });
});
