import * as z from 'zod';
import { strategyNames } from '../app/strategies.js';
import { RequirementTags } from '../domain/opportunity.js';
import { visibleText } from '../domain/visible-text.js';

/**
 * An id that somebody gives to a new thing. It stands in addresses, names of files and lines of a terminal, so it must not look like
 * a path there, break the line, or differ from another only in what nobody sees.
 */
const isPlainId = (id: string): boolean =>
  id.length <= 200 && id === visibleText(id).trim() && !/[/\\\p{Cc}]|^\.+$/u.test(id);
const plainId = {
  message:
    'An id has at most 200 characters, no slashes, line breaks or signs that nobody sees, and no blanks around it',
};
export const newId = z.string().min(1).refine(isPlainId, plainId);

/** Fields that several tools take, said once. */
export const traceId = z
  .string()
  .min(1)
  .max(200)
  .refine(isPlainId, plainId)
  .optional()
  .describe('Correlates audit events; generated when left out');
export const profileId = z
  .string()
  .min(1)
  .max(100)
  .refine(isPlainId, plainId)
  .optional()
  .describe('Person whose claims these are; "me" when left out');
const strategyName = z.enum(strategyNames as [string, ...string[]]).optional();
export const strategy = strategyName.describe(
  'How to match. deterministic_lexical_v0.1 unless --default-strategy says otherwise (the command line says evidence_v2)',
);
export const explainingStrategy = strategyName.describe(
  'How to match; evidence_v2, which explains itself, when left out',
);
const places = z.int().min(1).max(1000).default(25);
export const kLex = places.describe('Number of lexical results; only for strategies that choose candidates');
export const kEmb = places.describe('Number of embedding results; only for strategies that choose candidates');
export const claimText = z
  .string()
  .min(1)
  .max(4000)
  .refine((text) => visibleText(text).trim() !== '', 'There is nothing that can be seen');
const requirementText = z.string().min(1).max(2000).describe('What the posting asks for');
const Requirement = z.strictObject({
  text: requirementText,
  tags: RequirementTags.describe('Optional tags'),
  required: z.boolean().default(true).describe('False for what is only preferred'),
});
/** A plain text is a requirement that is required. What nobody sees would hide it from the claims, which have none of it. */
export const Requirements = z
  .array(z.union([Requirement, requirementText]))
  .max(1000)
  .transform((given, { issues }) =>
    given.map((one, at) => {
      const asked = typeof one === 'string' ? { text: one, tags: [], required: true } : one;
      const text = visibleText(asked.text);
      if (text === '')
        issues.push({ code: 'custom', input: asked.text, path: [at], message: 'It has only signs that nobody sees' });
      return { ...asked, text };
    }),
  );

export const replace = z.boolean().default(false).describe('Overwrite another opportunity that is stored under the id');

/** States keep the seed's numbers; names stand beside them. */
export const InteractionView = z.object({
  interaction_id: z.string(),
  contact_id: z.string(),
  opportunity_id: z.string(),
  state: z.int(),
  state_name: z.string(),
  transition_index: z.int(),
  created_at: z.string().optional().describe('When it was opened'),
  changed_at: z.string().optional().describe('When it last came into another state'),
});
