import { existsSync, readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import type { Requirement } from './requirements/statement.js';
import { requirements } from './requirements.js';

/**
 * What the seeds ask for, and what proves it. A gap is an expected failure: it shows in the count, and whoever closes it
 * names the test in the table instead.
 */
const root = new URL('../', import.meta.url);
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

describe.each(Object.entries(requirements))('%s', (system, rows) => {
  const gaps = rows.filter(isGap);
  const proved = rows.filter((row) => !isGap(row));

  test(`names only tests that exist (${proved.length} proved, ${gaps.length} gaps)`, () => {
    const missing = proved.flatMap((row) => ('tests' in row ? row.tests.filter((name) => !testExists(name)) : []));
    expect(missing).toEqual([]);
  });

  for (const { id, gap } of gaps) {
    test.fails(`${id} (${gap})`, () => {
      throw new Error('No test proves this yet.');
    });
  }

  afterAll(() => {
    console.log(`requirements of ${system}: ${rows.length}, proved ${proved.length}, gaps ${gaps.length}`);
  });
});

const sources = new Map<string, string>();

/** A test is named `path > title`; its title must stand in that file. */
function testExists(name: string): boolean {
  const [path = '', ...titles] = name.split(' > ');
  const title = titles.at(-1);
  return title !== undefined && title !== '' && sourceOf(path).includes(title);
}

function sourceOf(path: string): string {
  const file = new URL(path, root);
  const text =
    sources.get(path) ??
    (/\.test\.ts$|-contract\.ts$/.test(path) && existsSync(file) ? readFileSync(file, 'utf8') : '');
  sources.set(path, text);
  return text;
}
