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
});
export type Requirement = Readonly<z.infer<typeof Requirement>>;

export const Opportunity = z.object({
  opportunity_id: z.string().min(1).describe('Identifier of the opportunity'),
  company: z.string().min(1).describe('Who is hiring'),
  role_title: z.string().min(1).describe('Title of the position'),
  requirements: z.array(Requirement).describe('In the order of the posting'),
  source: z.string().default('manual').describe('Where the posting came from'),
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
