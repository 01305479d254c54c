import { join } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { exportPiece } from '../service/answers/export-piece.js';
import { integer, record } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { outputDir } from './shared-fields.js';

export const readExport = operation({
  name: 'cobre/read-export',
  title: 'Read an exported file',
  description:
    'A piece of a file that cobre/export-results wrote, as it lies on disk: for pages that give it to a person, who asks for the next piece until there is none. Models read rows with cobre/query-results.',
  effect: 'read',
  narrower: 'models read rows with cobre/query-results.',
  timeoutMs: 30_000,
  cli: false,
  meta: { ui: { visibility: ['app'] } },
  input: z.strictObject({
    output_dir: outputDir,
    name: z.string().max(255).describe('Name of the file in exports/ of the output directory'),
    offset: integer(0).default(0).describe('Where the piece begins, in bytes'),
  }),
  output: record({
    base64: z.string(),
    size_bytes: integer().describe('Of the whole file'),
    next_offset: integer().optional().describe('Where the next piece begins; left out at the end'),
  }),
  run({ output_dir, name, offset }, { files }) {
    if (!/^[^/\\.][^/\\]*$/.test(name))
      throw new Fault('InvalidArguments', `'${name}' is no name of an exported file`, {
        context: { field: 'name', value: name },
        suggestion: 'Give the last part of file_path as cobre/export-results answered it.',
      });
    return exportPiece(files, join(output_dir, 'exports', name), offset);
  },
});
