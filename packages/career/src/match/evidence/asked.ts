/** Requirements are read once, however many people they are held against. */
import type { ParsedItem } from '../../domain/parsed-item.js';
import { parseItem } from '../items/parse-item.js';
import type { Surroundings } from './surroundings.js';

export type ReadAsked = (text: string) => ParsedItem;

const mostRemembered = 5000;
/** Of a longer text nobody makes a requirement twice. */
const longestRemembered = 500;

export function askedReader({ book, uriOf }: Surroundings): ReadAsked {
  const known = new Map<string, ParsedItem>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const item = parseItem(text, { book, uriOf, side: 'requirement' });
    if (known.size >= mostRemembered) known.clear();
    if (text.length <= longestRemembered) known.set(text, item);
    return item;
  };
}
