import { Fault } from '@quadrivium/kernel';
import * as z from 'zod';
import { addOpportunity, addPosting } from '../../app/opportunities.js';
import { Opportunity } from '../../domain/opportunity.js';
import { readPostings } from '../../ingest/posting/read-posting.js';
import { actorOf } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { newId, Requirements, replace } from '../shared-fields.js';
import { replaceIfAgreed } from './replace-if-agreed.js';

const { location, pay, deadline, url } = Opportunity.shape;
/** What a posting says beside its requirements; what is given here goes before what is read from its text. */
const postingFields = { location, pay, deadline, url };

type PostingFields = { readonly [Name in keyof typeof postingFields]?: string | undefined };

function saidOf(asked: PostingFields): Partial<Record<keyof typeof postingFields, string>> {
  const names = Object.keys(postingFields) as (keyof typeof postingFields)[];
  return Object.fromEntries(names.flatMap((name) => (asked[name] === undefined ? [] : [[name, asked[name]]])));
}

export const addOpportunityOperation = operation({
  name: 'add_opportunity',
  title: 'Add an opportunity',
  description:
    'Stores an opportunity, from a list of requirements or from a pasted posting (text, Markdown, HTML, JSON-LD). The same posting twice is stored once.',
  effect: 'write',
  narrower: 'list_opportunities tells of it in a line.',
  input: z
    .strictObject({
      company: z.string().min(1).optional().describe('Who is hiring; read from the posting when left out'),
      role_title: z.string().min(1).optional().describe('Title of the position; read from the posting when left out'),
      opportunity_id: newId.optional().describe('Generated when left out'),
      requirements: Requirements.optional().describe('What is asked for, in order'),
      text: z.string().min(1).max(200_000).optional().describe('The posting itself; requirements are read from it'),
      source: z.string().default('manual').describe('Where it came from'),
      ...postingFields,
      replace,
    })
    .refine((given) => (given.requirements === undefined) !== (given.text === undefined), {
      message: 'Give either requirements or text',
    }),
  output: z.object({
    opportunity: Opportunity,
    already_known: z.boolean().describe('It, or the same posting under another id, was stored before'),
    note: z.string().optional(),
  }),
  cli: { verb: 'add-opportunity', arguments: ['company', 'role_title'] },
  async run(asked, context) {
    const { company, role_title: roleTitle, opportunity_id, requirements, text, source, replace: over } = asked;
    const { app, identity } = context;
    const actor = actorOf(identity);
    if (text === undefined) {
      const named = { company: given(company, 'company'), role_title: given(roleTitle, 'role_title') };
      const id = opportunity_id ?? app.surroundings.newId('opp');
      const opportunity = { opportunity_id: id, ...named, requirements: requirements ?? [], source, ...saidOf(asked) };
      return replaceIfAgreed(context, over, (replacing) =>
        inOneTransaction(context, () => addOpportunity(app, opportunity, actor, replacing)),
      );
    }
    const [found, ...more] = await readPostings({ content: text });
    if (found === undefined || more.length > 0) throw severalPostings(1 + more.length);
    const read = { ...found, facts: { ...found.facts, ...saidOf(asked) } };
    const names = { company, roleTitle, opportunityId: opportunity_id };
    return replaceIfAgreed(context, over, (replacing) =>
      inOneTransaction(context, () => addPosting(app, read, { ...names, replace: replacing }, actor)),
    );
  },
});

function given(value: string | undefined, field: string): string {
  if (value !== undefined) return value;
  throw new Fault('INVALID_ARGUMENT', `${field} is missing: a list of requirements does not name it.`, {
    context: { field },
  });
}

function severalPostings(count: number): Fault {
  return new Fault('INVALID_ARGUMENT', `The text holds ${count} postings, not one.`, {
    context: { field: 'text' },
    suggestion: 'Bring in a list with import_postings.',
  });
}
