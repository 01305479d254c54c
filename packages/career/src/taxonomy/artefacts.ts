/** The files that this package ships beside its code. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Found by the package's own name, because a bundle may run this code from anywhere. */
const manifest = createRequire(import.meta.url).resolve('@quadrivium/career/package.json');
export const artefacts = new URL('./artefacts/', pathToFileURL(manifest));

/** The lines of a list that people keep by hand; those that begin with `#` are for whoever reads the file. */
export function linesOf(file: string): string[] {
  const lines = readFileSync(new URL(file, artefacts), 'utf8').split(/\r?\n/);
  return lines.filter((line) => line !== '' && !line.startsWith('#'));
}
