import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';

import { Fault } from '../fault.js';

/** An allowed directory by its real name, and how its file system compares names. */
export interface Root {
  readonly path: string;
  readonly ignoresCase: boolean;
}

/** Roots are resolved once: a root that is itself a symbolic link stands for its target at that moment. */
export async function openRoot(path: string): Promise<Root> {
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isDirectory()) throw new Error('not a directory');
    return { path: real, ignoresCase: await ignoresCase(real) };
  } catch (cause) {
    throw new Fault(
      'BadAllowedDirectory',
      `Allowed directory '${path}' cannot be used: it must be an existing directory.`,
      {
        context: { path },
        suggestion: 'Create the directory, or leave it out of --allowed-dirs.',
        cause,
      },
    );
  }
}

/** True for the root itself and everything below it; `real` must be a real path already. */
export function isInside(root: Root, real: string): boolean {
  const [outer, inner] = root.ignoresCase ? [fold(root.path), fold(real)] : [root.path, real];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

export function insideAny(roots: readonly Root[], real: string): boolean {
  return roots.some((root) => isInside(root, real));
}

/** Asking the file system beats guessing from the platform: macOS and Linux have volumes of both sorts. */
async function ignoresCase(real: string): Promise<boolean> {
  const swapped = real === real.toUpperCase() ? real.toLowerCase() : real.toUpperCase();
  if (swapped === real) return false;
  try {
    const [one, other] = await Promise.all([stat(real), stat(swapped)]);
    return one.ino === other.ino && one.dev === other.dev;
  } catch {
    return false;
  }
}

function fold(path: string): string {
  return path.normalize('NFC').toLowerCase();
}
