/**
 * Text of a PDF in reading order. A PDF holds pieces of text with positions; two columns read straight across are the
 * classic way to scramble a resume, so a page with a clear gutter is read column by column.
 */
import { getDocumentProxy } from 'unpdf';
import { careerFault } from '../faults.js';
import { withoutBrowserMargins } from './browser-margins.js';
import { onlyDates } from './label-cells.js';
import { edgeOfEntries, linesOfEntries } from './pdf-entries.js';
import { linesOf, type Piece, rowsOf } from './pdf-lines.js';

export async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const pages: string[] = [];
  const document = await open(bytes);
  try {
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const width = page.getViewport({ scale: 1 }).width;
      pages.push(textOfPage(withoutBrowserMargins(items.flatMap(pieceOf)), width));
    }
  } finally {
    await document.destroy();
  }
  return repaired(pages.join('\n\n'));
}

async function open(bytes: Uint8Array) {
  try {
    return await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
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
  const { str, transform, width, height, fontName } = item as {
    str?: string;
    transform?: number[];
    width?: number;
    height?: number;
    fontName?: string;
  };
  if (str === undefined || str.trim() === '' || transform === undefined) return [];
  const [, , , scale = 10, left = 0, y = 0] = transform;
  const right = left + (width ?? 0);
  return [{ text: str, left, right, y, height: height || Math.abs(scale), font: fontName }];
}

function textOfPage(pieces: readonly Piece[], width: number): string {
  const gutter = gutterOf(pieces, width);
  const margin = width - Math.min(...pieces.map((piece) => piece.left));
  const edge = edgeOfEntries(pieces, width);
  if (edge !== undefined) return linesOfEntries(pieces, edge, margin).join('\n');
  if (gutter === undefined) return linesOf(pieces, margin).join('\n');
  return bandsOf(pieces, gutter)
    .flatMap((band) => [
      ...linesOf(band.filter((piece) => piece.right <= gutter)),
      ...linesOf(band.filter((piece) => crosses(piece, gutter))),
      ...linesOf(
        band.filter((piece) => piece.left >= gutter),
        margin,
      ),
    ])
    .join('\n');
}

/**
 * The page from top to bottom, cut wherever something runs across both columns (a name at the top, a line at the foot):
 * columns are read one after the other between two cuts, never past one.
 */
function bandsOf(pieces: readonly Piece[], gutter: number): Piece[][] {
  const bands: Piece[][] = [[]];
  for (const line of rowsOf(pieces)) {
    const across = line.some((piece) => crosses(piece, gutter));
    if (across) bands.push([...line], []);
    else bands.at(-1)?.push(...line);
  }
  return bands;
}

function crosses({ left, right }: Piece, x: number): boolean {
  return left < x && right > x;
}

/** A line down the page that little crosses while both sides hold text; the middle of the widest such gap. */
function gutterOf(pieces: readonly Piece[], width: number): number | undefined {
  const most = Math.max(3, pieces.length * 0.12);
  const said = pieces.filter((piece) => !onlyDates.test(piece.text));
  const open: { readonly x: number; readonly crossing: number }[] = [];
  for (let x = width * 0.2; x <= width * 0.8; x += 4) {
    const crossing = pieces.filter((piece) => crosses(piece, x)).length;
    const left = said.filter((piece) => piece.right <= x).length;
    const right = said.filter((piece) => piece.left >= x).length;
    if (left >= 6 && right >= 6 && crossing <= most) open.push({ x, crossing });
  }
  const fewest = Math.min(...open.map((one) => one.crossing));
  const best = open.filter((one) => one.crossing === fewest);
  return best[Math.floor(best.length / 2)]?.x;
}

/** Ligatures become letters, words cut at a line end become whole. */
function repaired(text: string): string {
  return text
    .replace(/[\uFB00-\uFB06]/g, (ligature) => ligature.normalize('NFKC'))
    .replace(/(\p{Ll})[-\u00AD]\n(\p{Ll})/gu, '$1$2')
    .replace(/^[ \t]*[•●▪◦‣∙·][ \t]*/gm, '- ');
}
