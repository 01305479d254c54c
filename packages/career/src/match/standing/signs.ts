/**
 * What stands around a name in a claim, as signs that can be weighed: the words before and behind it, how far off, in its own
 * part of the sentence or beyond a comma, and the marks between. The name itself is no sign: whoever never did payroll says so in
 * the words of whoever never did welding.
 */
import { type Token, tokensOf } from '../../domain/tokens.js';
import type { Range } from './marked.js';
import { turnsAt } from './turns.js';

/** What parts a sentence into what is said of one thing and what of another. */
const partings =
  /[,;.:!?()[\]–—\n•|]|\s-\s|(?<!\p{L})(?:but|however|although|though|while|whereas|aber|jedoch|sondern|während|pero|sino|aunque|mientras|mas|porém|embora|enquanto)(?!\p{L})/giu;

const farthestPart = 3;
const nearest = 2;
const mostOwn = 5;
const mostWords = 6;
const mostParts = 4;
const beginning = 5;
const ending = 3;

const wordOf = ({ word }: Token) => (/^\d+$/.test(word) ? (word.length === 4 ? '#year' : '#') : word);

interface Side {
  readonly name: '<' | '>';
  /** From the name outwards. */
  readonly tokens: readonly Token[];
  /** How many partings lie between the name and a word. */
  readonly partsTo: (token: Token) => number;
}

export function signsAt(text: string, [from, to]: Range): Set<string> {
  const tokens = tokensOf(text).filter((token, at, all) => token.from !== all[at - 1]?.from);
  const marks = [...text.matchAll(partings)].filter(({ index }) => index < from || index >= to);
  const [before, after] = [marks.filter(({ index }) => index < from), marks.filter(({ index }) => index >= to)];
  const left: Side = {
    name: '<',
    tokens: tokens.filter((token) => token.to <= from).reverse(),
    partsTo: (token) => before.filter(({ index }) => index >= token.from).length,
  };
  const right: Side = {
    name: '>',
    tokens: tokens.filter((token) => token.from >= to),
    partsTo: (token) => after.filter(({ index }) => index < token.from).length,
  };
  const next = right.tokens[0];
  const mark = /^\s*([^\p{L}\s])/u.exec(text.slice(to))?.[1] ?? '';
  const [opens, closes] = [before.at(-1)?.[0].trim() ?? '^', after[0]?.[0].trim() ?? '$'];
  return new Set([
    'always',
    ...wordSigns(left),
    ...wordSigns(right),
    `opens ${opens}`,
    `closes ${closes}`,
    `within ${opens}${closes}`,
    `mark ${mark}`,
    `mark ${mark} ${next === undefined ? '$' : wordOf(next)}`,
    `part ${Math.min(before.length, mostParts)} of ${Math.min(marks.length, mostWords)}`,
    ...outermost('first', left.tokens.at(-1)),
    ...outermost('last', right.tokens.at(-1)),
    ...(/^\p{Lu}/u.test(text.slice(from)) ? ['capital'] : []),
    ...turnsAt(text, [from, to]),
  ]);
}

function wordSigns({ name, tokens, partsTo }: Side): string[] {
  const parts = tokens.map((token) => Math.min(partsTo(token), farthestPart));
  const signs = tokens.flatMap((token, at) => {
    const word = wordOf(token);
    const inner = at === 0 ? '^' : wordOf(tokens[at - 1] as Token);
    const place = `${name}${parts[at]}`;
    return [
      `any ${word}`,
      `root${place} ${word.slice(0, beginning)}`,
      ...(at < nearest ? [`near${place}${at} ${word}`, `end${place}${at} ${word.slice(-ending)}`] : []),
      ...(parts[at] === farthestPart ? [] : [`pair${place} ${name === '<' ? `${word} ${inner}` : `${inner} ${word}`}`]),
    ];
  });
  const own = parts.filter((part) => part === 0).length;
  return [...signs, `own${name} ${Math.min(own, mostOwn)}`, `all${name} ${Math.min(tokens.length, mostWords)}`];
}

const outermost = (name: string, token: Token | undefined) =>
  token === undefined ? [] : [`${name} ${wordOf(token)}`, `${name} end ${wordOf(token).slice(-ending)}`];
