import stripAnsi from 'strip-ansi';

// Order matters: whole sequences go first, then strings that strip-ansi leaves, then single control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const STRINGS = /(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const PAIRS = /\u001b[ -/]*[0-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text that cannot move the cursor, colour the terminal or turn its own direction; lines and tabs stay. */
export function plainText(text: string): string {
  return stripAnsi(text.replaceAll('\r\n', '\n')).replace(STRINGS, '').replace(PAIRS, '').replace(CONTROLS, '');
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ');
}

/** Those that JSON leaves as they are. */
const LEFT_BY_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** JSON in which what could steer a terminal is written as `\\u…`: it means the same, and can be shown. */
export function plainJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent) ?? 'null';
  return text.replace(LEFT_BY_JSON, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
