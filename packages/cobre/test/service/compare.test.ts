import { join } from 'node:path';
import { expect, test } from 'vitest';
import { comparePolicies } from '../../src/service/answers/compare.js';
import { plainFiles } from '../../src/service/files/files.js';
import { finishedStudy, newRoot, settings } from '../tools/served.js';

const files = plainFiles('/');

test('deltas are second minus first, as fractions of the first, and only of what was asked', async () => {
  const root = await newRoot();
  const first = join(await finishedStudy(root, 'first'), 'output/policy');
  const more = { 'config.json': settings({ iterations: 15 }) };
  const second = join(await finishedStudy(root, 'second', more), 'output/policy');
  const { policies, compatible, deltas } = await comparePolicies(files, [first, second]);
  const [a, b] = policies;
  // More iterations bound the same cost more closely from below.
  expect(b?.final_lower_bound).toBeGreaterThan(a?.final_lower_bound ?? Number.POSITIVE_INFINITY);
  expect(compatible).toBe(true);
  expect(deltas).toMatchObject({
    lb_delta: (b?.final_lower_bound ?? 0) - (a?.final_lower_bound ?? 0),
    lb_delta_pct: ((b?.final_lower_bound ?? 0) - (a?.final_lower_bound ?? 0)) / (a?.final_lower_bound ?? 1),
    cut_count_delta: 20,
  });
  const counts = await comparePolicies(files, [first, second], ['cut_counts']);
  expect(counts.deltas).toEqual({ cut_count_delta: 20 });
  expect(counts.policies[0]).not.toHaveProperty('final_lower_bound');
  const three = await comparePolicies(files, [first, second, first]);
  expect(three).toMatchObject({ compatible: true, deltas: null });
});
