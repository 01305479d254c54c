import * as z from 'zod';
import { migrateCase as migrate, migratedCase } from '../service/cases/migrate-case.js';
import { operation } from './operation.js';
import { caseDir } from './shared-fields.js';

export const migrateCase = operation({
  name: 'cobre/migrate-case',
  title: 'Migrate a case',
  description:
    'Writes a case of release 0.5.1 in the current form, and tells every value whose meaning changes, every key that is dropped and every value that is added. The old case stays as it is, unless in_place is said: then it is kept beside its place with the ending .old. With dry_run nothing is written. A case that would not be valid is not written; the errors say why.',
  effect: 'write',
  narrower: 'the report stands in the new directory, file by file.',
  timeoutMs: 60_000,
  cli: { verb: 'migrate' },
  input: z.strictObject({
    case_dir: caseDir.describe('Case directory of release 0.5.1'),
    target_dir: z.string().optional().describe('Where the current case goes; it must be empty or not exist yet'),
    dry_run: z.boolean().default(false).describe('Only tell what would change'),
    in_place: z.boolean().default(false).describe('Put the current case where the old one is'),
    free_turbined_water: z
      .boolean()
      .default(false)
      .describe('Keep turbined water free at plants of constant productivity, as it was'),
    anticipate: z.boolean().default(false).describe('Turn gnl_config, which had no effect, into anticipated dispatch'),
  }),
  output: migratedCase,
  run: ({ case_dir, target_dir, dry_run, in_place, free_turbined_water, anticipate }, { files }) =>
    migrate(files, {
      old: case_dir,
      target: target_dir,
      dryRun: dry_run,
      inPlace: in_place,
      options: { freeTurbinedWater: free_turbined_water, anticipate },
    }),
});
