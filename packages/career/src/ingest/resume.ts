import { visibleText } from '../domain/visible-text.js';
import { careerFault } from '../faults.js';
import { tidyMarkdown } from './hygiene.js';
import { largestDocument } from './limits.js';
import { refuseLongLines } from './long-lines.js';
import { unwrapped } from './resume/unwrapped.js';
import { decodeText, type SourceFormat, sourceFormat } from './source-format.js';

interface Reader {
  readonly method: string;
  read(bytes: Uint8Array): string | Promise<string>;
}

const titled = (text: string) => `# Resume\n\n${text}`;

/** What reads the large formats is large itself, and loaded with the first document. */
const textOfPdf = async (bytes: Uint8Array) => (await import('./pdf-text.js')).textOfPdf(bytes);
const markdownOfJsonResume = async (bytes: Uint8Array) =>
  (await import('./json-resume.js')).markdownOfJsonResume(decodeText(bytes));
const markdownOfLinkedIn = async (bytes: Uint8Array) =>
  (await import('./linkedin-export.js')).markdownOfLinkedIn(bytes);
const textOfDocx = async (bytes: Uint8Array) => (await import('./docx-text.js')).textOfDocx(bytes);

/** One reader per format; the method is recorded with what it read. */
const readers: Readonly<Record<SourceFormat, Reader>> = {
  pdf: { method: 'pdf-text-layout-v3', read: async (bytes) => titled(await textOfPdf(bytes)) },
  docx: { method: 'docx-mammoth-v2', read: async (bytes) => titled(await textOfDocx(bytes)) },
  markdown: { method: 'md-pass-through-v1', read: decodeText },
  text: { method: 'txt-wrap-v1', read: (bytes) => titled(unwrapped(decodeText(bytes))) },
  'json-resume': { method: 'json-resume-v3', read: markdownOfJsonResume },
  linkedin: { method: 'linkedin-export-v2', read: markdownOfLinkedIn },
};

export interface ReadResume {
  readonly markdown: string;
  readonly method: string;
}

const fewestWords = 5;

/** What an empty document of each kind usually is, said aloud. */
const emptiness: Readonly<Record<SourceFormat, string>> = {
  pdf: 'its pages are pictures, as a scanner makes them',
  docx: 'no paragraph, table or text box of it has words',
  markdown: 'it has fewer than five words',
  text: 'it has fewer than five words',
  linkedin: 'its tables tell of no job, study or skill (ask LinkedIn for the larger archive)',
  'json-resume': 'none of the parts that say what somebody did is filled in',
};

/** Canonical Markdown of a resume, or a fault that says why there is none. Nothing is ever made up. */
export async function readResume(name: string, bytes: Uint8Array): Promise<ReadResume> {
  if (bytes.length > largestDocument) {
    throw careerFault('TOO_LARGE', `"${name}" has ${bytes.length} bytes; the limit is ${largestDocument}.`);
  }
  const format = await sourceFormat(name, bytes);
  const { method, read } = readers[format];
  const markdown = tidyMarkdown(visibleText(await read(bytes)));
  refuseLongLines(`"${name}"`, markdown);
  if ((markdown.replace(/^# Resume/, '').match(/\p{L}{2,}/gu) ?? []).length < fewestWords) {
    throw careerFault('EXTRACTION_EMPTY', `"${name}" holds no text: ${emptiness[format]}.`, {
      context: { name, format },
      suggestion:
        format === 'pdf'
          ? 'Run text recognition (OCR) on the scan first, or paste the text.'
          : 'Paste the text itself.',
    });
  }
  return { markdown, method };
}
