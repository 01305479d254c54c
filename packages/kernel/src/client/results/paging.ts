import type { JsonObject } from '../../essentials/is-object.js';
import { bounds } from '../../untrusted/bounds.js';
import type { ProtocolBreach } from '../../untrusted/lists/salvage.js';

/**
 * Walks all pages of a list. A cursor that was seen before ends the walk with a problem instead of going round for ever,
 * and so does a list that is longer than anybody can use.
 */
export async function walkPages(
  method: string,
  key: string,
  fetchPage: (cursor: string | undefined) => Promise<JsonObject>,
): Promise<{ readonly pages: JsonObject[]; readonly problems: ProtocolBreach[] }> {
  const pages: JsonObject[] = [];
  const seen = new Set<string>();
  let [items, chars] = [0, 0];
  for (let cursor: string | undefined; ; ) {
    const page = await fetchPage(cursor);
    const room = bounds.list.items - items;
    const list = page[key];
    if (Array.isArray(list) && list.length > room) {
      pages.push({ ...page, [key]: list.slice(0, room) });
      return { pages, problems: [problem(method, pages.length, `it has more than ${bounds.list.items} entries`)] };
    }
    items += Array.isArray(list) ? list.length : 0;
    pages.push(page);
    // A first page is a message, and bounded as one; all that follow are bounded together.
    chars += cursor === undefined ? 0 : JSON.stringify(page).length;
    if (chars > bounds.list.chars)
      return { pages, problems: [problem(method, pages.length, `it has more than ${bounds.list.chars} characters`)] };
    const next = page.nextCursor;
    if (typeof next !== 'string' || next === '') return { pages, problems: [] };
    if (seen.has(next) || pages.length >= bounds.list.pages)
      return { pages, problems: [problem(method, pages.length, endless(next, pages.length))] };
    seen.add(next);
    cursor = next;
  }
}

const SHOWN_CHARS = 80;

function endless(cursor: string, pages: number): string {
  if (pages >= bounds.list.pages) return `it has more than ${pages} pages`;
  return `pagination does not end: cursor ${JSON.stringify(cursor.slice(0, SHOWN_CHARS))} came again`;
}

function problem(where: string, index: number, reason: string): ProtocolBreach {
  return { where, index, reason, kept: true, raw: undefined };
}
