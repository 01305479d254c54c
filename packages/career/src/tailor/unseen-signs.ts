/** Signs that turn, hide or strike what is read: they change a sentence and none of its words. */

const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{M}]|(?![\u00A0\u202F])[^\S ]| {2,}/gu;

/** The first one of a sentence that none of the claims has. */
export function unseenSign(sentence: string, claims: readonly string[]): string | undefined {
  const texts = claims.map((text) => text.normalize('NFC'));
  const [sign] =
    [...sentence.normalize('NFC').matchAll(unseen)].find(([one]) => !texts.some((text) => text.includes(one))) ?? [];
  return sign === undefined ? undefined : `U+${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
