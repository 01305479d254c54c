/**
 * Where a posting's place lies, seen from the places of a person: the same town under another name, a town in a region or country,
 * and how far apart two towns are. What the list of towns does not have is not known, and never rules a job out.
 */
import type { PersonFacts } from '../domain/work-wishes.js';
import { kilometresBetween, namesRegionOf, type Town, townsIn } from '../taxonomy/towns.js';
import { coversRegions, regionsIn } from './items/papers.js';

export interface Whereabouts {
  readonly verdict: 'met' | 'failed' | 'unknown';
  readonly place: string;
  readonly because: string;
}

/** Countries that a text names, else those of its towns. */
function countriesOf(text: string): string[] {
  const named = regionsIn(text);
  return named.length > 0 ? named : townsIn(text).map(({ country }) => country);
}

/** "Birmingham" in England is not the one in Alabama; what names no country is held against nothing. */
export function inOtherCountries(place: string, location: string): boolean {
  return !coversRegions(countriesOf(place), countriesOf(location));
}

/** Towns of a text in the country that it names, if it names one. */
const townsAt = (text: string): Town[] =>
  townsIn(text).filter(({ country }) => coversRegions([country], regionsIn(text)));

export function whereabouts(person: PersonFacts, location: string): Whereabouts | undefined {
  const wished = person.places ?? [];
  const places = [...wished, ...(person.location ? [person.location] : [])];
  const there = townsAt(location);
  return sameTown(places, there) ?? within(wished, location, there) ?? apart(person, places, location, there);
}

function sameTown(places: readonly string[], there: readonly Town[]): Whereabouts | undefined {
  const place = places.find((one) => townsAt(one).some((town) => there.includes(town)));
  return place === undefined
    ? undefined
    : { verdict: 'met', place, because: 'It is the same town under another name.' };
}

function within(wished: readonly string[], location: string, there: readonly Town[]): Whereabouts | undefined {
  for (const place of wished.filter((one) => townsAt(one).length === 0)) {
    const town = there.find((one) => namesRegionOf(one, place) || regionsIn(place).includes(one.country));
    if (town !== undefined) return { verdict: 'met', place, because: `${town.name} is in ${place}.` };
    const named = regionsIn(place);
    if (named.length > 0 && regionsIn(location).length > 0 && coversRegions(named, regionsIn(location)))
      return { verdict: 'met', place, because: `It is in ${place}.` };
  }
  return undefined;
}

/** Farther than this nobody is taken to travel each day who has not said so. */
const daily = 60;

function apart(
  person: PersonFacts,
  places: readonly string[],
  location: string,
  there: readonly Town[],
): Whereabouts | undefined {
  const unclear = (person.places ?? []).filter((place) => isUnclear(place, location, there));
  return (
    byDistance(person, places, there) ??
    (unclear.length === 0
      ? undefined
      : {
          verdict: 'unknown',
          place: unclear.join(', '),
          because: `Whether ${location} is near ${unclear.join(' or ')} is not known here.`,
        })
  );
}

function byDistance(person: PersonFacts, places: readonly string[], there: readonly Town[]): Whereabouts | undefined {
  const [nearest] = places
    .flatMap((place) => townsAt(place).map((own) => ({ place, own })))
    .flatMap(({ place, own }) => there.map((town) => ({ place, own, km: kilometresBetween(own, town) })))
    .sort((a, b) => a.km - b.km);
  if (nearest === undefined || nearest.km > (person.commute_km ?? daily)) return undefined;
  const { place, own, km } = nearest;
  const far = `About ${km} km from ${own.name} as the crow flies`;
  return person.commute_km === undefined
    ? { verdict: 'unknown', place, because: `${far}; how far you would travel is not said.` }
    : { verdict: 'met', place, because: `${far}, as far as you would travel.` };
}

/** A place and a posting of which it cannot be told that they are apart. */
function isUnclear(place: string, location: string, there: readonly Town[]): boolean {
  return !inOtherCountries(place, location) && (townsAt(place).length === 0 || there.length === 0);
}
