/**
 * Decks with damaged digits: every number of every text file, lines twice, lines in another order, counts that do not fit. Each
 * ends in a refusal or a warning with file, line and what was expected, or the deck holds faithfully what is written now. Plain
 * runs take a sample, CI a larger one and the official deck; COBRE_DECK_CORRUPTIONS=all takes every number of the small deck.
 */
import { describe, expect, test } from 'vitest';
import { readDeck } from '../../src/newave/deck/read-deck.js';
import { dice } from '../random-case.js';
import { type DamageName, damages, type Outcome, Sound, type Token, tokensOf } from './corruptions.js';
import { filesIn, officialDeck, skipOfficial } from './decks.js';
import { line } from './imported.js';
import { smallDeck } from './small-deck.js';

const isAll = process.env.COBRE_DECK_CORRUPTIONS === 'all';
const most = isAll ? Number.POSITIVE_INFINITY : process.env.CI ? 60 : 6;

/** Some of a list, chosen by a seed. */
function some<Item>(all: readonly Item[], count: number, seed: number): Item[] {
  const random = dice(seed);
  if (count >= all.length) return [...all];
  return Array.from({ length: count }, () => all[random.whole(0, all.length - 1)]!);
}

/** Where a blank says that there is none: rows before the study, tables that are off, lists with room for more. */
const mayBeAbsent = [
  /^\/(risk|safetyCurve)\//,
  /^\/(additionalLoads|losses\/interchange|blocks\/\w+|system\/load)\/.*values\//,
  /^\/blocks\/durations\/.*values\//,
  /^\/withdrawals\/\d+\/(flag|flows\/\d)/,
  /^\/maintenance\/\d+\/unit$/,
  /^\/penalties\/\d+\/reservoir$/,
  /^\/electrical\/sets\/\d+\/plants\//,
  /^\/system\/subsystems\/\d+\/(fictitious$|deficit(Cost|Depth)\/[1-3])/,
];

/** What must not be: null, or what is wrong about it. */
function wrong(outcome: Outcome, isBlank: boolean): string | null {
  if (outcome.is === 'silent') return `silent: ${outcome.paths.slice(0, 3).join(' ')}`;
  if (outcome.is === 'absent') {
    const path = outcome.paths.find((each) => !mayBeAbsent.some((known) => known.test(each)));
    return isBlank && path === undefined ? null : `lost: ${outcome.paths[0]}`;
  }
  if (outcome.is === 'told')
    return outcome.messages.every((message) => message.length > 20) ? null : `told as ${outcome.messages[0]}`;
  if (outcome.is !== 'refused') return null;
  const { kind, message, context, suggestion } = outcome.fault;
  if (!['ParseError', 'MissingReference', 'MissingFile', 'InvalidArguments'].includes(kind)) return `fault ${kind}`;
  if (!suggestion) return `no suggestion: ${message}`;
  if (!/expected .+, found /s.test(message)) return `refused as ${message}`;
  return context.file && typeof context.line === 'number' ? null : `no place: ${message}`;
}

/** The outcome with a number damaged; null where the damage cannot be done there. */
function damaged(sound: Sound, token: Token, name: DamageName): Outcome | null {
  const lines = [...sound.texts.get(token.file)!];
  const made = damages[name](lines[token.line]!, token.start, token.start + token.text.length);
  if (made === null || made === lines[token.line]) return null;
  lines[token.line] = made;
  return sound.outcome(token.file, lines, [made]);
}

/** No number can be read from these. */
const unreadable = /letter|an O|NaN|points|comma/;

function faults(sound: Sound, name: DamageName, tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    const outcome = damaged(sound, token, name);
    if (outcome === null) return [];
    const isRead = unreadable.test(name) && outcome.is !== 'refused' && outcome.is !== 'told';
    const said = isRead ? outcome.is : wrong(outcome, name === 'blanks in its place');
    return said === null ? [] : [`${token.file}:${token.line + 1}:${token.start + 1} '${token.text}' ${said}`];
  });
}

const small = new Sound(smallDeck());
/** In free form a value that is gone leaves no gap: one of two limits by block is one for all of them. */
const inFreeForm = ({ file, text }: Token) => file === 'MODIF.DAT' && /^[89]0\.0$/.test(text);
const names = Object.keys(damages) as DamageName[];

