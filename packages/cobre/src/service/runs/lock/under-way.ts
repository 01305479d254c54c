import { join } from 'node:path';
import type { Files } from '../../files/files.js';
import { lockName, parseHolder } from './lock-file.js';
import { standingOf } from './process-identity.js';

/**
 * Whether a run writes to this directory now, in whatever process. A lock of a machine that cannot be seen from here counts:
 * only a process that is known to be gone was interrupted.
 */
export async function isUnderWay(files: Pick<Files, 'exists' | 'readFile'>, outputDirectory: string): Promise<boolean> {
  const path = join(outputDirectory, lockName);
  if (!(await files.exists(path))) return false;
  const holder = parseHolder((await files.readFile(path)).toString('utf8'));
  return holder !== null && standingOf(holder.owner) !== 'gone';
}
