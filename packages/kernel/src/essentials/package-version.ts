import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Of a copy that somebody took out of its package. */
const unknown = '0.0.0';

/** The version in the package.json nearest above a module: `packageVersion(import.meta.url)`. */
export function packageVersion(moduleUrl: string): string {
  for (let folder = dirname(fileURLToPath(moduleUrl)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version?: string }).version ?? unknown;
    if (folder === dirname(folder)) return unknown;
  }
}
