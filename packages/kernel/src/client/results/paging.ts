import type { JsonObject } from '../../essentials/is-object.js';
import type { Problem } from './salvage.js';

const MAX_PAGES = 1_000;

/** Walks all pages. A cursor that was seen before ends the walk with a problem instead of going round for ever. */
export async function walkPages(
  method: string,
  fetchPage: (cursor: string | undefined) => Promise<JsonObject>,
): Promise<{ readonly pages: JsonObject[]; readonly problems: Problem[] }> {
  const pages: JsonObject[] = [];
  const seen = new Set<string>();
  for (let cursor: string | undefined; ; ) {
    const page = await fetchPage(cursor);
    pages.push(page);
    const next = page.nextCursor;
    if (typeof next !== 'string' || next === '') return { pages, problems: [] };
    if (seen.has(next) || pages.length >= MAX_PAGES) return { pages, problems: [endless(method, pages.length, next)] };
    seen.add(next);
    cursor = next;
  }
}

function endless(where: string, index: number, cursor: string): Problem {
  return {
    where,
    index,
    reason: `pagination does not end: cursor ${JSON.stringify(cursor)} came again`,
    kept: true,
    raw: cursor,
  };
}
