import * as z from 'zod';
import { addOpportunity, addPosting } from '../../app/entities.js';
import { Opportunity } from '../../domain/opportunity.js';
import { actorOf } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { Requirements } from '../shared-fields.js';

export const addOpportunityOperation = operation({
  name: 'add_opportunity',
  title: 'Add an opportunity',
  description: 'Stores an opportunity, from a list of requirements or from the pasted text of a posting.',
  effect: 'write',
  input: z
    .strictObject({
      company: z.string().min(1).describe('Who is hiring'),
      role_title: z.string().min(1).describe('Title of the position'),
      opportunity_id: z.string().min(1).optional().describe('Generated when left out'),
      requirements: Requirements.optional().describe('What is asked for, in order'),
      text: z.string().min(1).max(200_000).optional().describe('The posting as text; requirements are read from it'),
      source: z.string().default('manual').describe('Where it came from'),
    })
    .refine((given) => (given.requirements === undefined) !== (given.text === undefined), {
      message: 'Give either requirements or text',
    }),
  output: z.object({
    opportunity: Opportunity,
    spans: z.array(z.array(z.int())).optional().describe('Characters each requirement was read from'),
    note: z.string().optional(),
  }),
  run({ company, role_title, opportunity_id, requirements, text, source }, context) {
    const { app, identity } = context;
    const actor = actorOf(identity);
    const id = opportunity_id ?? app.surroundings.newId('opp');
    const opportunity = { opportunity_id: id, company, role_title, requirements: requirements ?? [], source };
    return inOneTransaction(context, () =>
      text === undefined
        ? { opportunity: addOpportunity(app, opportunity, actor) }
        : addPosting(app, { text, company, roleTitle: role_title, opportunityId: id }, actor),
    );
  },
});
