import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { artefacts } from './artefacts.js';
import { OccupationTitles } from './occupation-titles.js';
import { TaxonomyTable } from './table.js';
import { TitleIndex } from './title-index.js';

/** Reads a shipped file and refuses one that is not the one this release was tested with. */
export function readChecked(description: string, from: URL = artefacts): Buffer {
  const { file, sha256 } = JSON.parse(readFileSync(new URL(description, from), 'utf8')) as {
    file: string;
    sha256: string;
  };
  const bytes = readFileSync(fileURLToPath(new URL(file, from)));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${file} is damaged: SHA-256 ${found}, expected ${sha256}.`);
  return bytes;
}

export function loadTaxonomyTable(from: URL = artefacts): TaxonomyTable {
  return new TaxonomyTable(readChecked('taxonomy-lsa-200.json', from));
}

export function loadOccupationTitles(table: TaxonomyTable, from: URL = artefacts): OccupationTitles {
  return new OccupationTitles(new TitleIndex(gunzipSync(readChecked('occupation-titles.json', from))), table);
}

/** Where ESCO or O*NET define the concepts of our vocabulary, as far as they do. */
export function loadConceptUris(from: URL = artefacts): ReadonlyMap<string, string> {
  const uris = JSON.parse(readFileSync(new URL('concept-uris.json', from), 'utf8')) as Record<string, string>;
  return new Map(Object.entries(uris));
}
