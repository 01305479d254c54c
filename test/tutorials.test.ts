import { mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeDeck } from '../packages/cobre/test/newave/decks.js';
import { freePort } from './support/redis-server.js';
import { sampled } from './support/sampling.js';
import { allFit, inWordsOfPage } from './support/tutorial-output.js';
import { parseTutorial, portsOf, type TutorialStep } from './support/tutorial-page.js';
import { openTutorialSession, type TutorialSession } from './support/tutorial-session.js';

const tutorials = join(import.meta.dirname, '../docs/tutorial');
const pages = readdirSync(tutorials).filter((name) => name.endsWith('.md'));

/** A page names ports a reader can type; a run of it uses free ones in their place. */
async function onFreePorts(page: string): Promise<string> {
  let text = page;
  for (const port of portsOf(page)) text = text.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), String(await freePort()));
  return text;
}

async function follow(session: TutorialSession, name: string, step: TutorialStep): Promise<void> {
  if (step.kind === 'file') return session.write(step.name, step.text);
  const { printed, status } = await session.run(step.command, (lines) => allFit(lines, step.expected));
  const where = `docs/tutorial/${name}:${step.line}\n$ ${step.command}\n(exit code ${status ?? 'none, it still runs'})`;
  expect(inWordsOfPage(printed, step.expected).join('\n'), where).toBe(step.expected.join('\n'));
  // A failure is fine where the page shows what it looks like.
  if (step.expected.length === 0) expect(status ?? 0, where).toBe(0);
}

describe.skipIf(process.platform === 'win32')('every tutorial does what it says', () => {
  test.each(sampled('tutorials', pages, 12))('%s', async (name) => {
    const steps = parseTutorial(await onFreePorts(readFileSync(join(tutorials, name), 'utf8')));
    expect(steps.length, 'a tutorial has something to run').toBeGreaterThan(0);
    const session = openTutorialSession(realpathSync(mkdtempSync(join(tmpdir(), 'quadrivium-tutorial-'))));
    try {
      // What a reader brings along.
      if (name === 'cobre.md') await writeDeck(join(session.folder, 'deck'));
      for (const step of steps) await follow(session, name, step);
    } finally {
      expect(await session.close(), 'programs that did not end with the page').toEqual([]);
    }
  });
});

describe('the tutorial format', () => {
  test('reads commands, what they print, files and continued lines', () => {
    const page = [
      'Prose.',
      '```file name=a/b.txt',
      'one',
      '```',
      '```console',
      '$ cat a/b.txt',
      'one',
      '',
      '$ echo \\',
      '> two',
      'two',
      '```',
      '```json',
      '{}',
      '```',
    ].join('\n');
    expect(parseTutorial(page)).toEqual([
      { kind: 'file', line: 3, name: 'a/b.txt', text: 'one\n' },
      { kind: 'command', line: 6, command: 'cat a/b.txt', expected: ['one'] },
      { kind: 'command', line: 9, command: 'echo \\\ntwo', expected: ['two'] },
    ]);
  });

  test.each([
    ['the same text', ['a', 'b'], ['a', 'b'], true],
    ['any text inside a line', ['key ptk_123.'], ['key …'], true],
    ['any lines', ['a', 'x', 'y', 'b'], ['a', '…', 'b'], true],
    ['no lines as any lines', ['a', 'b'], ['a', '…', 'b'], true],
    ['special characters as themselves', ['a.b (c)'], ['a.b (c)'], true],
    ['a missing line', ['a'], ['a', 'b'], false],
    ['a further line', ['a', 'b'], ['a'], false],
    ['another order', ['b', 'a'], ['a', 'b'], false],
  ])('compares %s', (_, printed, shown, expected) => {
    expect(allFit(printed, shown)).toBe(expected);
  });

  test('shows only what differs when a page is wrong', () => {
    expect(inWordsOfPage(['took 3 ms', 'cost 5'], ['took … ms', 'cost 4'])).toEqual(['took … ms', 'cost 5']);
  });
});
