import { own } from '@quadrivium/kernel/essentials';
import { unzipSync } from 'fflate';
import mammoth from 'mammoth';
import { careerFault } from '../faults.js';
import { withoutTables } from './docx-tables.js';
import { largestDocument } from './limits.js';

/** Markdown of a DOCX file: headings, lists and table cells in order. */
export async function textOfDocx(bytes: Uint8Array): Promise<string> {
  refuseZipBomb(bytes);
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    );
    return withTextBoxes(markdownOf(value), bytes);
  } catch (cause) {
    throw careerFault('UNSUPPORTED', 'The DOCX file is damaged or no DOCX file.', {
      cause,
      suggestion: 'Open it in a word processor and save it again.',
    });
  }
}

/** The directory of the archive says how large it will become; nothing is unpacked to find out. */
function refuseZipBomb(bytes: Uint8Array): void {
  let total = 0;
  const count = (file: { originalSize: number }) => {
    total += file.originalSize;
    return false;
  };
  try {
    unzipSync(bytes, { filter: count });
  } catch (cause) {
    throw careerFault('UNSUPPORTED', 'The DOCX file is damaged or no DOCX file.', { cause });
  }
  if (total > largestDocument) {
    throw careerFault('TOO_LARGE', `The document unpacks to ${total} bytes; the limit is ${largestDocument}.`);
  }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  '#39': "'",
};

const mainPart = 'word/document.xml';

/**
 * Text boxes float over the page and have no place in the order of the text. Word writes a plain copy of most, which is
 * read in place; those without one are put at the end rather than lost.
 */
function withTextBoxes(markdown: string, bytes: Uint8Array): string {
  const xml = new TextDecoder().decode(unzipSync(bytes, { filter: ({ name }) => name === mainPart })[mainPart]);
  const boxes = [...xml.matchAll(/<w:txbxContent>([\s\S]*?)<\/w:txbxContent>/g)].map(([, inside = '']) =>
    boxText(inside),
  );
  const missing = boxes.filter(
    (box, at) => box !== '' && !flat(markdown).includes(flat(box)) && boxes.indexOf(box) === at,
  );
  return [markdown, ...missing].join('\n\n');
}

function boxText(xml: string): string {
  return xml
    .replace(/<w:tab\/>/g, ' ')
    .replace(/<w:br\/>|<\/w:p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&([a-z]+|#39);/g, (whole, name: string) => own(entities, name) ?? whole)
    .trim();
}

function flat(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** The few elements mammoth writes. */
function markdownOf(html: string): string {
  return withoutTables(html)
    .replace(/<h([1-6])[^>]*>/g, (_, level: string) => `\n\n${'#'.repeat(Number(level))} `)
    .replace(/<li[^>]*>/g, '\n- ')
    .replace(/<br\s*\/?>/g, '\n')
    .replace(/<\/(?:p|h[1-6]|ul|ol)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&([a-z]+|#39);/g, (whole, name: string) => own(entities, name) ?? whole)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
