/** Rules of the house that a reader would otherwise have to trust. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

function sources(): { readonly file: string; readonly text: string }[] {
  return readdirSync(join(root, 'packages')).flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => ({ file: relative(root, file), text: readFileSync(file, 'utf8') })),
  );
}

test('an operation runs in one place: everybody else goes through the gate', () => {
  const runs = /(?<!prompt\.)\b(?:definition|operation|tool)\??\.run\(|\.operations[^;\n]*\.run\(/;
  const places = sources().filter(({ text }) => runs.test(text));
  expect(places.map(({ file }) => file)).toEqual(['packages/kernel/src/gate/run-operation.ts']);
});

test('the engine of portarium names no kind of step, and makes nothing fit that does not', () => {
  const below = (folder: string) =>
    sources().filter(({ file }) => file.startsWith(`packages/portarium/src/${folder}/`));
  const kinds = below('steps').flatMap(({ text }) =>
    [...text.matchAll(/'(?!node:)[a-z]+:[a-z]+'/g)].map(([kind]) => kind),
  );
  expect(kinds.length).toBeGreaterThan(7);
  const told = below('engine').filter(
    ({ text }) => /\bas never\b/.test(text) || kinds.some((kind) => text.includes(kind)),
  );
  expect(told.map(({ file }) => file)).toEqual([]);
});

/** Browsers have no clock, files or secrets of ours, and use what they bring; of these they have none of their own either. */
const inBrowsers = 'packages/console/';
const alsoInBrowsers: readonly string[] = ['the gap', 'isObject'];

/** What stands in the kernel's essentials, as somebody writes it who does not know them, and who may write it all the same. */
const essentials: Readonly<Record<string, readonly [RegExp, ...string[]]>> = {
  'the clock (durations are `performance.now()`)': [/\bDate\.now\b|\bnew Date\(\)/, 'kernel/src/essentials/clock.ts'],
  'the maker of ids': [/\brandomUUID\b|\bmonotonicFactory\b/, 'kernel/src/essentials/clock.ts'],
  'the maker of secrets': [
    /\brandomBytes\b/,
    'kernel/src/essentials/present.ts',
    // Bytes for a cipher, and letters that people read to each other.
    'portarium/src/app/people/api-keys.ts',
    'portarium/src/bin/key-file.ts',
  ],
  'the atomic write': [
    /\brename(?:Sync)?\(/,
    'kernel/src/essentials/write-whole.ts',
    // Folders, files that are written as a stream, and locks are moved, not written.
    'cobre/src/results/folder/output-folder.ts',
    'cobre/src/service/answers/export-results.ts',
    'cobre/src/service/cases/case-directory.ts',
    'cobre/src/service/runs/lock/run-lock.ts',
    'quadrivium/src/demo/studies.ts',
  ],
  'the gap': [/Math\.max\(1, Math\.abs\([\w.]*upper/i, 'cobre/src/sddp/bounds.ts'],
  isObject: [/typeof (\w+) === 'object' && \1 !== null && !Array\.isArray\(\1\)/, 'kernel/src/essentials/is-object.ts'],
};

test.each(Object.entries(essentials))('there is one of %s', (name, [pattern, ...places]) => {
  const found = sources().filter(
    ({ file, text }) => (alsoInBrowsers.includes(name) || !file.startsWith(inBrowsers)) && pattern.test(text),
  );
  expect(found.map(({ file }) => file.replace(/^packages\//, '')).sort()).toEqual([...places].sort());
});

/** The types that may bear a word of which docs/explanation/glossary.md says that it means one thing. */
const homes: Readonly<Record<string, readonly string[]>> = {
  Gate: [],
  Policy: ['cobre/src/sddp/policy.ts', 'portarium/src/domain/policy.ts'],
  Problem: [],
  Session: ['kernel/src/transport/streamable-http/session.ts'],
  Settings: ['cobre/src/case/settings.ts', 'kernel/src/client/config/settings.ts', 'portarium/src/engine/settings.ts'],
};

test.each(Object.entries(homes))('%s means what the glossary says, and names no other type', (word, places) => {
  const glossary = readFileSync(join(root, 'docs/explanation/glossary.md'), 'utf8');
  const [, oneMeaning = ''] = /## Words that mean one thing\n([\s\S]*?)\n## /.exec(glossary) ?? [];
  expect(oneMeaning).toMatch(new RegExp(`^\\| ${word.toLowerCase()}[ (]`, 'm'));
  const declares = new RegExp(`\\b(?:class|interface|enum) ${word}\\b|^(?:export )?type ${word}\\b(?: |<)`, 'm');
  const found = sources().filter(({ text }) => declares.test(text));
  expect(found.map(({ file }) => file.replace(/^packages\//, '')).sort()).toEqual(places);
});

test.each(Object.keys(homes).filter((word) => word !== 'Settings'))(
  'whatever is some kind of %s is in its line of the glossary',
  (word) => {
    const glossary = readFileSync(join(root, 'docs/explanation/glossary.md'), 'utf8');
    const lines = glossary.match(new RegExp(`^\\| ${word.toLowerCase()}[ (].*$`, 'gm')) ?? [];
    const kinds = new RegExp(`^(?:export )?(?:class|interface|type) (\\w+${word})\\b`, 'gm');
    const found = sources().flatMap(({ text }) => [...text.matchAll(kinds)].map(([, name = '']) => name));
    expect(found.filter((name) => !lines.join().includes(`\`${name}\``))).toEqual([]);
  },
);

test('tests that are left to CI stand in files that are there', () => {
  const files = Object.keys(JSON.parse(readFileSync(join(root, 'test/support/tests-at-length.json'), 'utf8')));
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});
