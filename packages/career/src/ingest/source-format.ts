import { own } from '@quadrivium/kernel/essentials';
import { visibleText } from '../domain/visible-text.js';
import { careerFault } from '../faults.js';

export const sourceFormats = ['pdf', 'docx', 'markdown', 'text', 'json-resume', 'linkedin'] as const;
export type SourceFormat = (typeof sourceFormats)[number];

const byEnding: Readonly<Record<string, SourceFormat>> = {
  pdf: 'pdf',
  docx: 'docx',
  md: 'markdown',
  markdown: 'markdown',
  txt: 'text',
  text: 'text',
  json: 'json-resume',
  zip: 'linkedin',
};

/** What the bytes are counts, not what the name says: a program called resume.pdf is refused. */
export async function sourceFormat(name: string, bytes: Uint8Array): Promise<SourceFormat> {
  const claimed = own(byEnding, name.split('.').at(-1)?.toLowerCase() ?? '');
  const found = await formatOfBytes(bytes);
  if (found === 'binary' || (claimed && isBinaryFormat(claimed) && claimed !== found)) {
    throw careerFault('UNSUPPORTED', `"${name}" is not a document this reads.`, {
      context: { name },
      suggestion: 'Give a PDF, DOCX, Markdown, text or JSON Resume file, or the ZIP file of a LinkedIn export.',
    });
  }
  return found === 'words' ? (claimed ?? 'text') : found;
}

function isBinaryFormat(format: SourceFormat): boolean {
  return format === 'pdf' || format === 'docx' || format === 'linkedin';
}

async function formatOfBytes(bytes: Uint8Array): Promise<'pdf' | 'docx' | 'linkedin' | 'words' | 'binary'> {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK\u0003\u0004')) return (await isLinkedInExport(bytes)) ? 'linkedin' : 'docx';
  return wideCharset(bytes) === undefined && bytes.subarray(0, 4096).includes(0) ? 'binary' : 'words';
}

/** What looks into archives is loaded with the first of them. */
const isLinkedInExport = async (bytes: Uint8Array): Promise<boolean> =>
  (await import('./linkedin-archive.js')).isLinkedInExport(bytes);

/** UTF-16 where a mark or its pattern says so, UTF-8 where it is valid, otherwise the Windows code page of older programs. */
export const decodeText = (bytes: Uint8Array): string => visibleText(decoded(bytes));

function decoded(bytes: Uint8Array): string {
  const wide = wideCharset(bytes);
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(charsetNamedIn(bytes)).decode(bytes);
  }
}

/** A page says at its beginning in which letters it is written. */
function charsetNamedIn(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  const [, named = ''] = /charset\s*=\s*["']?((?!utf)[\w-]{2,30})/i.exec(start) ?? [];
  try {
    return new TextDecoder(named).encoding;
  } catch {
    return 'windows-1252';
  }
}

/** By its mark; without one, Western text has a zero in nearly every second byte, always on the same side. */
export function wideCharset(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, 512);
  const zeros = [0, 1].map((side) => start.filter((byte, at) => at % 2 === side && byte === 0).length);
  const [even = 0, odd = 0] = zeros;
  const most = start.length * 0.4;
  return odd > most && even === 0 ? 'utf-16le' : even > most && odd === 0 ? 'utf-16be' : undefined;
}
