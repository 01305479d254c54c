import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { putInPlace } from '../service/cases/case-directory.js';
import { record } from '../service/seed-schema.js';
import { tooLarge, type UploadedFile, unzip } from '../service/uploads/unzip.js';
import { uploadKinds, uploadOf } from '../service/uploads/upload-kind.js';
import { operation } from './operation.js';

const megabyte = 1024 * 1024;
const limits = { files: 2000, bytes: 64 * megabyte };
/** As they come; an archive may unpack to more. */
const mostSent = 16 * megabyte;
const inWords = `${mostSent / megabyte} MB`;
/** In base64. */
const mostText = Math.ceil(mostSent / 3) * 4;

const base64 = z.base64().max(mostText);

export const uploadFiles = operation({
  name: 'cobre/upload-files',
  title: 'Upload a case or a deck',
  description:
    'Takes the files of a case or of a NEWAVE deck, as a ZIP archive or one by one, and writes them into a new directory: all of them or nothing. What is no file of a case or deck is left out and named. It does not validate; cobre/validate and cobre/import-newave do. For pages that a person uses; models write cases with cobre/create-case.',
  effect: 'write',
  narrower: 'cobre/inspect-case tells what a case consists of.',
  timeoutMs: 60_000,
  cli: false,
  // Bytes are nothing for a model to write.
  meta: { ui: { visibility: ['app'] } },
  input: z.strictObject({
    directory: z.string().describe('Where the files go; it must be empty or not exist yet'),
    deck_directory: z.string().optional().describe('Where they go instead when they are a deck'),
    archive: base64.optional().describe(`A ZIP archive of at most ${inWords}`),
    files: z
      .array(z.strictObject({ path: z.string().max(1000), base64 }))
      .max(limits.files)
      .optional()
      .describe(`Files by their places below the folder; at most ${inWords} together`),
  }),
  output: record({
    directory: z.string(),
    kind: z.enum(uploadKinds),
    files: z.array(z.string()),
    left_out: z.array(z.string()).describe('Files that belong to no case and no deck'),
  }),
  async run({ directory: forCase, deck_directory: forDeck = forCase, archive, files: given }, { files }) {
    const { kind, files: taken, leftOut } = uploadOf(sent(archive, given));
    const directory = kind === 'case' ? forCase : forDeck;
    await putInPlace(files, directory, taken);
    return { directory, kind, files: taken.map(({ path }) => path).sort(), left_out: [...leftOut] };
  },
});

function sent(
  archive: string | undefined,
  given: readonly { readonly path: string; readonly base64: string }[] | undefined,
): UploadedFile[] {
  if ((archive === undefined) === (given === undefined))
    throw new Fault('InvalidArguments', 'Give an archive or files, and not both', {
      context: { field: 'archive' },
      suggestion: 'Leave one of the two out.',
    });
  if (archive !== undefined) return unzip(Buffer.from(archive, 'base64'), limits);
  const files = (given ?? []).map(({ path, base64: text }) => ({ path, content: Buffer.from(text, 'base64') }));
  const bytes = files.reduce((sum, { content }) => sum + content.length, 0);
  if (bytes > mostSent) throw tooLarge(`${bytes} bytes`, `${mostSent} bytes`);
  return files;
}
