import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { onAbort } from '../../src/essentials/on-abort.js';

test('any number of calls wait for one signal with one listener, so that nothing looks like a leak', () => {
  const { signal } = new AbortController();
  const forget = Array.from({ length: 100 }, () => onAbort(signal, () => undefined));
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  for (const each of forget) each();
  onAbort(signal, () => undefined);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
});

test('all who still wait are told once', () => {
  const stop = new AbortController();
  const told: number[] = [];
  const [, second] = [1, 2, 3].map((n) => onAbort(stop.signal, () => void told.push(n)));
  second?.();
  stop.abort();
  expect(told).toEqual([1, 3]);
});
