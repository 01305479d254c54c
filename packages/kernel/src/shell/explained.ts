import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The pages that programs lead to; they are shipped beside every program. */
type Page = 'errors' | 'doctor';

/** Beside a bundled program, and in a clone. */
const places = ['.', '../../../../docs/reference'].map((folder) => join(import.meta.dirname, folder));

/**
 * Where a page of reference explains something: on the site whose address `QUADRIVIUM_DOCS` gives, or in the file that
 * came with the program. A test holds the pages to what there is to explain.
 */
export function pageAddress(
  page: Page,
  anchor: string,
  { QUADRIVIUM_DOCS: site = '' }: NodeJS.ProcessEnv = process.env,
) {
  if (/^https?:\/\//.test(site)) return `${site.replace(/\/+$/, '')}/reference/${page}.html#${anchor}`;
  const file = places.map((place) => join(place, `${page}.md`)).find(existsSync);
  return `${file === undefined ? `docs/reference/${page}.md` : pathToFileURL(file).href}#${anchor}`;
}

/** Where the documentation explains a kind of error. */
export function explanationOf(kind: string, env?: NodeJS.ProcessEnv): string {
  return pageAddress('errors', kind.toLowerCase(), env);
}
