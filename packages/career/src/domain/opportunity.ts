import * as z from 'zod';
import { normalizeTags } from './text.js';

const isNormalized = (tags: readonly string[]) => JSON.stringify(tags) === JSON.stringify(normalizeTags(tags));

export const RequirementTags = z
  .array(z.string())
  .refine(isNormalized, { message: 'Tags are lower-case words, sorted, each once' })
  .default([]);

export const Requirement = z.object({
  text: z.string().min(1).describe('What the posting asks for'),
  tags: RequirementTags.describe('Normalised tags'),
  required: z.boolean().default(true).describe('False for what is only preferred'),
  span: z.tuple([z.int(), z.int()]).optional().describe('Characters of the posting it was read from'),
});
export type Requirement = Readonly<z.infer<typeof Requirement>>;

export const Opportunity = z.object({
  opportunity_id: z.string().min(1).describe('Identifier of the opportunity'),
  company: z.string().min(1).describe('Who is hiring'),
  role_title: z.string().min(1).describe('Title of the position'),
  requirements: z.array(Requirement).describe('In the order of the posting'),
  source: z.string().default('manual').describe('Where the posting came from'),
  location: z.string().optional().describe('Where the work is'),
  pay: z.string().optional().describe('What is paid, as the posting says it'),
  deadline: z.string().optional().describe('Until when to apply, as the posting says it'),
  url: z.string().optional().describe('Address of the posting'),
  posting_sha256: z.string().optional().describe('Hash of the text the requirements were read from, which is kept'),
});
export type Opportunity = Readonly<z.infer<typeof Opportunity>>;

/** One that was stored before tags had to be normalised reads like the others. */
export const StoredOpportunity = {
  parse(body: unknown): Opportunity {
    const { requirements, ...rest } = body as Opportunity;
    return Opportunity.parse({
      ...rest,
      requirements: requirements.map((one) => ({ ...one, tags: normalizeTags(one.tags) })),
    });
  },
};
