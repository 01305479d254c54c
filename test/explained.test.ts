/** Every error and every finding of the doctor leads to a page that explains it, and the pages tell of nothing else. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memoryTerminal } from '@quadrivium/kernel/testing';
import { describe, expect, test } from 'vitest';
import { runCobre } from '../packages/cobre/src/cli/program.js';
import { runtimeKinds, serviceKinds, validationKinds } from '../packages/cobre/src/faults.js';
import { checks } from '../packages/quadrivium/src/doctor/checks/index.js';

const root = join(import.meta.dirname, '..');
const page = (name: string): string => readFileSync(join(root, 'docs/reference', name), 'utf8');
const headings = (text: string, level: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith(`${level} `) ? [line.slice(level.length + 1)] : []));

const sources = readdirSync(join(root, 'packages'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /^[a-z]+\/src\/.*\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, 'packages', path), 'utf8') }));

/** Kinds as the sources say them: given to a fault, or in the list of a package. */
function kindsInSources(): Set<string> {
  const thrown = sources.flatMap(({ text }) => [...text.matchAll(/(?:new Fault|\b[a-z]+Fault)\(\s*'(\w+)'/g)]);
  const lists = sources.filter(({ path }) => path.endsWith('/src/faults.ts'));
  const listed = lists.flatMap(({ text }) => [...text.matchAll(/^ {2}\| '(\w+)'/gm)]);
  const named = [...thrown, ...listed].map(([, kind]) => kind ?? '');
  return new Set([...named, ...validationKinds, ...runtimeKinds, ...serviceKinds]);
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
