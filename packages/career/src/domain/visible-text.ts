/**
 * Text as a person sees it. Documents carry signs that nobody sees (zero widths, marks that turn the direction of reading,
 * soft hyphens, tags) and letters that only look like others; kept, they hide a word from matching and from whoever confirms
 * it. They are taken out where text comes in, before it is kept, so that every span points into what is kept.
 */

const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** A soft hyphen at the end of a line parts a word, as it does nowhere else. */
const partedWord = /\u00AD\n[ \t]*/g;
/** Persian and the scripts of India are spelled with joiners; between letters of the others they only hide something. */
const unseen =
  /(?!(?<=[\p{L}\p{M}])(?<![\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])[\u200C\u200D](?=\p{L}))[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|(?![\n\t])\p{Cc}/gu;
const otherSpaces = /(?! )\p{Zs}/gu;
/** Ligatures, wide letters, and the bold and cursive ones of social networks. */
const styled = /[\uFB00-\uFB06\uFF01-\uFF5E\u{1D400}-\u{1D7FF}]/gu;

export function visibleText(text: string): string {
  // Almost every text is plain already.
  if (/^[\n\t -~]*$/.test(text)) return text;
  return text
    .replace(lineEnds, '\n')
    .replace(partedWord, '')
    .replace(unseen, '')
    .replace(otherSpaces, ' ')
    .replace(styled, (sign) => sign.normalize('NFKC'))
    .normalize('NFC')
    .replace(mixedWord, inLatin);
}

/** The same in one line: a second line could look like a heading or an entry of its own wherever it is shown. */
export function visibleLine(text: string): string {
  return visibleText(text).replace(/\s*\n\s*/g, ' ');
}

/** A word of Latin letters with some of another script among them. */
const mixedWord =
  /(?<![\p{L}\p{M}])(?=[\p{L}\p{M}]*\p{Script=Latin})(?=[\p{L}\p{M}]*[\p{Script=Cyrillic}\p{Script=Greek}])[\p{L}\p{M}]+/gu;

/** Letters of Cyrillic and Greek beside the Latin ones they are drawn as. */
const drawnAs: ReadonlyMap<string, string> = new Map(
  [
    ['АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухԛԝһӏԁ', 'ABESIJKMHOPCTYXQWaesijopcyxqwhld'],
    ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳ', 'ABEZHIKMNOPTYXocj'],
  ].flatMap(([others = '', latin = '']) => [...others].map((sign, at) => [sign, latin.charAt(at)] as const)),
);

/** "Pуthоn" with two Cyrillic letters is Python; "µm", "β-blocker" and "TGFβ" have letters that are drawn as no others. */
function inLatin(word: string): string {
  const letters = [...word];
  const isDrawnAlike = letters.every((one) => /\p{Script=Latin}/u.test(one) || drawnAs.has(one));
  return isDrawnAlike ? letters.map((one) => drawnAs.get(one) ?? one).join('') : word;
}
