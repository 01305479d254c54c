import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** People name the case as often as its results: both lead to the results. */
export function resultsDirectory(asked: string): string {
  const holdsResults = (directory: string) =>
    ['training', 'simulation'].some((part) => existsSync(join(directory, part)));
  return [asked, join(asked, 'output')].find(holdsResults) ?? asked;
}

/** The policy of a case, of its results, or a policy itself. */
export function policyDirectory(asked: string): string {
  const inside = join(resultsDirectory(asked), 'policy');
  // The first is that of release 0.5.1, the second that of today.
  return ['metadata.json', 'manifest.bin'].some((file) => existsSync(join(inside, file))) ? inside : asked;
}
