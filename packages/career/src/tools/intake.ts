import { Fault, operation } from '@quadrivium/kernel';
import * as z from 'zod';
import type { CareerApp } from '../app/career-app.js';
import { addContact, addOpportunity, addPosting, ingestResume } from '../app/entities.js';
import { Contact, relationshipStates } from '../domain/contact.js';
import { Opportunity } from '../domain/opportunity.js';
import { actorOf } from './actor.js';
import { Requirements, traceId } from './shared-fields.js';

const addOpportunityTool = (app: CareerApp) =>
  operation({
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
    run({ company, role_title, opportunity_id, requirements, text, source }, { identity }) {
      const actor = actorOf(identity);
      const id = opportunity_id ?? app.surroundings.newId('opp');
      if (text !== undefined)
        return addPosting(app, { text, company, roleTitle: role_title, opportunityId: id }, actor);
      const opportunity = { opportunity_id: id, company, role_title, requirements: requirements ?? [], source };
      return { opportunity: addOpportunity(app, opportunity, actor) };
    },
  });

const listOpportunitiesTool = (app: CareerApp) =>
  operation({
    name: 'list_opportunities',
    title: 'List opportunities',
    description: 'All stored opportunities, sorted by id.',
    effect: 'read',
    input: z.strictObject({ limit: z.int().min(1).max(1000).default(100).describe('How many at most') }),
    output: z.object({ opportunities: z.array(Opportunity), total: z.int() }),
    run({ limit }) {
      const all = app.store.opportunities();
      return { opportunities: all.slice(0, limit), total: all.length };
    },
  });

const addContactTool = (app: CareerApp) =>
  operation({
    name: 'add_contact',
    title: 'Add or update a contact',
    description: 'A person to write to. do_not_contact forbids every Send from then on.',
    effect: 'write',
    idempotent: true,
    input: z.strictObject({
      name: z.string().min(1).describe('Name of the person'),
      contact_id: z.string().min(1).optional().describe('Generated when left out'),
      org: z.string().optional().describe('Where the person works'),
      identity_keys: z
        .array(z.string().min(1))
        .optional()
        .describe('Addresses and profiles that mean this person; no other contact may have them'),
      relationship_state: z
        .enum(relationshipStates)
        .optional()
        .describe('How well you know each other; do_not_contact stays until it is changed here'),
    }),
    output: Contact,
    run: (given, { identity }) => addContact(app, given, actorOf(identity)),
  });

const listContactsTool = (app: CareerApp) =>
  operation({
    name: 'list_contacts',
    title: 'List contacts',
    description: 'All contacts, sorted by id.',
    effect: 'read',
    input: z.strictObject({}),
    output: z.object({ contacts: z.array(Contact) }),
    run: () => ({ contacts: app.store.contacts() }),
  });

const ingestResumeTool = (app: CareerApp) =>
  operation({
    name: 'ingest_resume',
    title: 'Bring in a resume',
    description:
      'Reads a PDF, DOCX, Markdown, text or JSON Resume into canonical Markdown. The same document twice is stored once.',
    effect: 'write',
    timeoutMs: 60_000,
    input: z
      .strictObject({
        input_path: z.string().optional().describe('A file inside the allowed directories'),
        content: z.string().max(30_000_000).optional().describe('The document itself: text, or base64 with encoding'),
        encoding: z.enum(['text', 'base64']).default('text').describe('What content is'),
        name: z.string().default('resume.txt').describe('File name of content; its ending tells the format'),
        trace_id: traceId,
      })
      .refine((given) => (given.input_path === undefined) !== (given.content === undefined), {
        message: 'Give either input_path or content',
      }),
    output: z.object({
      trace_id: z.string(),
      resume_id: z.string(),
      resume_hash: z.string(),
      source_hash: z.string(),
      extraction_method: z.string(),
      already_ingested: z.boolean(),
      characters: z.int(),
    }),
    async run({ input_path, content, encoding, name, trace_id }, context) {
      // The sandbox is only asked for when a path was given: a server may have been started without any directory.
      const bytes = content === undefined ? await context.files.readFile(input_path ?? '') : bytesOf(content, encoding);
      const {
        resume,
        already_ingested,
        trace_id: trace,
      } = await ingestResume(
        app,
        content === undefined ? (input_path ?? '') : name,
        bytes,
        trace_id,
        actorOf(context.identity),
      );
      return {
        trace_id: trace,
        resume_id: resume.resume_id,
        resume_hash: resume.resume_hash,
        source_hash: resume.meta.source_hash,
        extraction_method: resume.meta.extraction_method,
        already_ingested,
        characters: resume.resume_md.length,
      };
    },
  });

function bytesOf(content: string, encoding: 'text' | 'base64'): Uint8Array {
  if (encoding === 'text') return new TextEncoder().encode(content);
  if (/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(content)) return Buffer.from(content, 'base64');
  throw new Fault('INVALID_ARGUMENT', 'The content is not base64.', { context: { field: 'content' } });
}

export const intakeTools = [
  addOpportunityTool,
  listOpportunitiesTool,
  addContactTool,
  listContactsTool,
  ingestResumeTool,
];
