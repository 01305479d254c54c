/** What the guides say to copy and to change is there, so that nobody follows them into a folder that has moved. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const guide = readFileSync(join(root, 'docs/guides/extend.md'), 'utf8');
const sections = guide.split(/^## /m).slice(1);
const kinds = [
  'Operation',
  'Format of documents',
  'Equipment',
  'Step kind',
  'Policy condition',
  'Page',
  'Host to connect',
  'Provider',
];

test('the guide tells of every kind of extension', () => {
  expect(sections.map((section) => section.split('\n')[0])).toEqual(kinds);
});

describe.each(sections.map((section) => [section.split('\n')[0], section] as const))('%s', (_, section) => {
  test('names an example and a list, and every file it names exists', () => {
    expect(section).toMatch(/^- example: `/m);
    const files = [...section.matchAll(/`((?:packages|test|docs|scripts)\/[^`]+)`/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(1);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  test('shows a line that stands in the list it names', () => {
    const [, list = ''] = /^- list: `([^`]+)`/m.exec(section) ?? [];
    const [, line = ''] = /```ts\n(.+)\n```/.exec(section) ?? [];
    const lines = readFileSync(join(root, list), 'utf8').split('\n');
    expect(lines.map((one) => one.trim())).toContain(line);
  });
});

describe('we and the original', () => {
  const page = readFileSync(join(root, 'docs/explanation/we-and-the-original.md'), 'utf8');
  const rows = page.split('\n').filter((line) => /^\| (?!what|\|)/.test(line));

  test.each(rows.map((row) => [row.slice(2).split(' |')[0]!, row] as const))('%s: a test proves it', (_, row) => {
    const [, title = '', file = ''] = /\[([^\]]+)\]\(\.\.\/\.\.\/([^)]+)\) \|$/.exec(row) ?? [];
    expect(file).toMatch(/^packages\/cobre\/test\//);
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
  });
});

const tour = readFileSync(join(root, 'docs/explanation/tour.md'), 'utf8');

test.each(readdirSync(join(root, 'packages')).filter((name) => existsSync(join(root, 'packages', name, 'src'))))(
  'the tour names every folder of %s, and no other',
  (name) => {
    const [, row = ''] = new RegExp(`^\\| ${name} \\| (.+) \\|$`, 'm').exec(tour) ?? [];
    const entries = readdirSync(join(root, 'packages', name, 'src'), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    const named = row.split(/[,;→]/).map((word) => word.trim());
    expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
    const known = entries.map((entry) => entry.name.replace(/\.tsx?$/, ''));
    expect(named.filter((word) => !known.includes(word))).toEqual([]);
  },
);
