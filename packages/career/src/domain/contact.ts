import * as z from 'zod';

export const relationshipStates = ['unknown', 'warm', 'cold', 'recruiter', 'hiring_manager', 'do_not_contact'] as const;

export const Contact = z.object({
  contact_id: z.string().min(1).describe('Identifier of the contact'),
  name: z.string().min(1).describe('Name of the person'),
  org: z.string().default('').describe('Where the person works'),
  identity_keys: z.array(z.string()).default([]).describe('Addresses and profiles that mean this same person'),
  relationship_state: z.enum(relationshipStates).default('unknown').describe('do_not_contact forbids every Send'),
});
export type Contact = Readonly<z.infer<typeof Contact>>;
