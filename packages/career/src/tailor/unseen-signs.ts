/**
 * Signs that turn, hide or strike what is read: they change a sentence and none of its words. And those that are drawn as others:
 * "1²" would be read as twelve and seen as one.
 */

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{M}]|(?![\u00A0\u202F])[^\S ]| {2,}/gu;

/** The first one of a sentence that none of the claims has. */
export function unseenSign(sentence: string, claims: readonly string[]): string | undefined {
  return named(
    firstForeign(
      [...sentence.normalize('NFC').matchAll(unseen)].map(([one]) => one),
      claims,
    ),
  );
}

/** The first letter, digit or mark of another drawing ("１", "𝟏", "⑫", "²", "ﬁ") that none of the claims has. */
export function redrawnSign(sentence: string, claims: readonly string[]): string | undefined {
  const redrawn = [...sentence.normalize('NFC')].filter((one) => one.normalize('NFKC') !== one && !/\s/.test(one));
  return named(firstForeign(redrawn, claims));
}

function firstForeign(signs: readonly string[], claims: readonly string[]): string | undefined {
  const texts = claims.map((text) => text.normalize('NFC'));
  return signs.find((one) => !texts.some((text) => text.includes(one)));
}

function named(sign: string | undefined): string | undefined {
  return sign === undefined ? undefined : `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