test.each(names)('a number with %s is refused, told or read as it is written', (name) => {
  const tokens = tokensOf(small.texts).filter((token) => name !== 'blanks in its place' || !inFreeForm(token));
  expect(faults(small, name, some(tokens, most, 18 + name.length))).toEqual([]);
});

const lineDamages: Readonly<Record<string, (lines: readonly string[], k: number) => string[]>> = {
  twice: (lines, k) => [...lines.slice(0, k + 1), ...lines.slice(k)],
  'in the place of the next': (lines, k) => lines.with(k, lines[k + 1]!).with(k + 1, lines[k]!),
};

/** Lines with numbers of the files that have lines of their own; titles and the names of files are read by other tests. */
const numbered = (sound: Sound) =>
  [...sound.texts]
    .filter(([file]) => !/^(CASO|ARQUIVOS)/i.test(file))
    .flatMap(([file, lines]) => [...lines.keys()].map((k) => ({ file, k })))
    .filter(({ file, k }) => /\d/.test(sound.texts.get(file)![k]!) && k + 1 < sound.texts.get(file)!.length);

test.each(Object.keys(lineDamages))('a line %s is refused or told, or nothing is lost by it', (name) => {
  const found = some(numbered(small), most, 7 * name.length).flatMap(({ file, k }) => {
    const lines = small.texts.get(file)!;
    const changed = lineDamages[name]!(lines, k);
    const said = wrong(small.outcome(file, changed, [lines[k]!, lines[k + 1] ?? '']), false);
    return said === null ? [] : [`${file}:${k + 1} ${said} | ${lines[k]}`];
  });
  expect(found).toEqual([]);
});

test.each<[string, string, number, (text: string) => string, RegExp]>([
  [
    'more levels of deficit',
    'SISTEMA.DAT',
    4,
    () => '   3',
    /expected the cost and the depth of 3 levels of deficit, found none for level 3/,
  ],
  ['more blocks', 'PATAMAR.DAT', 3, () => '  3', /ADTERM.DAT, line 4, column 49: expected a value \(power 3\)/],
  ['fewer blocks', 'PATAMAR.DAT', 3, () => '  1', /expected a year .*1 rows each.*, found one row more/],
  ['no blocks', 'PATAMAR.DAT', 3, () => '  0', /line 3, column 2: expected from 1 to 5 blocks, found ' 0'/],
  [
    'more years',
    'DGER.DAT',
    4,
    (text) => text.replace(/2$/, '3'),
    /expected load of subsystem 1 for every month of the study, found none for 2032-01/,
  ],
  ['a longer lag', 'ADTERM.DAT', 3, (text) => text.replace(/1$/, '2'), /ADTERM.DAT, line 5, column \d+: expected/],
  [
    'a third limit of turbines',
    'MODIF.DAT',
    8,
    (text) => `${text} 70.0`,
    /expected one value of TURBMAXT or one for each of 2 blocks, found 3/,
  ],
  [
    'a switch one column too far',
    'DGER.DAT',
    41,
    (text) => text.replace(/ {3}1$/, '    1'),
    /line 41, column 22: expected a whole number from 0 on/,
  ],
  ['a digit between two fields', 'TERM.DAT', 3, (text) => ` ${text}`, /TERM.DAT, line 3, column \d+: expected/],
])('%s than there are is refused', (_, file, n, edit, message) => {
  expect(() => readDeck(smallDeck({ [file]: line(n, edit) }))).toThrow(message);
});

describe.skipIf(skipOfficial)('the official deck', () => {
  let kept: Sound | undefined;
  const official = () => {
    kept ??= new Sound(filesIn(officialDeck));
    return kept;
  };
  /** Nobody reads these files, the company at the begin of a line of MANUTT, and what DGER says behind its values. */
  const read = ({ file, start }: Token) =>
    !/CADTERM|CADUSH|POSTOS|DEFPAT|SOURCE|LICENSE|NEWAVEMSG|SAR|SELCOR/i.test(file) &&
    !(/MANUTT/i.test(file) && start < 17) &&
    !(/DGER/i.test(file) && start >= 46);

  test.each(names)('with a number with %s is refused, told or read as it is written', (name) => {
    const tokens = tokensOf(official().texts).filter(read);
    expect(faults(official(), name, some(tokens, isAll ? 100 : 4, 31 + name.length))).toEqual([]);
  });
});
