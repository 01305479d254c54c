/** Which towns a text names, what they lie in, and how far apart they are. What the list does not have is not known. */
import { foldedWord } from '../domain/tokens.js';
import { linesOf } from './artefacts.js';

export interface Town {
  readonly name: string;
  readonly country: string;
  readonly names: readonly string[];
  readonly regions: readonly string[];
  readonly at: readonly [number, number];
}

const wordsOf = (text: string): string =>
  ` ${(text.match(/[\p{L}\p{M}]+/gu) ?? []).map((word) => foldedWord(word)).join(' ')} `;

let known: readonly { readonly town: Town; readonly name: string }[] | undefined;

/** Longer names first, so that New York is not York. */
function namedTowns() {
  known ??= linesOf('towns.txt')
    .map(townOf)
    .flatMap((town) => town.names.map((name) => ({ town, name })))
    .sort((a, b) => b.name.length - a.name.length);
  return known;
}

function townOf(line: string): Town {
  const [names = '', country = '', regions = '', north, east] = line.split(';');
  const [name = ''] = names.split(',');
  return {
    name,
    country,
    names: names.split(',').map(wordsOf),
    regions: regions.split(',').map(wordsOf),
    at: [Number(north), Number(east)],
  };
}

export function townsIn(text: string): Town[] {
  let left = wordsOf(text);
  const found: Town[] = [];
  for (const { town, name } of namedTowns()) {
    if (!left.includes(name)) continue;
    found.push(town);
    left = left.replaceAll(name, ' | ');
  }
  return found;
}

/** Whether a text names a region the town lies in. */
export function namesRegionOf({ regions }: Town, text: string): boolean {
  const words = wordsOf(text);
  return regions.some((region) => words.includes(region));
}

const earthRadius = 6371;

/** As the crow flies, to some ten kilometres. */
export function kilometresBetween({ at: one }: Town, { at: other }: Town): number {
  const [north, east, otherNorth, otherEast] = [...one, ...other].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
    number,
  ];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const share = half(otherNorth - north) + Math.cos(north) * Math.cos(otherNorth) * half(otherEast - east);
  return Math.round(2 * earthRadius * Math.asin(Math.sqrt(share)));
}
