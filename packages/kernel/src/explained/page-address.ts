import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The pages that programs lead to; they are shipped beside every program. */
export const explainingPages = ['errors', 'doctor', 'portarium-doctor', 'cpe-doctor'] as const;
export type ExplainingPage = (typeof explainingPages)[number];

/** Beside a bundled program, and in a clone. */
const places = ['.', '../../../../docs/reference'].map((folder) => join(import.meta.dirname, folder));

/** The page in Markdown, where it came with the program. */
export function pageFile(page: ExplainingPage): string | undefined {
  return places.map((place) => join(place, `${page}.md`)).find(existsSync);
}

/** A page of the site whose address `QUADRIVIUM_DOCS` gives, where somebody has said so. */
export function pageOfSite(page: ExplainingPage, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { QUADRIVIUM_DOCS: site = '' } = env;
  return /^https?:\/\//.test(site) ? `${site.replace(/\/+$/, '')}/docs/reference/${page}.html` : undefined;
}

/**
 * Where a page of reference explains something: on the site, or in the file that came with the program. A test holds the
 * pages to what there is to explain.
 */
export function pageAddress(page: ExplainingPage, heading: string, env?: NodeJS.ProcessEnv): string {
  const file = pageFile(page);
  const shipped = file === undefined ? `docs/reference/${page}.md` : pathToFileURL(file).href;
  return `${pageOfSite(page, env) ?? shipped}#${anchorOf(heading)}`;
}

/** Where the documentation explains a kind of error. */
export function explanationOf(kind: string, env?: NodeJS.ProcessEnv): string {
  return pageAddress('errors', kind, env);
}

/** Where a server that speaks HTTP shows the page itself, since its files are nowhere a caller could look. */
export function servedPath(page: ExplainingPage): string {
  return `/reference/${page}.html`;
}

/** Where whoever got an error over HTTP reads about its kind: on the site, or at the server that answered. */
export function servedExplanationOf(kind: string, env?: NodeJS.ProcessEnv): string {
  return `${pageOfSite('errors', env) ?? servedPath('errors')}#${anchorOf(kind)}`;
}

/** As pages of Markdown have it. */
export function anchorOf(heading: string): string {
  return heading.toLowerCase().replaceAll(' ', '-');
}
