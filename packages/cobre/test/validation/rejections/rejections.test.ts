/** Each row of the table of rejections, and that the table leaves out nothing that validation can say. */
import { describe, expect, test } from 'vitest';
import { readCase } from '../../../src/case/read/read-case.js';
import { registriesOf } from '../../../src/case/registries.js';
import { caseFiles, type RawCase } from '../../../src/case/registry.js';
import { caseRules, fileRules } from '../../../src/validation/rules.js';
import { memoryCase } from '../../case/memory-case.js';
import { richCase } from '../../case/rich-case.js';
import type { CaseContents } from '../../case/write-case.js';
import { doubts, rejections } from './index.js';
import * as old from './old/index.js';
import { reportOf, type Spoil, told } from './rejection.js';

describe.each(rejections)('section $section: $about', ({ rows, sound }) => {
  test('the case is sound before it is spoiled', async () => {
    expect((await reportOf(sound)).errors).toEqual([]);
  });

  test.each(rows)('%s: %s', async (_, kind, context, advice, spoil) => {
    const { errors } = await reportOf(sound, spoil);
    expect(errors).toContainEqual(told(kind, context, advice));
  });
});

describe.each(doubts)('section $section, with a warning: $about', ({ rows, sound }) => {
  test.each(rows)('%s', async (_, context, words, advice, spoil) => {
    const { errors, warnings } = await reportOf(sound, spoil);
    expect(errors).toEqual([]);
    const message = expect.stringMatching(words);
    const suggestion = expect.stringMatching(advice);
    const said = { message, suggestion, context: expect.objectContaining(context) };
    expect(warnings).toContainEqual(expect.objectContaining(said));
  });
});

/** Sections of the description that refuse something in a case; what they refuse in policies is in `results/`. */
const refusing = ['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '1.8', '1.9', '1.10', '1.12'];
const physics = ['2.6', '2.7', '2.8', '2.12', '2.13', '3.1', '3.2'];

test('every section that refuses something has rows', () => {
  const sections = new Set(rejections.map(({ section }) => section));
  expect([...refusing, ...physics].filter((section) => !sections.has(section))).toEqual([]);
});

test('no row takes just any advice', () => {
  const vague = rejections
    .flatMap(({ rows }) => rows)
    .filter(([, , , advice]) => advice.test('x') || advice.test('Correct it.'));
  expect(vague.map(([title]) => title)).toEqual([]);
});

test('every rule of validation is met by a row', async () => {
  // Where a file does not fit its schema, nothing else is asked.
  let silent = [...fileRules.map(({ name }) => name), ...caseRules.map(({ name }) => name)];
  for (const { files, spoil } of everyCase()) {
    if (silent.length === 0) break;
    const spoilt = files();
    spoil(spoilt);
    silent = await stillSilent(silent, spoilt);
  }
  expect(silent).toEqual([]);
});

function* everyCase(): Iterable<{ files: () => CaseContents; spoil: Spoil }> {
  for (const row of Object.values(old).flat()) yield { files: richCase, spoil: row[4] };
  for (const { rows, sound } of [...doubts, ...rejections.filter(({ section }) => section !== '1.0')])
    for (const row of rows) yield { files: sound, spoil: row[4] };
}

/** Those of the rules that have nothing to say about a case either. */
async function stillSilent(names: readonly string[], files: CaseContents): Promise<string[]> {
  const { contents } = await readCase('case', memoryCase(files));
  const input = { raw: contents as RawCase, registries: registriesOf(contents) };
  const isWhole = Object.keys(caseFiles).every((key) => key in contents);
  const asked = [...fileRules, ...(isWhole ? caseRules : [])].filter(({ name }) => names.includes(name));
  const speaking = asked.filter((rule) => [...rule.check(input)].length > 0).map(({ name }) => name);
  return names.filter((name) => !speaking.includes(name));
}
