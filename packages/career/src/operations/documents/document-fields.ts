import * as z from 'zod';
import { documentFormats } from '../../tailor/document.js';

export const DocumentFileView = z.object({
  format: z.enum(documentFormats),
  name: z.string().describe('A name for the file'),
  media_type: z.string(),
  sha256: z.string().describe('Hash of its bytes, as the ledger has it'),
  path: z.string().optional().describe('Where it was written'),
  base64: z.string().optional().describe('Its bytes, where they were asked for'),
});
