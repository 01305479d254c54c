/** Where somebody must be or is, and what must be paid: facts that let no other strength make up for them. */
import { allMatches } from '../../domain/all-matches.js';
import type { NamedThing } from '../../domain/parsed-item.js';
import { foldedWord, type Token } from '../../domain/tokens.js';
import type { Found } from './found.js';

const placed =
  /(?:based in|located in|lives? in|living in|on[- ]?site in|resident (?:in|of)|[Bb]ased in|[Ll]ives? in|[Ll]iving in|[Ww]ohnhaft in|[Ww]ohnort:?|vor Ort in|[Rr]esid(?:o|ir|encia|ente) en|[Vv]iv(?:o|ir) en|[Rr]esid(?:o|ir|ência|ente) em|[Mm]or(?:o|ar) em)\s+(\p{Lu}[\p{L}-]+(?: \p{Lu}[\p{L}-]+)?)/gu;

const paid =
  /(?<!\p{L})(?:salary|pay|gehalt(?:svorstellung)?|jahresgehalt|salario|sueldo|salário|pretensão salarial)(?!\p{L})[^\d\n]{0,30}?(at least|from|minimum|ab|mindestens|desde|mínimo|a partir de|up to|maximum|bis|hasta|até)?[^\d\n]{0,8}(\d{1,3}(?:[.,' ]\d{3})+|\d{4,6}|\d{2,3}(?=\s?(?:k\b|[€£$]|eur|gbp|usd)))\s?(k\b)?/giu;

const upper = /up to|maximum|bis|hasta|até/i;

export function gatesIn(text: string, tokens: readonly Token[]): Found[] {
  const places = allMatches(text, placed).map((found): [number, string, (span: [number, number]) => NamedThing] => [
    found.index,
    found[0],
    (span) => ({ kind: 'place', place: foldedWord(found[1] ?? ''), words: found[0], span }),
  ]);
  const pays = allMatches(text, paid).map((found): [number, string, (span: [number, number]) => NamedThing] => {
    const amount = Number((found[2] ?? '0').replace(/[.,' ]/g, '')) * (found[3] === undefined ? 1 : 1000);
    const bound = upper.test(found[1] ?? '') ? { most: amount } : { least: amount };
    return [found.index, found[0], (span) => ({ kind: 'pay', ...bound, words: found[0], span })];
  });
  return [...places, ...pays].flatMap(([from, said, thing]) => {
    const to = from + said.length;
    const at = tokens.findIndex((token) => token.to > from);
    const after = tokens.findIndex((token) => token.from >= to);
    return at < 0 ? [] : [{ at, end: after < 0 ? tokens.length : after, thing: thing([from, to]) }];
  });
}
