/** Plain text whose lines were broken at a certain width, with each paragraph on one line again. */
import { beginsWithDate, endsWithDate } from './lines.js';
import { resumePart } from './sections.js';

const narrowest = 55;
const widest = 110;
const fewestFull = 4;
const full = 0.88;

export function unwrapped(text: string): string {
  const lines = text.split('\n');
  const width = widthOf(lines);
  if (width === undefined || !isProse(lines, width)) return text;
  const whole: string[] = [];
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1] ?? '';
    if (isWrapped(above, line, width)) whole[whole.length - 1] = `${whole.at(-1)} ${line.trimStart()}`;
    else whole.push(line);
  }
  return whole.join('\n');
}

const fewestSmall = 0.35;

/** Lines that go on begin small, in German too as often as not; points of a list that happen to be long do not. */
function isProse(lines: readonly string[], width: number): boolean {
  const following = lines.filter((line, at) => isWrapped(lines[at - 1] ?? '', line, width)).map((line) => line.trim());
  return following.filter((line) => /^[^\p{Lu}]/u.test(line)).length >= fewestSmall * following.length;
}

/** The width at which a text was wrapped, if it was: several lines come close to it. */
function widthOf(lines: readonly string[]): number | undefined {
  const lengths = lines.map((line) => line.trimEnd().length).sort((a, b) => b - a);
  const isCommon = (most: number) =>
    lengths.filter((length) => length <= most && length >= full * most).length >= fewestFull;
  return lengths.find((most) => most >= narrowest && most <= widest && isCommon(most));
}

/** A line without an end that had no room for the next word goes on in the next line, which begins where it began. */
function isWrapped(above: string, line: string, width: number): boolean {
  const [before, after] = [above.trim(), line.trim()];
  const [next = ''] = after.split(/\s/);
  if (before === '' || after === '' || above.trimEnd().length + 1 + next.length <= width) return false;
  if (indentOf(above) !== indentOf(line) || /[.!?:;-]$/.test(before) || /^[-*+•‣▪●◦–·#|]/.test(after)) return false;
  if (resumePart(before) !== undefined || resumePart(after) !== undefined) return false;
  return !endsWithDate.test(before) && !beginsWithDate.test(after);
}

const indentOf = (line: string) => line.length - line.trimStart().length;
