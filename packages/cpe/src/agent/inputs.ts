import { basename } from 'node:path';
import { cpeFault } from '../faults.js';
import type { MediaBlock, TextBlock } from './dialog.js';

/** How inputs are read; what may be read is the reader's business. */
export interface InputReader {
  readFile(path: string): Promise<Uint8Array>;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

export const MAX_INPUT_BYTES = 50 * 1024 * 1024;

/** Files and addresses that go with a prompt, as blocks for the model. */
export function loadInputs(inputs: readonly string[], reader: InputReader): Promise<(TextBlock | MediaBlock)[]> {
  return Promise.all(inputs.map((input) => loadInput(input, reader)));
}

async function loadInput(input: string, reader: InputReader): Promise<TextBlock | MediaBlock> {
  const bytes = /^https?:\/\//i.test(input) ? await download(input, reader) : await reader.readFile(input);
  return inputBlock(bytes, input);
}

/** Something read from a place, as a block that says where it came from. */
export function inputBlock(bytes: Uint8Array, input: string): TextBlock | MediaBlock {
  const name = basename(input.replace(/[?#].*$/, '')) || input;
  const mimeType = mediaTypeOf(bytes);
  if (mimeType !== undefined) return { type: 'media', mimeType, data: Buffer.from(bytes).toString('base64'), name };
  return { type: 'text', text: `Content of ${input}:\n${textIn(bytes, input)}` };
}

async function download(url: string, { fetch, signal }: InputReader): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(60_000)]) }).catch(
    (error: Error) => {
      throw refused(url, error.cause instanceof Error ? error.cause.message : error.message);
    },
  );
  if (!response.ok) throw refused(url, `the server answered ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MAX_INPUT_BYTES) throw refused(url, 'it is larger than 50 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The first bytes of the files that models take, which tell more than a name does. */
const SIGNATURES: readonly [mimeType: string, offset: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['application/pdf', 0, '%PDF-'],
  ['audio/wav', 8, 'WAVE'],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/ogg', 0, 'OggS'],
  ['audio/flac', 0, 'fLaC'],
];

export function mediaTypeOf(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return SIGNATURES.find(([, offset, signature]) => head.startsWith(signature, offset))?.[0];
}

function textIn(bytes: Uint8Array, input: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below, like any other file that no model can take.
  }
  throw refused(input, 'it is neither text nor an image, a recording or a PDF');
}

export function refused(input: string, reason: string): Error {
  return cpeFault('InvalidArguments', `The input ${input} cannot be used: ${reason}.`, { context: { input } });
}
