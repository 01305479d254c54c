/** Every error and every finding of a doctor leads to a page that explains it, and the pages tell of nothing else. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explanationOf, pageAddress } from '@quadrivium/kernel/shell';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runCobre } from '../packages/cobre/src/cli/program.js';
import { runtimeKinds, serviceKinds, validationKinds } from '../packages/cobre/src/faults.js';
import { explainingPages } from '../packages/kernel/src/explained/index.js';
import { problemKinds } from '../packages/portarium/src/http/problem.js';
import { checks } from '../packages/quadrivium/src/doctor/checks/index.js';
import { examine } from '../packages/quadrivium/src/doctor/examine.js';

const root = join(import.meta.dirname, '..');
const page = (name: string): string => readFileSync(join(root, 'docs/reference', name), 'utf8');
const headings = (text: string, level: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith(`${level} `) ? [line.slice(level.length + 1)] : []));

const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[a-z]+\/src\/.*\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, 'packages', path), 'utf8') }));

/** Kinds as the sources say them: given to a fault, or in the list of a package. */
function kindsInSources(): Set<string> {
  const thrown = sources.flatMap(({ text }) => [...text.matchAll(/(?:new Fault|\b[a-z]+Fault)\(\s*'(\w+)'/g)]);
  const lists = sources.filter(({ path }) => path.endsWith('/src/faults.ts'));
  const listed = lists.flatMap(({ text }) => [...text.matchAll(/^ {2}\| '(\w+)'/gm)]);
  // The console has no faults: it tells of trouble, whose kinds begin with a capital like those of servers.
  const shown = sources
    .filter(({ path }) => path.startsWith('console/'))
    .flatMap(({ text }) => [...text.matchAll(/kind: [^,\n]*'([A-Z]\w+)'/g)]);
  const named = [...thrown, ...listed, ...shown].map(([, kind]) => kind ?? '');
  return new Set([...named, ...validationKinds, ...runtimeKinds, ...serviceKinds, ...problemKinds]);
}

describe('the page of errors', () => {
  const explained = headings(page('errors.md'), '###');
  // As explanationOf of the shell makes them, and as pages of Markdown have them.
  const anchors = explained.map((kind) => kind.toLowerCase());

  test('explains every kind that a program of ours can answer with', () => {
    const known = kindsInSources();
    expect(known.size).toBeGreaterThan(100);
    expect([...known].filter((kind) => !anchors.includes(kind.toLowerCase()))).toEqual([]);
  });

  test('explains nothing twice, by an anchor of its own', () => {
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) !== at)).toEqual([]);
  });

  test('explains nothing that is never answered', () => {
    expect(explained.filter((kind) => !sources.some(({ text }) => text.includes(`'${kind}'`)))).toEqual([]);
  });
});

test('the page of the doctor tells of every check, in the order it looks', () => {
  expect(headings(page('doctor.md'), '##')).toEqual(checks.map(({ name }) => name));
});

test('somebody at a terminal is shown the way to the page, and a program is not', async () => {
  const failing = async (errIsTerminal: boolean): Promise<string> => {
    const terminal = memoryTerminal({ errIsTerminal });
    await runCobre(['validate', '/nowhere/at/all'], async () => {}, terminal);
    return terminal.stderr;
  };
  expect(await failing(true)).toContain('docs/reference/errors.md#missingfile');
  expect(await failing(false)).not.toContain('docs/reference');
});

describe('the way to a page', () => {
  test('is a file that is there, in a clone and beside every program of a package', () => {
    for (const name of explainingPages) {
      const { protocol, pathname, hash } = new URL(pageAddress(name, 'port', {}));
      expect([protocol, hash]).toEqual(['file:', '#port']);
      expect(readFileSync(pathname, 'utf8')).toBe(page(`${name}.md`));
      for (const binaries of ['career', 'cobre', 'cpe', 'ledger', 'portarium', 'quadrivium'])
        expect(readFileSync(join(root, 'packages', binaries, 'bundle', `${name}.md`), 'utf8')).toBe(page(`${name}.md`));
    }
  });

  test.each([
    ['https://docs.example.org/q/', 'https://docs.example.org/q/docs/reference/errors.html#notfound'],
    ['http://localhost:4173', 'http://localhost:4173/docs/reference/errors.html#notfound'],
  ])('is on the site %s where somebody has said so', (QUADRIVIUM_DOCS, expected) => {
    expect(explanationOf('NotFound', { QUADRIVIUM_DOCS })).toBe(expected);
  });

  test.each(['', 'javascript:alert(1)', 'docs'])(
    'is the file where "%s" is no address of a site',
    (QUADRIVIUM_DOCS) => {
      expect(explanationOf('NotFound', { QUADRIVIUM_DOCS })).toMatch(/^file:/);
    },
  );

  test('is told by every finding of the doctor, and leads to the heading of its check', async () => {
    const anchors = headings(page('doctor.md'), '##').map((name) => name.toLowerCase().replaceAll(' ', '-'));
    const folder = mkdtempSync(join(tmpdir(), 'quadrivium-explained-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const { findings } = await examine({ data: folder, port: 1 });
    expect(findings.length).toBeGreaterThan(5);
    for (const { page: way = '' } of findings) expect(anchors).toContain(new URL(way).hash.slice(1));
  });
});

test('the page of events tells of every event that the sources name', () => {
  const told = page('events.md');
  const events = (path: string, pattern: RegExp): string[] =>
    sources
      .filter((each) => each.path.startsWith(path))
      .flatMap(({ text }) => [...text.matchAll(pattern)].map(([, type]) => type ?? ''));
  const cobre = events('cobre/src/sddp/events.ts', /readonly type: '(\w+)'/g);
  const portarium = events('portarium/src/', /'([a-zA-Z]+\.[A-Z][A-Za-z]+)'/g);
  expect(cobre.length).toBeGreaterThan(15);
  expect(portarium.length).toBeGreaterThan(15);
  expect([...cobre, ...portarium].filter((type) => !told.includes(`\`${type}\``))).toEqual([]);
});
