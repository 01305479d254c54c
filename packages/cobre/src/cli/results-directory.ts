import { join } from 'node:path';
import type { Shell } from './shell.js';

/** People name the case as often as its results: both lead to the results. */
export async function resultsDirectory({ files }: Shell, asked: string): Promise<string> {
  for (const directory of [asked, join(asked, 'output')]) {
    for (const part of ['training', 'simulation']) {
      if (await files.exists(join(directory, part))) return directory;
    }
  }
  return asked;
}

/** The policy of a case, of its results, or a policy itself. */
export async function policyDirectory(shell: Shell, asked: string): Promise<string> {
  const results = await resultsDirectory(shell, asked);
  const inside = join(results, 'policy');
  return (await shell.files.exists(join(inside, 'metadata.json'))) ? inside : asked;
}
