/**
 * A value as JSON for reading. Characters that nobody sees, or that turn the direction of text around, are spelled out,
 * so that what is read is what is there; it is still JSON of the same value.
 */
export function spelled(value: unknown): string {
  return spelledOut(JSON.stringify(value, null, 2) ?? 'undefined');
}

/** The same for words: as they were written, but for what nobody would see. */
export function spelledOut(text: string): string {
  return text.replace(unseen, (found) =>
    [...Array(found.length).keys()].map((at) => `\\u${hex(found.charCodeAt(at))}`).join(''),
  );
}

const hex = (unit: number): string => unit.toString(16).padStart(4, '0');

/** Formatting and private characters, separators of lines, unpaired halves, and every space but the usual one. */
const unseen = /[\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u007f-\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u3164\uffa0]/gu;
