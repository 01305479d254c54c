import * as z from 'zod';

export const StoredResume = z.object({
  resume_id: z.string(),
  resume_md: z.string().describe('Canonical Markdown'),
  resume_hash: z.string().describe('SHA-256 of the Markdown'),
  meta: z.object({
    source_name: z.string().optional(),
    source_hash: z.string().describe('SHA-256 of the bytes that came in'),
    extraction_method: z.string(),
    ingestion_version: z.string(),
  }),
  created_at: z.string(),
  profile_id: z.string().optional().describe('Whose resume it is; "me" when left out'),
});
export type StoredResume = Readonly<z.infer<typeof StoredResume>>;
