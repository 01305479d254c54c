import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import { type Answer, argument, command, onSwitch, optionalArgument } from '@quadrivium/kernel/shell';
import { type Migration, migrate } from '../case/migrate/migrate.js';
import type { Note } from '../case/migrate/note.js';
import { nodeFileAccess } from '../case/read/files.js';
import { readAndValidate } from '../validation/validate-case.js';
import { plural, table } from './text.js';

export const migrateCommand = command({
  name: 'migrate',
  description: 'Write a case of release 0.5.1 in the current form, and tell every value whose meaning changes',
  arguments: {
    old: argument('Case directory of release 0.5.1'),
    new: optionalArgument('Where to write the current case'),
  },
  options: {
    dryRun: onSwitch('dry-run', 'Only tell what would change'),
    inPlace: onSwitch('in-place', 'Write into the old directory, which is kept beside it with the ending .old'),
    freeTurbinedWater: onSwitch(
      'free-turbined-water',
      'Keep turbined water free at plants of constant productivity, as it was',
    ),
    anticipate: onSwitch('anticipate', 'Turn gnl_config, which had no effect, into anticipated dispatch'),
  },
  async run(_io, { old, new: target, dryRun, inPlace, ...options }) {
    const directory = destination(old, target, dryRun, inPlace);
    const migration = await migrated(old, options);
    if (directory !== null) await write(migration, old, directory, inPlace);
    return answerOf(migration, old, directory);
  },
});

/** Where the case goes; null when nothing is written. Nothing is ever written over a case that was not named for it. */
function destination(old: string, target: string | undefined, dryRun: boolean, inPlace: boolean): string | null {
  if (inPlace && target !== undefined)
    throw refusal('--in-place takes no second directory', 'in-place', target, 'Leave one of the two out.');
  if (dryRun) return null;
  if (inPlace) return old;
  if (target === undefined)
    throw refusal(
      'A directory for the new case is needed',
      'new',
      undefined,
      `Try: cobre migrate ${old} ${old}-current, or --dry-run`,
    );
  if (resolve(target) === resolve(old))
    throw refusal(
      'The new case would replace the old one',
      'new',
      target,
      'Choose another directory, or say --in-place.',
    );
  return target;
}

async function migrated(old: string, options: Parameters<typeof migrate>[1]): Promise<Migration> {
  const { report, raw } = await readAndValidate(old, nodeFileAccess);
  const first = report.errors[0];
  if (raw === null || first !== undefined) {
    throw new Fault(
      (first?.kind ?? 'ParseError') as 'ParseError',
      `'${old}' is not valid, so it is not migrated: ${first?.message ?? ''}`,
      {
        context: { ...first?.context, errors: report.errors },
        suggestion: 'Correct the case first; cobre validate lists everything.',
      },
    );
  }
  if (raw.generation === 'current')
    throw refusal(`'${old}' is a current case already`, 'old', old, 'There is nothing to do.');
  return migrate(raw, options);
}

/** The whole case is written beside its place and moved there at the end, so that nobody finds half of one. */
async function write({ files }: Migration, old: string, directory: string, inPlace: boolean): Promise<void> {
  const place = resolve(directory);
  const taken = inPlace ? [] : await readdir(place).catch(() => []);
  if (taken.length > 0) throw refusal(`'${directory}' is not empty`, 'new', directory, 'Choose another directory.');
  await mkdir(dirname(place), { recursive: true });
  const staging = await mkdtemp(join(dirname(place), `.${basename(place)}-`));
  try {
    for (const { path, content } of files) {
      await mkdir(dirname(join(staging, path)), { recursive: true });
      await writeFile(join(staging, path), content);
    }
    if (inPlace) await keepOld(resolve(old));
    else await rm(place, { recursive: true, force: true });
    await rename(staging, place);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function keepOld(place: string): Promise<void> {
  const kept = `${place}.old`;
  const taken = await readdir(kept).catch(() => null);
  if (taken !== null)
    throw refusal(`'${kept}' exists, so the old case cannot be kept there`, 'in-place', kept, 'Move it away first.');
  await rename(place, kept);
}

function answerOf({ files, notes }: Migration, old: string, directory: string | null): Answer {
  const changed = notes.filter(({ effect }) => effect === 'meaning').length;
  const did =
    directory === null
      ? `Would write ${plural(files.length, 'file')}`
      : `Wrote ${plural(files.length, 'file')} to ${directory}`;
  return {
    data: {
      old_directory: resolve(old),
      case_directory: directory === null ? null : resolve(directory),
      files: files.map(({ path }) => path),
      notes,
    },
    summary: `${did}; ${plural(changed, 'value')} ${changed === 1 ? 'changes its' : 'change their'} meaning.`,
    details: () => table(['effect', 'file', 'entity', 'field', 'what'], notes.map(rowOf)),
  };
}

const rowOf = ({ effect, file, entity_id: id, field, text }: Note) => [
  effect,
  file,
  id === null ? '' : String(id),
  field,
  text,
];

function refusal(message: string, field: string, value: unknown, suggestion: string): Fault<'InvalidArguments'> {
  return new Fault('InvalidArguments', message, { context: { field, value }, suggestion });
}
