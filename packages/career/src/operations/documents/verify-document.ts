import { Fault } from '@quadrivium/kernel';
import * as z from 'zod';
import { DocumentVerdict, verifyDocument } from '../../app/verify-document.js';
import { operation } from '../operation.js';

export const verifyDocumentOperation = operation({
  name: 'verify_document',
  title: 'Verify a document',
  description:
    'Says whether a tailored CV or letter is what was made here: its manifest, its words and its bytes are held against the ledger, without any connection. What was changed is named.',
  effect: 'read',
  narrower: 'look at the sentences that do not hold; the others need nothing.',
  timeoutMs: 60_000,
  input: z
    .strictObject({
      input_path: z.string().optional().describe('A file inside the allowed directories'),
      content_base64: z.string().max(30_000_000).optional().describe('The file itself'),
    })
    .refine((given) => (given.input_path === undefined) !== (given.content_base64 === undefined), {
      message: 'Give either input_path or content_base64',
    }),
  output: DocumentVerdict,
  cli: { verb: 'verify-document', arguments: ['input_path'], refuses: ({ valid }) => !valid },
  async run({ input_path, content_base64 }, context) {
    const bytes =
      content_base64 === undefined ? await context.files.readFile(input_path ?? '') : bytesOf(content_base64);
    return verifyDocument(context.app, bytes);
  },
});

function bytesOf(content: string): Uint8Array {
  if (/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(content)) return Buffer.from(content, 'base64');
  throw new Fault('INVALID_ARGUMENT', 'The content is not base64.', { context: { field: 'content_base64' } });
}
