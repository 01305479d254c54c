import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scenarios } from './scenarios.js';

const COUNTS = { A: 12, C: 8, F: 14, G: 12, S: 5, K: 17, E: 7, M: 4 };

test('every acceptance scenario is in the table', () => {
  const ids = Object.entries(COUNTS).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  );
  expect(Object.keys(scenarios)).toEqual(ids);
});

test('every scenario names tests that exist', () => {
  const missing = Object.entries(scenarios).flatMap(([id, tests]) =>
    tests.filter((name) => !exists(name)).map((name) => `${id}: ${name}`),
  );
  expect(missing).toEqual([]);
});

function exists(name: string): boolean {
  const [file = '', title = ''] = name.split(' > ');
  return readFileSync(new URL(file, import.meta.url), 'utf8').includes(title);
}
