/** What the search shows of what it found: five of each kind, so the order decides what is seen at all. */
import { expect, test } from 'vitest';
import { closestFirst } from '../src/pages/search/found.js';

const titles = ['bad-valley', 'old valley', 'valley-2', 'Valley', 'alley', 'valley-1'];
const found = titles.map((title) => ({ group: 'Studies', title, href: '#/' }));

test.each([
  ['valley', ['Valley', 'valley-2', 'valley-1', 'bad-valley', 'old valley', 'alley']],
  [' VALLEY-1 ', ['valley-1', 'bad-valley', 'old valley', 'valley-2', 'Valley', 'alley']],
  ['dam', titles],
])('%s: what is called so, what begins so, and the rest as it was', (words, order) => {
  expect(closestFirst(words, found).map(({ title }) => title)).toEqual(order);
});
