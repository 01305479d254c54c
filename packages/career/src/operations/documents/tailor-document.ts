import * as z from 'zod';
import { type DocumentFile, tailor } from '../../app/tailor.js';
import { Block, documentFormats, documentKinds, documentLanguages } from '../../tailor/document.js';
import { rendererOf } from '../../tailor/render/index.js';
import { actorOf } from '../actor.js';
import { callEntry } from '../audit.js';
import { operation } from '../operation.js';
import { paceOf } from '../pace.js';
import { profileId } from '../shared-fields.js';
import { DocumentFileView } from './document-fields.js';

const ProposedSentence = z.strictObject({
  text: z.string().min(1).max(2000).describe('How it should be said'),
  atom_ids: z.array(z.string().min(1)).min(1).max(20).describe('The confirmed claims that say it'),
});

export const tailorOperation = operation({
  name: 'tailor_document',
  title: 'Tailor a CV or a letter',
  description:
    'Makes a CV or a letter for an opportunity from confirmed claims only, what answers the posting first. Every sentence is linked to its claim; a wording you propose passes the same check or is refused with the sentence named: no word, number or name that the claims do not have. The file carries a manifest that verify_document checks.',
  effect: 'write',
  narrower:
    'say parts [] and take get_document for one file, or give an output_dir so that files are written and not sent.',
  cost: 'seconds',
  timeoutMs: 60_000,
  input: z.strictObject({
    opportunity_id: z.string().min(1).describe('Opportunity to apply for'),
    kind: z.enum(documentKinds).default('cv').describe('CV or letter'),
    formats: z
      .array(z.enum(documentFormats))
      .min(1)
      .max(documentFormats.length)
      .default(['docx'])
      .describe('Files to make; json-resume is for CVs'),
    language: z.enum(documentLanguages).default('en').describe('Of headings and forms; claims stay as they are'),
    profile_id: profileId,
    wording: z
      .array(ProposedSentence)
      .max(200)
      .default([])
      .describe('Sentences to use instead of the claims they name'),
    output_dir: z.string().optional().describe('Directory inside the allowed ones to write the files to'),
    parts: z
      .array(z.enum(['blocks', 'bytes']))
      .max(2)
      .default(['blocks'])
      .describe('What to answer beside names and hashes of the files: every line, and the files themselves'),
  }),
  output: z.object({
    document_id: z.string(),
    kind: z.enum(documentKinds),
    blocks: z.array(Block).describe('Every line with what vouches for it, where parts has blocks'),
    files: z.array(DocumentFileView),
  }),
  cli: {
    verb: 'tailor',
    arguments: ['opportunity_id'],
    defaults: { output_dir: '.' },
    show: ({ files, blocks }) =>
      [...files.map(({ path, name }) => path ?? name), `${blocks.length} lines, each with its claim`].join('\n'),
    warns: ({ blocks }) =>
      blocks.length === 0 || blocks.some(({ link }) => link.to === 'profile')
        ? []
        : ['Nobody is named in it: say who you are with career set-profile, and make it again.'],
  },
  async run({ opportunity_id, kind, formats, language, profile_id, wording, output_dir, parts }, context) {
    const request = {
      opportunityId: opportunity_id,
      kind,
      formats: [...new Set(formats)].filter((format) => kind === 'cv' || format !== 'json-resume'),
      language,
      profileId: profile_id,
      wording,
      actor: actorOf(context.identity),
      call: callEntry(context),
    };
    const made = await tailor(context.app, request, paceOf(context));
    const place = async ({ name, bytes }: DocumentFile) => {
      if (output_dir !== undefined)
        return { path: await context.files.writeFileAtomic(`${output_dir}/${name}`, bytes) };
      // A Word file is thousands of tokens that tell a model nothing.
      return parts.includes('bytes') ? { base64: Buffer.from(bytes).toString('base64') } : {};
    };
    const files = await Promise.all(made.files.map(async (file) => ({ ...viewOf(file), ...(await place(file)) })));
    const { document_id, blocks } = made.document;
    return { document_id, kind, blocks: parts.includes('blocks') ? [...blocks] : [], files };
  },
});

function viewOf({ format, name, sha256 }: DocumentFile) {
  return { format, name, sha256, media_type: rendererOf(format).mediaType };
}
