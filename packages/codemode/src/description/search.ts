import type { Catalog, CatalogEntry } from '../catalog.js';
import { firstSentence, signatureOf } from '../declarations/signatures.js';

export interface Found {
  readonly path: string;
  readonly description: string;
  readonly signature: string;
}

const MOST = 20;

/** Words of a name, with `readFile` and `read_file` as two. */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return spaced.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/** A word in the name counts most, then in the server's name, then in the description; ties stay in catalog order. */
function scoreOf({ tool }: CatalogEntry, words: readonly string[]): number {
  const places = [
    [wordsOf(tool.name), 6],
    [wordsOf(tool.server), 3],
    [wordsOf(`${tool.title ?? ''} ${tool.description}`), 2],
  ] as const;
  const scoreIn = (word: string): number =>
    Math.max(...places.map(([those, weight]) => weight * Math.max(0, ...those.map((each) => likeness(each, word)))));
  return words.reduce((sum, word) => sum + scoreIn(word), 0);
}

function likeness(word: string, wanted: string): number {
  if (word === wanted) return 1;
  if (wanted.length >= 3 && (word.startsWith(wanted) || (word.length >= 3 && wanted.startsWith(word)))) return 0.6;
  return wanted.length >= 4 && word.includes(wanted) ? 0.3 : 0;
}

/** Tools that fit the words, best first. An empty query lists them in order. */
export function searchTools({ entries }: Catalog, query: string): Found[] {
  const words = wordsOf(query);
  const scored = entries.map((entry, index) => ({ entry, index, score: scoreOf(entry, words) }));
  const fitting = words.length === 0 ? scored : scored.filter(({ score }) => score > 0);
  const best = fitting.sort((a, b) => b.score - a.score || a.index - b.index).slice(0, MOST);
  return best.map(({ entry }) => ({
    path: entry.path,
    description: firstSentence(entry.tool.description),
    signature: `tools.${entry.server}.${signatureOf(entry)}`,
  }));
}
