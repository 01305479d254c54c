/**
 * Entries with dates, or the name of a list, in a narrow column of their own, as nearly every resume in German has them. They look like two columns and
 * are read across: what stands beside a date, down to the next one, is what was done then.
 */
import { datesGoOn, onlyDates, withLabel } from './label-cells.js';
import { lineOf, linesOf, type Piece, rowsOf } from './pdf-lines.js';
import { resumePart } from './resume/sections.js';

interface Row {
  readonly left: readonly Piece[];
  readonly right: readonly Piece[];
  readonly pieces: readonly Piece[];
}

const textOf = (pieces: readonly Piece[]) => lineOf(pieces).text.trim();
const fewestDates = 2;

/** Where the column of dates ends, if there is one. */
export function edgeOfEntries(pieces: readonly Piece[], width: number): number | undefined {
  const open: { readonly x: number; readonly crossing: number }[] = [];
  for (let x = width * 0.1; x <= width * 0.5; x += 4) {
    const crossing = pieces.filter(({ left, right }) => left < x && right > x).length;
    if (hasEntries(pieces, x)) open.push({ x, crossing });
  }
  const fewest = Math.min(...open.map((one) => one.crossing));
  const best = open.filter((one) => one.crossing === fewest);
  return best[Math.floor(best.length / 2)]?.x;
}

/** Whether most of what stands left of the gutter in a line with something right of it is dates, and the rest are headings. */
function hasEntries(pieces: readonly Piece[], gutter: number): boolean {
  const rows = partedAt(pieces, gutter).filter(({ left }) => left.length > 0);
  const paired = rows.filter(({ right }) => right.length > 0);
  const dated = paired.filter(({ left }) => onlyDates.test(textOf(left)) && /\d/.test(textOf(left)));
  const alone = rows.filter(({ right }) => right.length === 0).map(({ left }) => textOf(left));
  const areHeadings = alone.slice(1).every((text) => resumePart(text) !== undefined || onlyDates.test(text));
  return dated.length >= fewestDates && (dated.length * 2 >= paired.length || areHeadings);
}

export function linesOfEntries(pieces: readonly Piece[], gutter: number, margin: number): string[] {
  const entries: { label: string; readonly right: Piece[] }[] = [];
  for (const { left, right, pieces: whole } of partedAt(pieces, gutter)) {
    const last = entries.at(-1);
    const label = left.length === 0 ? '' : textOf(left);
    const goesOn = last !== undefined && datesGoOn(last.label, label);
    if (goesOn) last.label = `${last.label} ${label}`;
    if (last !== undefined && (goesOn || label === '') && right.length > 0) last.right.push(...right);
    else if (!goesOn)
      entries.push(right.length === 0 && label === '' ? { label, right: [...whole] } : { label, right: [...right] });
  }
  return entries.flatMap(({ label, right }) => {
    const [first = '', ...more] = right.length === 0 ? [] : linesOf(right, margin);
    return [withLabel(label, first.trim()), ...more];
  });
}

/** Of a row that runs across both columns there is neither left nor right. */
function partedAt(pieces: readonly Piece[], gutter: number): Row[] {
  return rowsOf(pieces).map((row) => {
    const isAcross = row.some(({ left, right }) => left < gutter && right > gutter);
    return {
      left: isAcross ? [] : row.filter(({ right }) => right <= gutter),
      right: isAcross ? [] : row.filter(({ left }) => left >= gutter),
      pieces: row,
    };
  });
}
