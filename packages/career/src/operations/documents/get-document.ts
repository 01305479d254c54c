import { Fault } from '@quadrivium/kernel';
import * as z from 'zod';
import { documentFormats } from '../../tailor/document.js';
import { bytesSha256 } from '../../tailor/manifest.js';
import { rendererOf } from '../../tailor/render/index.js';
import { operation } from '../operation.js';
import { DocumentFileView } from './document-fields.js';

export const getDocumentOperation = operation({
  name: 'get_document',
  title: 'Get a document',
  description: 'A file of a tailored document, byte for byte as it was made.',
  effect: 'read',
  narrower: 'take markdown, the shortest; tailor_document with an output_dir writes files and sends none.',
  input: z.strictObject({
    document_id: z.string().min(1).describe('Id of the document'),
    format: z.enum(documentFormats).default('docx').describe('Which of its files'),
  }),
  output: DocumentFileView,
  run({ document_id, format }, { app }) {
    const bytes = app.store.documents.bytes(document_id, format);
    if (bytes === undefined) {
      throw new Fault('DOCUMENT_NOT_FOUND', `There is no document "${document_id}" as ${format}.`, {
        suggestion: 'list_documents shows what there is.',
      });
    }
    const { ending, mediaType } = rendererOf(format);
    const sha256 = bytesSha256(bytes);
    const base64 = Buffer.from(bytes).toString('base64');
    return { format, name: `${document_id}.${ending}`, media_type: mediaType, sha256, base64 };
  },
});
