/** Writing of anything but a run, whose own words say what of it is whole (see full-disk.ts). */
import { Fault } from '@quadrivium/kernel/fault';
import { type LinkedFolders, OutputFolder } from '../../results/index.js';
import { isFullDisk } from '../runs/full-disk.js';

const refusals = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

/**
 * Does work that writes `what`; where the file system refuses, that is told as such. `undo` takes away what was written
 * until then; the words say what became of it.
 */
export async function toldWriting<T>(
  what: string,
  work: () => Promise<T>,
  { undo = async () => {}, kept = 'nothing of it was kept' }: Aftermath = {},
): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    await undo().catch(() => {});
    throw toldFault(what, cause, kept);
  }
}

/** Opens a folder to write into, made where it is missing. */
export function openedFolder(path: string, links?: LinkedFolders): Promise<OutputFolder> {
  return toldWriting(path, () => OutputFolder.open(path, links), { kept: 'nothing was written' });
}

interface Aftermath {
  readonly undo?: () => Promise<void>;
  readonly kept?: string;
}

function toldFault(what: string, cause: unknown, kept: string): unknown {
  const refusal = cause instanceof Fault ? cause.cause : cause;
  const code = (refusal as NodeJS.ErrnoException | null)?.code ?? '';
  if (isFullDisk(refusal))
    return new Fault('DiskFull', `The disk is full: ${what} did not fit, and ${kept}`, {
      context: { file: what },
      suggestion: 'Make room, or choose a place on another disk.',
      cause,
    });
  if (!refusals.includes(code)) return cause;
  return new Fault('InvalidArguments', `${what} cannot be written there (${code}), and ${kept}`, {
    context: { file: what, detail: code },
    suggestion: 'Choose a place that you may write to.',
    cause,
  });
}
