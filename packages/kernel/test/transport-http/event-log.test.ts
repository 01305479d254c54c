import { expect, test } from 'vitest';

import { EventLog, parseEventId } from '../../src/transport/streamable-http/events.js';

test('a log gives what came after an event, by ids a client can send back', () => {
  const log = new EventLog(7);
  const ids = ['a', 'b', 'c'].map((text) => log.append(text));
  expect(parseEventId(log.firstId)).toEqual({ stream: 7, event: 0 });
  expect(log.after(0).map(({ text }) => text)).toEqual(['a', 'b', 'c']);
  expect(log.after(parseEventId(ids[1] ?? '')?.event ?? 0).map(({ text }) => text)).toEqual(['c']);
});

test('a log forgets its oldest events rather than growing, and always keeps the newest', () => {
  const many = new EventLog(1);
  for (let n = 1; n <= 1000; n += 1) many.append(String(n));
  expect(many.after(0)).toHaveLength(EventLog.mostEvents);
  expect(many.after(0).at(-1)?.text).toBe('1000');
  const large = new EventLog(2);
  for (let n = 0; n < 5; n += 1) large.append('x'.repeat(EventLog.mostBytes));
  expect(large.after(0)).toHaveLength(1);
});

test.each(['', '1', '1-', '-1', 'a-b', '1-2-3', '9999999999-1', '1-1; drop'])('"%s" is no event id', (text) => {
  expect(parseEventId(text)).toBeUndefined();
});
