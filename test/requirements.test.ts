import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Requirement } from './requirements/statement.js';
import { requirements } from './requirements.js';

/**
 * What the seeds ask for, and what proves it. A gap is an expected failure: it shows in the count, and whoever closes it
 * names the test in the table instead.
 */
const all = Object.values(requirements).flat();
const isGap = (row: Requirement): row is Requirement & { readonly gap: string } => 'gap' in row;

describe('the table of requirements', () => {
  test('names every statement once', () => {
    const ids = all.map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  test('keeps ids in the form system.part.detail', () => {
    const form = /^(cobre|cpe|portarium|career)(\.[a-z0-9]+(-[a-z0-9]+)*)+$/;
    expect(all.map(({ id }) => id).filter((id) => !form.test(id))).toEqual([]);
  });

  test('puts every statement under its own system', () => {
    const misplaced = Object.entries(requirements).flatMap(([system, rows]) =>
      rows.filter(({ id }) => !id.startsWith(`${system}.`)).map(({ id }) => id),
    );
    expect(misplaced).toEqual([]);
  });

  test('covers all five seeds', () => {
    expect([...new Set(all.flatMap(({ seed }) => seed))].sort()).toEqual(['000', '001', '002', '003', '004']);
  });

  test('states something in every row', () => {
    expect(all.filter(({ text }) => !/^.{15,}\.$/.test(text)).map(({ id }) => id)).toEqual([]);
  });

  test('names an issue for every gap', () => {
    expect(all.filter(isGap).filter(({ gap }) => !/^issue \d+$/.test(gap))).toEqual([]);
  });
});

describe.each(Object.entries(requirements))('%s', (_, rows) => {
  // Whether those tests are there, ran and passed is told by the reporter, which knows (scripts/closing-line-reporter.ts).
  test('names only files of tests that exist', () => {
    const files = new Set(rows.flatMap((row) => ('tests' in row ? row.tests : [])).map((name) => name.split(' > ')[0]));
    expect(
      [...files].filter(
        (file) => !/\.test\.ts$/.test(file ?? '') || !existsSync(new URL(`../${file}`, import.meta.url)),
      ),
    ).toEqual([]);
  });

  for (const { id, gap } of rows.filter(isGap)) {
    test.fails(`${id} (${gap})`, () => {
      throw new Error('No test proves this yet.');
    });
  }
});
