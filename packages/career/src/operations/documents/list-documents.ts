import * as z from 'zod';
import { operation } from '../operation.js';

export const listDocumentsOperation = operation({
  name: 'list_documents',
  title: 'List documents',
  description: 'CVs and letters that were made, newest first; of one opportunity when it is named.',
  effect: 'read',
  input: z.strictObject({ opportunity_id: z.string().min(1).optional().describe('Only those for this opportunity') }),
  output: z.object({
    documents: z.array(
      z.object({
        document_id: z.string(),
        format: z.string(),
        name: z.string(),
        opportunity_id: z.string(),
        profile_id: z.string(),
        kind: z.string(),
        made_at: z.string(),
      }),
    ),
  }),
  run: ({ opportunity_id }, { app }) => ({
    documents: app.store.documents
      .list()
      .filter((one) => opportunity_id === undefined || one.opportunity_id === opportunity_id),
  }),
});
