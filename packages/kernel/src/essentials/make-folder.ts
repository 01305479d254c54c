import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * A folder and those above it, where they are missing. Node's own way tries for ever where the system says of an existing
 * folder that there is nothing (below /proc, or on a share that has gone), and no signal ends it.
 */
export function makeFolder(path: string, mode?: number): void {
  if (isFolder(path)) return;
  if (dirname(path) !== path) makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
