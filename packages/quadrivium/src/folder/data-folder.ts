import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { makeFolder, writeWhole } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { quadriviumFault } from '../faults.js';

/** Everything `quadrivium up` keeps, in one folder that can be copied or deleted as a whole. */
export type DataFolder = ReturnType<typeof foldersAt>;

/** How the folder is laid out. It goes up when an older version could not read what a newer one wrote. */
export const folderFormat = 1;

const FolderNote = z.object({
  format: z.int(),
  /** What was put in on the first start; written last, so that a start that was killed is finished by the next. */
  workspace: z.string(),
});
export type FolderNote = z.output<typeof FolderNote>;

export function foldersAt(path: string) {
  const folder = resolve(path);
  return {
    path: folder,
    /** Cases and their results; the only place cobre may touch. */
    studies: join(folder, 'studies'),
    /** Who called cobre, and how it ended. */
    cobreCallsDb: join(folder, 'cobre-calls.db'),
    careerDb: join(folder, 'career.db'),
    portariumDb: join(folder, 'portarium.db'),
  };
}

/** The ledgers that the systems of a folder keep, from its first start on. */
export const ledgersOf = ({ portariumDb, careerDb, cobreCallsDb }: DataFolder): readonly string[] => [
  portariumDb,
  careerDb,
  cobreCallsDb,
];

/** Runs, evidence and what people say about themselves are nobody else's business on this machine. */
export function openDataFolder(path: string): DataFolder {
  const data = foldersAt(path);
  try {
    makeFolder(data.path, 0o700);
    makeFolder(data.studies);
  } catch (cause) {
    throw quadriviumFault('FolderNotWritable', `The folder ${data.path} cannot be written: ${reason(cause)}.`, {
      cause,
      suggestion: 'Choose another one with --data.',
    });
  }
  const note = readFolderNote(data);
  if (note !== undefined && note.format > folderFormat) {
    throw quadriviumFault('FolderFromNewerVersion', `${data.path} was written by a newer version of Quadrivium.`, {
      context: { format: note.format, understood: folderFormat },
      suggestion: 'Use that version, or start on another folder with --data.',
    });
  }
  return data;
}

const noteFile = (data: DataFolder) => join(data.path, 'folder.json');

/** Absent until the first start has been completed. */
export function readFolderNote(data: DataFolder): FolderNote | undefined {
  try {
    return FolderNote.parse(JSON.parse(readFileSync(noteFile(data), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw quadriviumFault('FolderUnreadable', `${noteFile(data)} cannot be read: ${whatIsWrong(error)}.`, {
      cause: error,
      suggestion: `It is one line, ${JSON.stringify({ format: folderFormat, workspace: 'demo' })} with the name of your workspace: write it again, or restore it from a backup.`,
    });
  }
}

export function writeFolderNote(data: DataFolder, workspace: string): Promise<void> {
  const note = { format: folderFormat, workspace } satisfies FolderNote;
  return writeWhole(noteFile(data), `${JSON.stringify(note)}\n`, { mode: 0o600 });
}

/** What a parser says of a file quotes it, line breaks and all. */
function whatIsWrong(error: unknown): string {
  const isOfItsText = error instanceof SyntaxError || error instanceof z.ZodError;
  return isOfItsText ? 'it holds something else than the format and the workspace of this folder' : reason(error);
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
