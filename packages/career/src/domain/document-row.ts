import * as z from 'zod';

/** A file of a tailored document. */
export const DocumentRow = z.object({
  document_id: z.string(),
  format: z.string(),
  name: z.string(),
  opportunity_id: z.string(),
  profile_id: z.string(),
  kind: z.string(),
  made_at: z.string(),
});
export type DocumentRow = z.output<typeof DocumentRow>;
