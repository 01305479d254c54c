/**
 * What nobody sees, what turns the direction of text around and what steers a terminal is spelled out, so that what is read is
 * what is there. Inside JSON it is still JSON of the same value.
 */
export function spelled(text: string): string {
  return text.replace(unseen, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Controls but for line and tab, formatting and private characters, separators of lines, unpaired halves, and every space but the usual one. */
const unseen =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u3164\uffa0]/gu;
