/** Lines of a page and which of them are one: a line that ran out of room goes on in the next. */
import { endsWithDate } from './resume/lines.js';
import { resumePart } from './resume/sections.js';

export interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
  /** Its name in the file; of a line, when all of it has one. */
  readonly font?: string | undefined;
}

interface Line extends Piece {
  /** Holds something far to the right, such as a date at the margin. */
  readonly parted: boolean;
}

/** Pieces of the same height on the page, from top to bottom. */
export function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const sorted = [...pieces].sort((a, b) => b.y - a.y || a.left - b.left);
  const rows: Piece[][] = [];
  for (const piece of sorted) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    if (row && first && Math.abs(first.y - piece.y) < Math.max(2, piece.height * 0.5)) row.push(piece);
    else rows.push([piece]);
  }
  return rows;
}

/** The text of a column, a line for each thing that is said. */
export function linesOf(pieces: readonly Piece[], margin = 0): string[] {
  const lines = rowsOf(pieces).map(lineOf);
  const edge = edgeOf(lines, margin);
  const said: Line[] = [];
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1];
    const last = said.at(-1);
    if (before && last && isWrapped(before, line, edge))
      said[said.length - 1] = { ...last, text: `${last.text} ${line.text.trim()}` };
    else said.push(line);
  }
  return said.map((line, at) => (isDrawnPoint(said, at) ? `- ${line.text}` : line.text));
}

const nearestInward = 0.8;
const farthestInward = 4;

/**
 * Browsers and typesetters draw the mark of a point instead of writing it: what is left of it is a line that begins a little
 * farther in, below one at the edge of the column. Where all but headings begin farther in, that is their edge.
 */
function isDrawnPoint(lines: readonly Line[], at: number): boolean {
  const line = lines[at];
  if (line === undefined || resumePart(line.text) !== undefined || lines.some(({ text }) => bullet.test(text)))
    return false;
  const edge = Math.min(...lines.filter((one) => isBody(one, line)).map(({ left }) => left));
  const inward = (line.left - edge) / line.height;
  if (inward < nearestInward || inward > farthestInward || line.parted) return false;
  const isRest = /^\p{Ll}/u.test(line.text.trim()) && Math.abs((lines[at - 1]?.left ?? 0) - line.left) <= 1;
  if (isRest) return false;
  const above = lines.slice(0, at).findLast(({ left }) => left < line.left - 1);
  return above !== undefined && above.left <= edge + 1 && resumePart(above.text) === undefined;
}

/** The name at the top and headings have edges of their own. */
const isBody = ({ text, height }: Line, line: Line) =>
  resumePart(text) === undefined && Math.abs(height - line.height) < line.height * 0.25;

const linesAtAnEdge = 3;

/** Where lines run out of room: where several of them end; else at the margin, for the longest line may just be long. */
function edgeOf(lines: readonly Line[], margin: number): number {
  const farthest = Math.max(...lines.map((line) => line.right));
  const full = lines.filter((line) => line.right > farthest * 0.97);
  const isEdge = full.length >= linesAtAnEdge && (farthest > margin * nearMargin || goOnSmall(lines, full));
  return isEdge ? farthest : Math.max(farthest, margin);
}

const nearMargin = 0.93;
const fewestSmall = 0.35;

/** Far from the margin some lines may be of one length by chance; what is prose goes on in lower case as often as not. */
function goOnSmall(lines: readonly Line[], full: readonly Line[]): boolean {
  const following = full.flatMap((line) => lines[lines.indexOf(line) + 1]?.text.trim() ?? []);
  return following.filter((text) => /^[^\p{Lu}]/u.test(text)).length >= fewestSmall * following.length;
}

export function lineOf(row: readonly Piece[]): Line {
  const parts = [...row].sort((a, b) => a.left - b.left);
  let [text, end, parted] = ['', 0, false];
  for (const part of parts) {
    const room = part.left - end;
    const gap = text !== '' && room > part.height * 0.15 && !text.endsWith(' ') && !part.text.startsWith(' ');
    if (text.trim().length > 2 && room > part.height * 2) parted = true;
    text += (gap ? ' ' : '') + part.text;
    end = part.right;
  }
  const [first] = parts;
  const { left, y, height } = first ?? { left: 0, y: 0, height: 0 };
  const font = parts.every((part) => part.font === first?.font) ? first?.font : undefined;
  return { text: text.trimEnd(), left, right: end, y, height, parted, font };
}

const bullet = /^\s*[-*+•●▪◦‣∙·–]\s/;
/** How a new point begins rather than how a sentence goes on. */
const newPoint =
  /^(?:\p{Lu}\p{Ll}+(?:ed|ing)|Led|Built|Ran|Wrote|Made|Taught|Won|Set|Grew|Cut|Drove|Kept|Sold|Oversaw|Held)\b/u;
/** A sentence ended in the line and another began that the line does not end: running text, whatever word comes next. */
const midSentence = /\p{L}{4,}[.!?] \p{Lu}[^.!?]*$/u;
const fewestCharacters = 40;

/** The first word of the next line would not have fitted any more. */
function isWrapped(before: Line, line: Line, edge: number): boolean {
  const near = before.y - line.y > 0 && before.y - line.y < line.height * 1.9;
  const alike = Math.abs(before.height - line.height) < line.height * 0.1;
  if (!near || !alike || before.parted || bullet.test(line.text) || resumePart(line.text) !== undefined) return false;
  if (begins(before, line)) return false;
  if (before.text.length < fewestCharacters || /[.!?;:]$/.test(before.text)) return false;
  if (newPoint.test(line.text.trim()) && !midSentence.test(before.text)) return false;
  const [word = ''] = line.text.trim().split(/\s/);
  const wide = ((line.right - line.left) / Math.max(1, line.text.length)) * (word.length + 1);
  return before.right + wide > edge;
}

/** By its looks a line begins something, whatever room the one before had. */
function begins(before: Line, line: Line): boolean {
  const inward = line.left - before.left;
  // What begins farther left is a new entry, such as a date in a column of its own; farther right is a point whose mark is
  // drawn, unless the one before shows its mark.
  if (inward < -line.height * 0.8 || (inward > line.height * 0.8 && !bullet.test(before.text))) return true;
  // All of one in one font and all of the other in another: a heading, or what follows one.
  if (before.font !== line.font && before.font !== undefined && line.font !== undefined) return true;
  return endsWithDate.test(before.text) && /^\p{Lu}/u.test(line.text.trim());
}
