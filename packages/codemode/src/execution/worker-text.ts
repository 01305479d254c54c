import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'oxc-transform';

/**
 * The text of a worker module beside the calling one: as built code, or stripped of its types when the package runs from
 * its sources. A worker is started from its text, so that the permissions of its process need not name any file of ours.
 */
export function workerText(name: string, from: string): string {
  const built = fileURLToPath(new URL(`./${name}.worker.js`, from));
  if (existsSync(built)) return readFileSync(built, 'utf8');
  const source = readFileSync(fileURLToPath(new URL(`./${name}.worker.ts`, from)), 'utf8');
  return transformSync(`${name}.worker.ts`, source, { lang: 'ts', sourceType: 'module' }).code;
}
