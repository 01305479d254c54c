/** Who has left is no error of ours; who is still there hears of every error. */
import { ServerResponse } from 'node:http';
import { hasHungUp } from '@quadrivium/kernel';
import { expect, test } from 'vitest';

const answer = (gone: boolean): ServerResponse => {
  const res = new ServerResponse({ method: 'GET' } as never);
  return gone ? res.destroy() : res;
};
const aborted = (): unknown => AbortSignal.abort().reason;
const reset = () => Object.assign(new Error('read'), { code: 'ECONNRESET' });

test.each([
  ['their line breaks', reset(), true, true],
  ['what was worked on for them is told to stop', aborted(), true, true],
  ['something else fails meanwhile', new Error('disk full'), true, false],
  ['they are still there', aborted(), false, false],
  ['nothing is thrown', undefined, true, false],
])('%s', (_, error, gone, expected) => {
  expect(hasHungUp(error, answer(gone))).toBe(expected);
});
