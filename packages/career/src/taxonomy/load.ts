import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TaxonomyTable } from './table.js';

/** Found by the package's own name, because a bundle may run this code from anywhere. */
const manifest = createRequire(import.meta.url).resolve('@quadrivium/career/package.json');
const folder = new URL('./artefacts/', pathToFileURL(manifest));

/** Reads the shipped table and refuses a file that is not the one this release was tested with. */
export function loadTaxonomyTable(from: URL = folder): TaxonomyTable {
  const { file, sha256 } = JSON.parse(readFileSync(new URL('taxonomy-lsa-200.json', from), 'utf8')) as {
    file: string;
    sha256: string;
  };
  const path = fileURLToPath(new URL(file, from));
  const bytes = readFileSync(path);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${file} is damaged: SHA-256 ${found}, expected ${sha256}.`);
  return new TaxonomyTable(bytes);
}
