import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { cpuLines } from '../scripts/cpu-lines.js';
import { sampleLines } from '../scripts/sample-lines.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function sampling(env: Readonly<Record<string, string>>): Promise<typeof import('./support/sampling.js')> {
  for (const [name, value] of Object.entries({ CI: '', TEST_ALL: '', ...env })) vi.stubEnv(name, value);
  vi.resetModules();
  return import('./support/sampling.js');
}

test('a sample is the same every time, and says what it left out', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'samples-')), 'samples');
  const { atLength, sampled, sampledCount } = await sampling({ TEST_SAMPLES: file });
  expect(atLength('long stories')).not.toBe(test);
  expect(sampled('letters', ['a', 'b', 'c', 'd', 'e'], 2)).toEqual(['a', 'c', 'e']);
  expect(sampledCount('kill points', 40, 6)).toBe(6);
  expect(sampledCount('kill points', 5, 2)).toBe(2);
  expect(sampledCount('small things', 3, 3)).toBe(3);
  expect(sampleLines(readFileSync(file, 'utf8'))).toEqual([
    'sampled: 8 of 45 kill points; npm test -- --all runs all',
    'sampled: 3 of 5 letters; npm test -- --all runs all',
    'sampled: 0 of 1 long stories; npm test -- --all runs all',
  ]);
});

test.each([
  ['in CI', { CI: 'true' }],
  ['with --all', { TEST_ALL: '1' }],
])('nothing is left out %s', async (_, env) => {
  const { sampled, sampledCount } = await sampling(env);
  expect(sampled('letters', ['a', 'b', 'c'], 2)).toEqual(['a', 'b', 'c']);
  expect(sampledCount('kill points', 40, 6)).toBe(40);
});

test('what test files cost is told dearest first, with the sum of all', () => {
  const cost = (file: string, own: number, programs: number) => JSON.stringify({ file, own, programs });
  const text = `${cost('a', 1, 0.5)}\n${cost('b', 0.25, 4)}\n${cost('c', 0.1, 0)}\n`;
  expect(cpuLines(text, 2)).toEqual([
    'CPU of test files, the dearest first:',
    '     4.3 s, programs 4.0 s: b',
    '     1.5 s, programs 0.5 s: a',
    '     5.8 s, programs 4.5 s: all 3 files',
  ]);
});
