/** A case of release 0.5.1 written in the current form: read, migrated, checked, and only then put where it shall be. */
import { resolve, sep } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import { lostKeys } from '../../case/migrate/lost-keys.js';
import { type Migration, migrate } from '../../case/migrate/migrate.js';
import type { MigrationOptions } from '../../case/migrate/note.js';
import type { RawCase } from '../../case/registry.js';
import type { ErrorRecord } from '../../faults.js';
import { readAndValidate, validateCase } from '../../validation/validate-case.js';
import type { Files } from '../files/files.js';
import { casePlace, shownPath } from '../files/place.js';
import { record } from '../seed-schema.js';
import { caseAccess, memoryAccess } from './case-access.js';
import { finishReplacing, foreignFiles, putInPlace, replaceWith } from './case-directory.js';

export const migratedCase = record({
  old_directory: z.string(),
  case_directory: z.string().nullable().describe('Where the current case is; null when nothing was written'),
  kept_directory: z.string().nullable().describe('Where the old case was moved to, when it was replaced in its place'),
  files: z.array(z.string()).describe('Files of the current case'),
  not_copied: z.array(z.string()).describe('What lies in the old directory and is no file of a case'),
  notes: z.array(
    record({
      effect: z.enum(['meaning', 'dropped', 'added']).describe('meaning: the value says something else from now on'),
      file: z.string(),
      entity_id: z.union([z.number(), z.string()]).nullable(),
      field: z.string(),
      text: z.string(),
    }),
  ),
});

export type MigratedCase = z.output<typeof migratedCase>;

export interface MigrationRequest {
  readonly old: string;
  readonly target: string | undefined;
  readonly dryRun: boolean;
  readonly inPlace: boolean;
  readonly options: MigrationOptions;
}

export async function migrateCase(files: Files, asked: MigrationRequest): Promise<MigratedCase> {
  requireOneDestination(asked);
  if (asked.inPlace && !asked.dryRun) {
    const kept = await finishReplacing(files, asked.old);
    if (kept !== null) return finished(files, asked, kept);
  }
  const place = await casePlace(files, asked.old);
  const migration = await checkedMigration(files, asked.old, asked.options);
  const left = asked.inPlace ? [] : await foreignFiles(place.path);
  if (asked.dryRun) return answerOf(files, asked.old, migration, { left, written: null, kept: null });
  if (asked.inPlace) {
    const kept = await replaceWith(files, asked.old, migration.files);
    return answerOf(files, asked.old, migration, { left, written: asked.old, kept });
  }
  await requireOutside(files, asked.target!, place.path);
  await putInPlace(files, asked.target!, migration.files);
  return answerOf(files, asked.old, migration, { left, written: asked.target!, kept: null });
}

/** An earlier call was killed after the new case was whole: it stands there now, and the old one tells what changed. */
async function finished(files: Files, { old, options }: MigrationRequest, kept: string): Promise<MigratedCase> {
  return answerOf(files, old, await checkedMigration(files, kept, options), { left: [], written: old, kept });
}

/** Nothing is ever written over a case that was not named for it. */
function requireOneDestination({ old, target, dryRun, inPlace }: MigrationRequest): void {
  if (inPlace && target !== undefined)
    throw refusal(
      'A case that is migrated in its place takes no second directory',
      'target_dir',
      target,
      'Leave one out.',
    );
  if (dryRun || inPlace) return;
  if (target === undefined)
    throw refusal(
      'A directory for the new case is needed',
      'target_dir',
      null,
      `Name one, such as ${old}-current, or ask for a dry run.`,
    );
  if (resolve(target) === resolve(old))
    throw refusal(
      'The new case would replace the old one',
      'target_dir',
      target,
      'Choose another directory, or say --in-place.',
    );
}

/** A case within a case would be taken for part of it, and copied or removed with it. */
async function requireOutside(files: Files, target: string, old: string): Promise<void> {
  if (!`${await files.resolveNew(target)}${sep}`.startsWith(`${old}${sep}`)) return;
  throw refusal('The new case would lie within the old one', 'target_dir', target, 'Choose a directory beside it.');
}

/** What is written is valid: nothing that is not is left behind for somebody to find. */
async function checkedMigration(files: Files, old: string, options: MigrationOptions): Promise<Migration> {
  const { report, raw } = await readAndValidate(old, caseAccess(files));
  const wrong = report.errors.filter((error) => !isLeftBehind(error));
  if (raw === null || wrong.length > 0)
    throw notMigrated(
      `'${old}' is not valid`,
      report.errors,
      'Correct the case first; cobre validate lists everything.',
    );
  requireOld(old, raw);
  const migration = migrate(raw, options);
  const notes = [...migration.notes, ...lostKeys(report.warnings, migration.files)];
  const bytes = new Map(migration.files.map(({ path, content }) => [path, Buffer.from(content)]));
  const { errors } = await validateCase(old, memoryAccess(old, bytes));
  if (errors.length === 0) return { ...migration, notes };
  const advice = 'The current format is stricter than release 0.5.1: change the old case accordingly and try again.';
  throw notMigrated(`'${old}' would not be valid in the current format`, errors, advice);
}

/** The original let rows of stages that a study does not have pass; a migration leaves them out and says so. */
function isLeftBehind({ kind, context }: ErrorRecord): boolean {
  const ofStage =
    kind === 'MissingReference' ? context.field === 'stage_id' : /^rows for stage/.test(String(context.detail));
  return ofStage && String(context.file).startsWith('constraints/');
}

function requireOld(old: string, raw: RawCase): void {
  if (raw.generation !== 'current') return;
  throw refusal(`'${old}' is a current case already`, 'case_dir', old, 'There is nothing to do.');
}

function notMigrated(why: string, errors: readonly ErrorRecord[], suggestion: string): Fault {
  const [first] = errors;
  return new Fault(first?.kind ?? 'ParseError', `${why}, so it is not migrated: ${first?.message ?? ''}`, {
    context: { ...first?.context, errors },
    suggestion,
  });
}

interface Outcome {
  readonly left: readonly string[];
  readonly written: string | null;
  readonly kept: string | null;
}

async function answerOf(
  files: Files,
  old: string,
  migration: Migration,
  { left, written, kept }: Outcome,
): Promise<MigratedCase> {
  const shown = async (asked: string) => shownPath({ asked, path: await files.resolveNew(asked) });
  return {
    old_directory: await shown(old),
    case_directory: written === null ? null : await shown(written),
    kept_directory: kept === null ? null : await shown(kept),
    files: migration.files.map(({ path }) => path),
    not_copied: [...left],
    notes: [...migration.notes],
  };
}

function refusal(message: string, field: string, value: unknown, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, { context: { field, value }, suggestion });
}
