/** What of a requirement no claim shows, and how much that weighs. */
import type { NamedThing } from '../../domain/parsed-item.js';
import { lightWords } from '../items/light-words.js';
import { foldedInPlace } from '../items/papers.js';
import { namesSomebody } from '../person-names.js';
import type { Claimed, Doubt } from './doubt.js';

const leading = /^(?:leitung\w*|fuhrung\w*|leadership|supervis\w*|jefatura|chefia|direc\w*|lideranca|liderazgo)$/;

/** "Produção sem glúten": what has to be left out makes it another thing; to work without help does not. */
const leavesOut = /(?<!\p{L})(?:without|ohne|sin|sem) $/u;
const manner =
  /^(?:supervis|restri|help|being|diffic|issue|aufsicht|anleitung|hilfe|problem|eintr|muhe|limit|ayuda|ajuda)/u;
const isFree = /\p{L}(?:[ -]free|frei(?:e[mnrs]?)?)$/u;

function leavesSomethingOut({ words, span }: NamedThing, text: string): boolean {
  const [folded, name] = [foldedInPlace(text), foldedInPlace(words)];
  return (leavesOut.test(folded.slice(0, span[0])) && !manner.test(name)) || isFree.test(name);
}

/** Words of the requirement that tell something and that no claim holds. */
export function leftOver({ item, credits, coverage, index }: Claimed): Doubt[] {
  if (coverage >= 0.99 || credits.some(({ evidence }) => evidence.path !== undefined)) return [];
  const shown = new Set(credits.map(({ evidence }) => evidence.requirement_span?.[0]));
  const left = item.all_of
    .flatMap(({ any_of }) => (any_of.some(({ span }) => shown.has(span[0])) ? [] : any_of))
    .filter((thing) => thing.kind === 'phrase' && !thing.stems.every((word) => lightWords.has(word)));
  if (left.length === 0) return [];
  const words = left.map((thing) => thing.words);
  const denied = left.flatMap((thing) =>
    thing.kind === 'phrase' ? thing.stems.filter((word) => index.isDenied(word)) : [],
  );
  if (denied.length > 0) return [{ right: 0.15, why: `A claim denies "${denied.join('", "')}".` }];
  const isOfSomebody = words.some((word) => namesSomebody(word) && !/[ií]c[ao]s?$/i.test(word));
  // Nobody has led who does not say so.
  const isLeading = words.some((word) => leading.test(foldedInPlace(word)));
  const isOther = left.some((thing) => leavesSomethingOut(thing, item.text));
  return [{ right: isOfSomebody || isLeading || isOther ? 0.3 : 0.68, why: `Nothing shows "${words.join('", "')}".` }];
}
