import { careerFault } from '../faults.js';
import { textOfDocx } from './docx-text.js';
import { tidyMarkdown } from './hygiene.js';
import { markdownOfJsonResume } from './json-resume.js';
import { largestDocument } from './limits.js';
import { textOfPdf } from './pdf-text.js';
import { decodeText, type SourceFormat, sourceFormat } from './source-format.js';

interface Reader {
  readonly method: string;
  read(bytes: Uint8Array): string | Promise<string>;
}

const titled = (text: string) => `# Resume\n\n${text}`;

/** One reader per format; the method is recorded with what it read. */
const readers: Readonly<Record<SourceFormat, Reader>> = {
  pdf: { method: 'pdf-text-layout-v1', read: async (bytes) => titled(await textOfPdf(bytes)) },
  docx: { method: 'docx-mammoth-v1', read: async (bytes) => titled(await textOfDocx(bytes)) },
  markdown: { method: 'md-pass-through-v1', read: decodeText },
  text: { method: 'txt-wrap-v1', read: (bytes) => titled(decodeText(bytes)) },
  'json-resume': { method: 'json-resume-v1', read: (bytes) => markdownOfJsonResume(decodeText(bytes)) },
};

export interface ReadResume {
  readonly markdown: string;
  readonly method: string;
}

const fewestWords = 5;

/** Canonical Markdown of a resume, or a fault that says why there is none. Nothing is ever made up. */
export async function readResume(name: string, bytes: Uint8Array): Promise<ReadResume> {
  if (bytes.length > largestDocument) {
    throw careerFault('TOO_LARGE', `"${name}" has ${bytes.length} bytes; the limit is ${largestDocument}.`);
  }
  const { method, read } = readers[sourceFormat(name, bytes)];
  const markdown = tidyMarkdown(await read(bytes));
  if ((markdown.replace(/^# Resume/, '').match(/\p{L}{2,}/gu) ?? []).length < fewestWords) {
    throw careerFault('EXTRACTION_EMPTY', `"${name}" holds no text that can be read.`, {
      context: { name },
      suggestion: 'A scan has pictures instead of text: run text recognition on it first, or paste the text.',
    });
  }
  return { markdown, method };
}
