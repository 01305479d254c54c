import * as z from 'zod';

export const Requirement = z.object({
  text: z.string().min(1).describe('What the posting asks for'),
  tags: z.array(z.string()).default([]).describe('Normalised tags'),
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
