import * as z from 'zod';
import { Role } from '../domain/role.js';

export const documentKinds = ['cv', 'letter'] as const;
export const documentFormats = ['docx', 'pdf', 'markdown', 'json-resume'] as const;
export type DocumentFormat = (typeof documentFormats)[number];
export const documentLanguages = ['en', 'de', 'es', 'pt'] as const;
export type DocumentLanguage = (typeof documentLanguages)[number];

/** What vouches for a piece of text: claims of the person, the profile, the posting, or a form of words that claims nothing. */
export const Link = z.discriminatedUnion('to', [
  z.object({
    to: z.literal('claims'),
    claims: z
      .array(
        z.object({
          atom_id: z.string(),
          atom_sha256: z.string().describe('Hash of the claim as it was confirmed'),
          resume_id: z.string().optional(),
          span: z.tuple([z.int(), z.int()]).optional().describe('Characters of the resume it was read from'),
        }),
      )
      .min(1),
  }),
  z.object({ to: z.literal('profile') }),
  z.object({ to: z.literal('posting') }),
  z.object({ to: z.literal('form') }),
]);
export type Link = z.infer<typeof Link>;

/** Items in a row are shown in one line. */
export const blockStyles = ['name', 'contact', 'heading', 'role', 'bullet', 'item', 'paragraph'] as const;

/** One line, heading or sentence of a document, and what vouches for it. */
export const Block = z.object({
  style: z.enum(blockStyles),
  text: z.string().min(1),
  link: Link,
  role: Role.optional().describe('Of a line that names a role, the role'),
});
export type Block = Readonly<z.infer<typeof Block>>;

export const TailoredDocument = z.object({
  document_id: z.string(),
  kind: z.enum(documentKinds),
  language: z.enum(documentLanguages),
  opportunity_id: z.string(),
  profile_id: z.string(),
  made_at: z.string(),
  blocks: z.array(Block),
});
export type TailoredDocument = Readonly<z.infer<typeof TailoredDocument>>;

/** What a file carries of itself: the hash of each sentence and of each claim behind it. */
export const Manifest = z.object({
  manifest: z.literal('quadrivium-career/1'),
  document_id: z.string(),
  document_sha256: z.string(),
  kind: z.enum(documentKinds),
  made_at: z.string(),
  blocks: z.array(
    z.object({ sha256: z.string(), claims: z.array(z.string()).describe('Hashes of the claims behind it') }),
  ),
});
export type Manifest = Readonly<z.infer<typeof Manifest>>;
