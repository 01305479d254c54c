/**
 * The report of an import is held to its word, record by record: a deck without a record that is said to have no effect gives
 * the same case, and a deck without one that is said to be used gives another, or cannot be read.
 */
import { Fault } from '@quadrivium/kernel/fault';
import { expect, test } from 'vitest';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { importDeck } from '../../src/newave/import/import-deck.js';
import type { ImportOptions } from '../../src/newave/import/study.js';
import { standard } from './imported.js';
import { smallDeck } from './small-deck.js';

function caseOf(deck: Map<string, Uint8Array>, options: ImportOptions): string {
  const { files } = importDeck(readDeck(deck), options);
  const written = files.filter(({ path }) => path !== 'import-report.json');
  return written.map(({ path, content }) => `${path}\n${Buffer.from(content).toString('base64')}`).join('\n');
}

const linesIn = (name: string): string[] => Buffer.from(smallDeck().get(name)!).toString('latin1').split('\r\n');

/** The case of another text; null where that cannot be read, because others depend on the line that changed. */
function caseWith(name: string, lines: readonly string[], options: ImportOptions): string | null {
  try {
    return caseOf(smallDeck({ [name]: () => lines.join('\r\n') }), options);
  } catch (error) {
    if (error instanceof Fault) return null;
    throw error;
  }
}

const caseWithout = (name: string, line: number, options: ImportOptions) =>
  caseWith(name, linesIn(name).toSpliced(line - 1, 1), options);

/** The last digit of a line is another one: a record may well say what would hold without it. */
const caseOtherwise = (name: string, line: number, options: ImportOptions) =>
  caseWith(
    name,
    linesIn(name).map((text, k) =>
      k === line - 1 ? text.replace(/\d(?=\D*$)/, (digit) => `${(Number(digit) + 1) % 10}`) : text,
    ),
    options,
  );

const isEndMark = (text: string | undefined) => /^\s*9{3,4}\s*$/.test(text ?? '');

test.each<[string, Partial<ImportOptions>]>([
  ['plants one by one', {}],
  ['one year of them', { years: 1 }],
  ['the years after the study, too', { post: 'deck', scale: 'deck' }],
  ['equivalent reservoirs', { model: 'ree' }],
])('what is said to have no effect has none, for %s', (_, changes) => {
  const options = { ...standard, ...changes };
  const whole = caseOf(smallDeck(), options);
  const { report } = importDeck(readDeck(smallDeck()), options);
  const wrong: string[] = [];
  for (const { path, ignored } of report.files.filter(({ path, lines }) => lines !== null && path !== 'DGER.DAT')) {
    const content = linesIn(path);
    for (const { first_line, last_line, reason } of ignored.filter(({ records }) => records > 0)) {
      for (let line = first_line; line <= last_line; line++) {
        const without = isEndMark(content[line - 1]) ? null : caseWithout(path, line, options);
        if (without !== null && without !== whole) wrong.push(`${path}:${line} ${reason}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('what is said to be used has an effect', () => {
  const whole = caseOf(smallDeck(), standard);
  const { report } = importDeck(readDeck(smallDeck()), standard);
  const idle: string[] = [];
  for (const { path, ignored } of report.files.filter(({ lines, used }) => lines !== null && used > 0)) {
    const isIgnored = (line: number) => ignored.some((run) => run.first_line <= line && line <= run.last_line);
    for (const [k, text] of linesIn(path).entries()) {
      if (text === '' || isEndMark(text) || isIgnored(k + 1) || !/\d/.test(text)) continue;
      const others = [caseWithout(path, k + 1, standard), caseOtherwise(path, k + 1, standard)];
      if (others.every((other) => other === whole)) idle.push(`${path}:${k + 1} ${text}`);
    }
  }
  expect(idle).toEqual([]);
});
