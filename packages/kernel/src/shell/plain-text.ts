import stripAnsi from 'strip-ansi';

// Order matters: whole sequences go first, then strings that strip-ansi leaves, then single control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const STRINGS = /\u001b[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text that cannot move the cursor, colour the terminal or turn its own direction; lines and tabs stay. */
export function plainText(text: string): string {
  return stripAnsi(text.replaceAll('\r\n', '\n')).replace(STRINGS, '').replace(CONTROLS, '');
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text)
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ');
}
