/** What a file system that refuses means for a run, in words: the disk is full, or something is in the way. */
import { Fault } from '@quadrivium/kernel/fault';

/** What of a run is whole on disk. */
export interface Kept {
  /** Iterations of the last checkpoint of this run. */
  checkpoint: number | null;
  /** Training is finished, with all its files. */
  training: boolean;
}

/** A fault that says what was kept; anything else than a refusal of the file system stays what it is. */
export function writeFailure(error: unknown, kept: Kept): unknown {
  const refusal = refusalIn(error);
  if (refusal === null) return error;
  const { code = '', syscall = '', path } = refusal;
  const full = isFullDisk(refusal);
  const detail = `${code} (${syscall})`;
  const what = full ? 'The disk is full, so the run could not go on' : `The results could not be written: ${detail}`;
  return new Fault('CheckpointFailed', `${what}. ${wordsFor(kept)}`, {
    context: {
      checkpoint_path: path ?? (error instanceof Fault ? error.context.checkpoint_path : null) ?? null,
      operation: 'write',
      detail,
      reason: full ? 'disk_full' : 'refused',
      kept: { ...kept },
    },
    suggestion: full
      ? 'Make room and run the case again; with policy.mode "resume" it goes on from its last checkpoint.'
      : 'Check that the output directory is writable and that nothing is in its way.',
    cause: error,
  });
}

export function isFullDisk(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');
}

function refusalIn(error: unknown): NodeJS.ErrnoException | null {
  const candidates = [error, error instanceof Error ? error.cause : undefined];
  const found = candidates.find((one) => one instanceof Error && 'code' in one && 'syscall' in one);
  return (found as NodeJS.ErrnoException | undefined) ?? null;
}

function wordsFor({ checkpoint, training }: Kept): string {
  if (training) return 'Kept: the whole training and its policy; nothing of the simulation.';
  if (checkpoint !== null) return `Kept: the policy and the history up to iteration ${checkpoint}.`;
  return 'Nothing of this run was kept.';
}
