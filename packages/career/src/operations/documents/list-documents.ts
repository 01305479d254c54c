import * as z from 'zod';
import { DocumentRow } from '../../domain/document-row.js';
import { operation } from '../operation.js';

export const listDocumentsOperation = operation({
  name: 'list_documents',
  title: 'List documents',
  description: 'CVs and letters that were made, newest first; of one opportunity when it is named.',
  effect: 'read',
  narrower: 'name one opportunity_id.',
  input: z.strictObject({ opportunity_id: z.string().min(1).optional().describe('Only those for this opportunity') }),
  output: z.object({ documents: z.array(DocumentRow) }),
  run: ({ opportunity_id }, { app }) => ({
    documents: app.store.documents
      .list()
      .filter((one) => opportunity_id === undefined || one.opportunity_id === opportunity_id),
  }),
});
