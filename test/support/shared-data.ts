import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reference data that lives beside the repository, not in it. A clone without it skips the tests that use it, visibly;
 * CI always has it, so there its absence is a failure.
 */
export function sharedData(...path: string[]): { readonly path: string; readonly absent: boolean } {
  const full = join(import.meta.dirname, '../../../shared', ...path);
  const absent = !existsSync(full);
  if (absent && process.env.CI) throw new Error(`CI needs ../shared/${path.join('/')} beside the repository.`);
  return { path: full, absent };
}
