import { migrateCase as migrate, migratedCase } from '../service/cases/migrate-case.js';
import { migrateCase } from './migrate-case.js';
import { operation } from './operation.js';

export const previewMigration = operation({
  name: 'cobre/preview-migration',
  title: 'Preview a migration',
  description:
    'What cobre/migrate-case would make of a case of release 0.5.1: its files, every value whose meaning changes, every key that is dropped and every value that is added. Nothing is written, so that it needs no permission to write. A case that cannot be migrated is refused with everything that is wrong with it.',
  effect: 'read',
  narrower: 'migrate into a new directory and read its report file by file.',
  timeoutMs: 60_000,
  cli: false,
  input: migrateCase.input.pick({ case_dir: true, free_turbined_water: true, anticipate: true }),
  output: migratedCase,
  run: ({ case_dir, free_turbined_water, anticipate }, { files }) =>
    migrate(files, {
      old: case_dir,
      target: undefined,
      dryRun: true,
      inPlace: false,
      options: { freeTurbinedWater: free_turbined_water, anticipate },
    }),
});
