/**
 * What a browser prints around a page, above it when and what it was called, below it from where and the page number: it
 * belongs to nobody's resume or posting, and would be read as a claim.
 */
import { lineOf, type Piece, rowsOf } from './pdf-lines.js';

const printedAt = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4},? \d{1,2}:\d{2}(?:\s?[AP]M)?(?:\s|$)/i;
const printedFrom = /^(?:https?|file):\/\/\S+(?:\s|$)|(?:^|\s)about:blank(?:\s|$)/;
const pageNumber = /(?:^|\s)\d{1,3}\/\d{1,3}$/;

export function withoutBrowserMargins(pieces: readonly Piece[]): Piece[] {
  const rows = rowsOf(pieces);
  // What stands close is one word: fonts with ligatures give the address of a file as "fi" and "le:///".
  const textOf = (row: readonly Piece[] = []): string => lineOf(row).text.trim();
  const [above, below] = [textOf(rows[0]), textOf(rows.at(-1))];
  const hasFoot = rows.length > 1 && printedFrom.test(below) && pageNumber.test(below);
  return rows.slice(printedAt.test(above) ? 1 : 0, hasFoot ? -1 : undefined).flat();
}
