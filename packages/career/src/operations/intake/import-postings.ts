import * as z from 'zod';
import { addPosting } from '../../app/opportunities.js';
import { readPostings } from '../../ingest/posting/read-posting.js';
import { actorOf } from '../actor.js';
import { inOneTransaction } from '../audit.js';
import { operation } from '../operation.js';
import { replace } from '../shared-fields.js';
import { bytesOf, encoding } from './content-bytes.js';

export const importPostingsOperation = operation({
  name: 'import_postings',
  title: 'Bring in postings',
  description:
    'Reads postings from a file or pasted content: text, Markdown, an HTML page, JSON-LD (JobPosting of schema.org), or a list as CSV. Each is stored with its facts and its text; the same posting twice is stored once.',
  effect: 'write',
  narrower: 'bring in fewer postings at a time.',
  timeoutMs: 60_000,
  input: z
    .strictObject({
      input_path: z.string().optional().describe('A file inside the allowed directories'),
      content: z.string().max(7_000_000).optional().describe('The postings themselves: text, or base64 with encoding'),
      encoding,
      name: z.string().default('posting.txt').describe('File name of content; its ending tells the format'),
      replace,
    })
    .refine((given) => (given.input_path === undefined) !== (given.content === undefined), {
      message: 'Give either input_path or content',
    }),
  output: z.object({
    postings: z.array(
      z.object({
        opportunity_id: z.string(),
        company: z.string(),
        role_title: z.string(),
        requirements: z.int().describe('How many were found'),
        already_known: z.boolean(),
        note: z.string().optional(),
      }),
    ),
    total: z.int(),
  }),
  cli: { verb: 'import-postings', arguments: ['input_path'] },
  async run({ input_path, content, encoding: encoded, name, replace: over }, context) {
    const source =
      content === undefined
        ? { name: input_path ?? '', content: await context.files.readFile(input_path ?? '') }
        : { name, content: encoded === 'text' ? content : bytesOf(content, encoded) };
    const read = await readPostings(source);
    const actor = actorOf(context.identity);
    const names = { replace: over, source: content === undefined ? (input_path ?? '') : 'posting' };
    const added = inOneTransaction(context, () => read.map((one) => addPosting(context.app, one, names, actor)));
    const postings = added.map(({ opportunity, already_known, note }) => ({
      opportunity_id: opportunity.opportunity_id,
      company: opportunity.company,
      role_title: opportunity.role_title,
      requirements: opportunity.requirements.length,
      already_known,
      ...(note === undefined ? {} : { note }),
    }));
    return { postings, total: postings.length };
  },
});
