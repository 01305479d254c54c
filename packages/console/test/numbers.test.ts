import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { columnInWords } from '../src/numbers/columns.js';
import { envelopeOf, quantile } from '../src/numbers/envelope.js';
import { inWords, percent } from '../src/numbers/format.js';
import { heaviest } from '../src/numbers/heaviest.js';
import { hereOf, utcOf } from '../src/numbers/local-time.js';
import { observationsOf } from '../src/numbers/observations.js';
import { ago, duration } from '../src/numbers/time.js';
import { parseRoute } from '../src/state/route.js';
import { EventLines } from '../src/wire/event-lines.js';

describe('scenario envelopes', () => {
  test.each([
    // numpy.quantile([1, 2, 3, 4, 10], q) gives these.
    [0.1, 1.4],
    [0.5, 3],
    [0.9, 7.6],
  ])('the quantile %f is NumPy’s', (share, expected) => {
    expect(quantile([1, 2, 3, 4, 10], share)).toBeCloseTo(expected, 12);
  });

  test('the three lines never cross, whatever the scenarios are', () => {
    const one = fc.record({
      stage: fc.integer({ min: 0, max: 5 }),
      scenario: fc.integer({ min: 0, max: 50 }),
      value: fc.double({ min: -1e9, max: 1e9, noNaN: true }),
    });
    void fc.assert(
      fc.property(fc.array(one, { minLength: 1 }), (observations) => {
        const { stages, low, middle, high } = envelopeOf(observations);
        expect(stages).toEqual([...stages].sort((a, b) => a - b));
        stages.forEach((_, at) => {
          expect(low[at]).toBeLessThanOrEqual(middle[at] ?? Number.NaN);
          expect(middle[at]).toBeLessThanOrEqual(high[at] ?? Number.NaN);
        });
      }),
    );
  });

  test('blocks and plants become one value: energy adds up, storage is the last, prices are averaged', () => {
    const table = {
      columns: ['stage_id', 'scenario_id', 'block_id', 'hydro_id', 'value'],
      rows: [
        [0, 0, 0, 7, 1],
        [0, 0, 1, 7, 3],
        [0, 0, 0, 8, 10],
        [0, 0, 1, 8, 30],
      ],
      total_rows: 4,
      truncated: false,
    };
    const reading = { value: 'value', entity: 'hydro_id' };
    const oneValue = (blocks: 'sum' | 'last' | 'mean', entities: 'sum' | 'mean') =>
      observationsOf(table, { ...reading, blocks, entities }).map(({ value }) => value);
    expect(oneValue('sum', 'sum')).toEqual([44]);
    expect(oneValue('last', 'sum')).toEqual([33]);
    expect(oneValue('mean', 'mean')).toEqual([11]);
  });
});

test('events come out whole, however the text was cut', () => {
  const text = ': hello\n\nid: 7\nevent: a\ndata: {"x":\ndata: 1}\n\r\ndata:two\r\n\r\nid: 9\n\n';
  const whole = new EventLines().take(text);
  expect(whole).toEqual([
    { id: '7', event: 'a', data: '{"x":\n1}' },
    { event: 'message', data: 'two' },
  ]);
  for (let cut = 1; cut < text.length; cut += 1) {
    if (text[cut - 1] === '\r') continue;
    const lines = new EventLines();
    expect([...lines.take(text.slice(0, cut)), ...lines.take(text.slice(cut))]).toEqual(whole);
  }
});

test.each([
  ['', 'approvals', []],
  ['#/', 'approvals', []],
  ['#/runs/run_1', 'runs', ['run_1']],
  ['#/tools/cobre/cobre%2Frun', 'tools', ['cobre', 'cobre/run']],
  ['#/runs/%E0%A4%A', 'runs', ['%E0%A4%A']],
])('the address %s is a page', (hash, page, rest) => {
  expect(parseRoute(hash)).toMatchObject({ page, rest });
});

test('moments and amounts are said as people say them', () => {
  const now = Date.parse('2026-11-16T12:00:00Z');
  expect(ago('2026-11-16T11:58:00Z', now)).toBe('2 minutes ago');
  expect(ago('2026-11-17T12:00:00Z', now)).toBe('tomorrow');
  expect([duration(12), duration(1500), duration(90_000)]).toEqual(['12 ms', '1.5 s', '1 min 30 s']);
  expect(percent(0.0151)).toBe('1.51\u00a0%');
  expect(inWords('WaitingForApproval')).toBe('Waiting for approval');
});

describe('times that are kept in UTC', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  // India is five and a half hours ahead of Greenwich, Los Angeles eight behind in winter: the day may be another one.
  test.each([
    ['Asia/Kolkata', '2026-12-01', '02:15', { on: '2026-11-30', time: '20:45' }],
    ['America/Los_Angeles', '2026-12-31', '18:00', { on: '2027-01-01', time: '02:00' }],
    ['UTC', '2026-12-31', '18:00', { on: '2026-12-31', time: '18:00' }],
  ])('are said and shown in the zone of the person: %s', (name, day, time, kept) => {
    process.env.TZ = name;
    expect(utcOf(day, time)).toEqual(kept);
    expect(hereOf(kept.on, kept.time)).toEqual({ day, time });
  });
});

describe('states of cuts', () => {
  test.each([
    [
      'those that weigh most in any cut, in their own order',
      [
        [1, -9, 2, 0],
        [5, 0, 0, 0],
      ],
      2,
      [0, 1],
    ],
    ['all where there are few', [[3, 1]], 6, [0, 1]],
    ['of equal ones the first', [[2, 2, 2]], 2, [0, 1]],
    ['none without cuts', [], 6, []],
  ])('%s', (_, cuts, most, expected) => {
    expect(heaviest(cuts, most)).toEqual(expected);
  });
});

test.each([
  ['storage_final_hm3', 'Storage final (hm³)'],
  ['generation_mwh', 'Generation (MWh)'],
  ['turbined_m3s', 'Turbined (m³/s)'],
  ['water_value_per_hm3', 'Water value ($/hm³)'],
  ['risk_percent', 'Risk (%)'],
  ['hydro_id', 'Hydro'],
  ['immediate_cost', 'Immediate cost'],
])('the column %s has the head “%s”', (column, head) => expect(columnInWords(column)).toBe(head));
