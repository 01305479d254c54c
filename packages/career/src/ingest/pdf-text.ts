/**
 * Text of a PDF in reading order. A PDF holds pieces of text with positions; two columns read straight across are the
 * classic way to scramble a resume, so a page with a clear gutter is read column by column.
 */
import { getDocumentProxy } from 'unpdf';
import { careerFault } from '../faults.js';

interface Piece {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly y: number;
  readonly height: number;
}

export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pages: string[] = [];
  const document = await open(bytes);
  try {
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const width = page.getViewport({ scale: 1 }).width;
      pages.push(textOfPage(items.flatMap(pieceOf), width));
    }
  } finally {
    await document.destroy();
  }
  return repaired(pages.join('\n\n'));
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(Uint8Array.from(bytes));
  } catch (cause) {
    const locked = cause instanceof Error && /password/i.test(`${cause.name} ${cause.message}`);
    if (locked)
      throw careerFault('ENCRYPTED', 'The PDF is locked with a password.', {
        cause,
        suggestion: 'Save a copy without one.',
      });
    throw careerFault('UNSUPPORTED', 'The PDF is damaged.', {
      cause,
      suggestion: 'Open it in a viewer and save it again.',
    });
  }
}

function pieceOf(item: unknown): Piece[] {
  const { str, transform, width, height } = item as {
    str?: string;
    transform?: number[];
    width?: number;
    height?: number;
  };
  if (str === undefined || str.trim() === '' || transform === undefined) return [];
  const [, , , scale = 10, left = 0, y = 0] = transform;
  return [{ text: str, left, right: left + (width ?? 0), y, height: height || Math.abs(scale) }];
}

function textOfPage(pieces: readonly Piece[], width: number): string {
  const gutter = gutterOf(pieces, width);
  if (gutter === undefined) return linesOf(pieces).join('\n');
  const top = Math.min(
    ...pieces.filter((piece) => crosses(piece, gutter)).map((piece) => piece.y),
    Number.POSITIVE_INFINITY,
  );
  const head = pieces.filter((piece) => piece.y >= top);
  const body = pieces.filter((piece) => piece.y < top);
  const columns = [head, body.filter((piece) => piece.right <= gutter), body.filter((piece) => piece.left >= gutter)];
  return columns.flatMap(linesOf).join('\n');
}

function crosses({ left, right }: Piece, x: number): boolean {
  return left < x && right > x;
}

/** A line down the middle third of the page that almost nothing crosses while both sides hold text. */
function gutterOf(pieces: readonly Piece[], width: number): number | undefined {
  for (let x = width * 0.3; x <= width * 0.7; x += 4) {
    const left = pieces.filter((piece) => piece.right <= x).length;
    const right = pieces.filter((piece) => piece.left >= x).length;
    const crossing = pieces.length - left - right;
    if (left >= 6 && right >= 6 && crossing <= Math.min(3, pieces.length * 0.05)) return x;
  }
  return undefined;
}

function linesOf(pieces: readonly Piece[]): string[] {
  const sorted = [...pieces].sort((a, b) => b.y - a.y || a.left - b.left);
  const lines: Piece[][] = [];
  for (const piece of sorted) {
    const line = lines.at(-1);
    const [first] = line ?? [];
    if (line && first && Math.abs(first.y - piece.y) < Math.max(2, piece.height * 0.5)) line.push(piece);
    else lines.push([piece]);
  }
  return lines.map(joined);
}

function joined(line: readonly Piece[]): string {
  const parts = [...line].sort((a, b) => a.left - b.left);
  let text = '';
  let end = 0;
  for (const part of parts) {
    const gap =
      text !== '' && part.left - end > part.height * 0.15 && !text.endsWith(' ') && !part.text.startsWith(' ');
    text += (gap ? ' ' : '') + part.text;
    end = part.right;
  }
  return text.trimEnd();
}

/** Ligatures become letters, words cut at a line end become whole. */
function repaired(text: string): string {
  return text
    .replace(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/(\p{Ll})[-\u00AD]\n(\p{Ll})/gu, '$1$2')
    .replace(/^[ \t]*[•●▪◦‣∙·][ \t]*/gm, '- ');
}
