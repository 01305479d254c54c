import * as z from 'zod';
import { ingestResume } from '../../app/resumes.js';
import { actorOf } from '../actor.js';
import { callEntry } from '../audit.js';
import { operation } from '../operation.js';
import { profileId, traceId } from '../shared-fields.js';
import { bytesOf, encoding } from './content-bytes.js';

export const ingestResumeOperation = operation({
  name: 'ingest_resume',
  title: 'Bring in a resume',
  description:
    'Reads a PDF, DOCX, Markdown, text, JSON Resume or LinkedIn export (ZIP) into canonical Markdown. The same document twice is stored once.',
  effect: 'write',
  narrower: 'list_atoms shows what was read a few claims at a time.',
  timeoutMs: 60_000,
  cli: {
    verb: 'ingest-resume',
    arguments: ['input_path'],
    show: (read) => ({ ...read, next: `career propose-atoms ${read.resume_id}` }),
  },
  input: z
    .strictObject({
      input_path: z.string().optional().describe('A file inside the allowed directories'),
      content: z.string().max(30_000_000).optional().describe('The document itself: text, or base64 with encoding'),
      encoding,
      name: z.string().default('resume.txt').describe('File name of content; its ending tells the format'),
      profile_id: profileId,
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
  async run({ input_path, content, encoding: encoded, name: given, profile_id, trace_id }, context) {
    const { app, identity } = context;
    // The sandbox is only asked for when a path was given: a server may have been started without any directory.
    const bytes = content === undefined ? await context.files.readFile(input_path ?? '') : bytesOf(content, encoded);
    const name = content === undefined ? (input_path ?? '') : given;
    const ingested = await ingestResume(app, {
      name,
      bytes,
      traceId: trace_id,
      profileId: profile_id,
      actor: actorOf(identity),
      call: callEntry(context),
    });
    const { resume, already_ingested } = ingested;
    return {
      trace_id: ingested.trace_id,
      resume_id: resume.resume_id,
      resume_hash: resume.resume_hash,
      source_hash: resume.meta.source_hash,
      extraction_method: resume.meta.extraction_method,
      already_ingested,
      characters: resume.resume_md.length,
    };
  },
});
