import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldResults } from '../../src/host/old-results.js';
import { freshFolder } from './servers.js';

test('results that nobody asked for in a month are taken away, and nothing else', async () => {
  const folder = freshFolder();
  const now = new Date('2026-11-16T12:00:00Z');
  const daysAgo = (days: number): Date => new Date(now.getTime() - days * 24 * 3_600_000);
  for (const [name, days] of [
    ['old.txt', 31],
    ['fresh.txt', 29],
  ] as const) {
    writeFileSync(join(folder, name), 'x');
    utimesSync(join(folder, name), daysAgo(days), daysAgo(days));
  }
  mkdirSync(join(folder, 'folder'));
  expect(await removeOldResults(folder, now)).toBe(1);
  expect(['old.txt', 'fresh.txt', 'folder'].map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
  expect(await removeOldResults(join(folder, 'missing'), now)).toBe(0);
});
