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
export function sourceFormat(name: string, bytes: Uint8Array): SourceFormat {
  const claimed = own(byEnding, name.split('.').at(-1)?.toLowerCase() ?? '');
  const found = formatOfBytes(bytes);
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

function formatOfBytes(bytes: Uint8Array): 'pdf' | 'docx' | 'linkedin' | 'words' | 'binary' {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  if (start.includes('%PDF-')) return 'pdf';
  if (start.startsWith('PK\u0003\u0004')) return isLinkedInExport(bytes) ? 'linkedin' : 'docx';
  return bytes.subarray(0, 4096).includes(0) ? 'binary' : 'words';
}

const linkedInTables = /(?:Positions|Profile|Skills|Education)\.csv/i;
const directoryBytes = 65_536;

/** An archive lists at its end what it holds; nothing is unpacked to look. */
function isLinkedInExport(bytes: Uint8Array): boolean {
  return linkedInTables.test(new TextDecoder('latin1').decode(bytes.subarray(-directoryBytes)));
}

/** UTF-8 where it is valid, otherwise the Windows code page older word processors write; what is seen of it. */
export const decodeText = (bytes: Uint8Array): string => visibleText(decoded(bytes));

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
