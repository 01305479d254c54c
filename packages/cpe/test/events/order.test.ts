import { plainLine, plainText } from '@quadrivium/kernel/shell';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EventOrder } from '../../src/events/event-order.js';
import type { SubagentEvent } from '../../src/events/subagent-event.js';

test('events of a run are told once and in order, whatever order they come in and however often', () => {
  const arrivals = fc
    .integer({ min: 1, max: 30 })
    .chain((count) => fc.shuffledSubarray([...Array(count).keys(), ...Array(count).keys()], { minLength: 2 * count }));
  fc.assert(
    fc.property(arrivals, (indices) => {
      const told: (number | undefined)[] = [];
      const order = new EventOrder(({ seq }) => told.push(seq));
      for (const index of indices) order.take(eventOf(index + 1));
      order.flush();
      expect(told).toEqual(Array.from({ length: indices.length / 2 }, (_, index) => index + 1));
    }),
    { numRuns: 200 },
  );
});

test('runs that share an id are told apart by who called them', () => {
  const told: string[] = [];
  const order = new EventOrder(({ parentRunId, seq }) => told.push(`${parentRunId} ${seq}`));
  for (const seq of [1, 2]) for (const parentRunId of ['w1', 'w2']) order.take({ ...eventOf(seq), parentRunId });
  expect(told).toEqual(['w1 1', 'w2 1', 'w1 2', 'w2 2']);
});

test('no text keeps a character that steers a terminal', () => {
  const risky = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '0;',
    'm',
    '\u009b',
    '\u0007',
    '\r',
    '\n',
    '\u202e',
    'a',
    '\\',
    'P',
    '?',
  );
  const text = fc
    .array(fc.oneof(risky, fc.string({ unit: 'binary' })), { maxLength: 30 })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, (each) => {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be left.
      expect(plainText(each)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      expect(plainLine(each)).not.toMatch(/[\n\t]/);
      expect(plainText(plainText(each))).toBe(plainText(each));
    }),
    { numRuns: 300 },
  );
});

function eventOf(seq: number): SubagentEvent {
  return { subagentName: 'a', subagentRunId: 'r', timestamp: '', type: 'tool_call', seq };
}
