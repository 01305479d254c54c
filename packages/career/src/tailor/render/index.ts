import type { DocumentFormat } from '../document.js';
import { docx } from './docx.js';
import { jsonResume } from './json-resume.js';
import { markdown } from './markdown.js';
import { pdf } from './pdf.js';
import type { Renderer } from './renderer.js';

/** In the order they are offered. */
export const renderers = [docx, pdf, markdown, jsonResume] as const;

export function rendererOf(format: DocumentFormat): Renderer {
  const found = renderers.find((one) => one.format === format);
  if (found === undefined) throw new RangeError(`${format} is no format of documents.`);
  return found;
}

/** By what the bytes are; a name tells nothing. */
export function rendererFor(bytes: Uint8Array): Renderer {
  const start = String.fromCharCode(...bytes.subarray(0, 1024));
  if (start.includes('%PDF-')) return pdf;
  if (start.startsWith('PK\u0003\u0004')) return docx;
  return /^\s*\{/.test(start) ? jsonResume : markdown;
}
