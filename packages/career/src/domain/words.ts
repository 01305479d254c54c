/**
 * Words as people write them in postings and resumes: names such as c++, c#, .net, node.js and ci/cd stay whole, single
 * letters survive only where they are languages, inflections fall together, filler disappears.
 */
import { fillerWords } from './filler-words.js';

const wordPattern =
  /c\+\+(?:\d+)?|[cfj]#|\.net\b|[a-z][a-z0-9]*\.js\b|ci\/cd|pl\/sql|t-sql|tcp\/ip|a\/b|[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu;

const languageLetters = new Set(['c', 'r']);

/** How a text reads, whatever its case, width and spacing. */
export function foldedText(text: string): string {
  const plain = /^[!-~]+(?: [!-~]+)*$/.test(text) ? text : text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  return plain.toLowerCase();
}

/** Raw words in order, lower case, nothing dropped but punctuation. */
export function rawWords(text: string): string[] {
  const found = text.normalize('NFKC').toLowerCase().match(wordPattern) ?? [];
  return found.map((word) => word.replace(/^c\+\+\d+$/, 'c++').replace(/['’].*$/, ''));
}

/** Words that carry meaning, stemmed, in order. */
export function contentWords(text: string): string[] {
  return rawWords(text)
    .filter((word) => (word.length > 1 || languageLetters.has(word)) && !fillerWords.has(word))
    .map(stem);
}

/**
 * A light stemmer: it only has to send inflections of one word to one form, the form itself need not be a word.
 * Names with digits or symbols are left alone.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  return withoutFinalE(withoutSuffix(singular(word)));
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

const suffixes: readonly (readonly [RegExp, string])[] = [
  [/(?:isation|ization)$/, 'is'],
  [/(?:ising|izing|ised|ized|iser|izer|ise|ize)$/, 'is'],
  [/ment$/, ''],
  [/ation$/, 'at'],
  [/ing$/, ''],
  [/ed$/, ''],
];

/** What must be left for a suffix to count as one: "ring" and "bed" are whole words. */
const fewestLettersLeft = new Map([
  ['ment', 5],
  ['ation', 4],
]);

function withoutSuffix(word: string): string {
  for (const [ending, replacement] of suffixes) {
    const at = word.search(ending);
    if (at < 0) continue;
    const root = word.slice(0, at);
    const enough = fewestLettersLeft.get(word.slice(at)) ?? 3;
    if (root.length >= enough && /[aeiouy]/.test(root)) return undoubled(root + replacement);
  }
  return word;
}

function undoubled(word: string): string {
  return /([bdgmnprt])\1$/.test(word) ? word.slice(0, -1) : word;
}

function withoutFinalE(word: string): string {
  return word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word;
}
