/**
 * Which claims hold a word, in any of its forms, and where in them it stands. A place is one number, made of the claim and
 * the position: there are hundreds of thousands of them.
 */
import { german, sameWord, stemIn } from '../domain/stems.js';
import { fillerWords } from './items/filler.js';
import { lightWords } from './items/light-words.js';

const shortestCompound = 10;
const shortestPart = 5;
const mostWords = 4096;
/** The second part of a compound, and what may stand before it. */
const shortestHead = 8;
const shortestOfKind = 3;
/** What stands behind a thing in a compound: "Kassenabschluss", and not "Kassel". */
const shortestRest = 4;
const ofPeople = /(?:er|erin|innen|mann|frau|arzt|kraft|wirt|meister|ist|istin|hilfe)$/;

/** Spanish and Portuguese have no such compounds: "agropecuária" is no kind of "pecuária". */
const romance = /(?:ari[ao]|cao|cion|dad|dade|logia|grafia|mento|miento|ic[ao]|ura)s?$/;

/** What follows the thing in such a compound: an action noun, or what keeps it in order. */
const doing =
  /^(?:s|n|en|e|er|es)?(?:\p{L}{3,}ung(?:en)?|(?:management|wesen|pflege|kontrolle|analyse|vergabe|organisation|koordination))$/u;

/** "Fristenmanagement" asks for what "Fristenkontrolle" shows. */
const action =
  /^(\p{L}{5,}?)(?:management|planung|vergabe|verwaltung|koordination|koordinierung|organisation|uberwachung|kontrolle|bearbeitung|abwicklung|erstellung|pflege)$/u;

const tailOf = (word: string) => word.slice(-6);

function push(lists: Map<string, string[]>, key: string, word: string): void {
  const list = lists.get(key);
  if (list) list.push(word);
  else lists.set(key, [word]);
}

const placeOf = (atom: number, at: number) => atom * mostWords + Math.min(at, mostWords - 1);
export const atomAt = (place: number): number => Math.floor(place / mostWords);

const bucketOf = (word: string) => word.slice(0, 3);

/** A participle begins unlike its noun: "abgedichtet" is looked for with "Abdichtung". */
function bucketsOf(word: string): string[] {
  const [own, other] = [bucketOf(word), bucketOf(stemIn(word, german))];
  return own === other ? [own] : [own, other];
}

/** "Samstagsarbeit", "Kanalbau", "Reklamationsmanagement": what follows says only that there is something to do with it. */
const isSlight = (rest: string) =>
  !isOfSomebody.test(rest) && (fillerWords.has(rest) || lightWords.has(rest) || rest === 'bau');

/** Who works with the council is not of it. */
const isOfSomebody = /^(?:mitglied\p{L}*|mitarbeiter\p{L}*|leitung|leiter\p{L}*)$/u;

/** Whether a German compound says no more than its first part: "Kassenführung", and not "Arbeitsvorbereitung". */
export const hasLightHead = (word: string): boolean => lightHeads.test(word);

export class WordIndex {
  readonly #words = new Map<string, number[]>();
  readonly #buckets = new Map<string, string[]>();
  /** By their last letters, words that may be compounds. */
  readonly #tails = new Map<string, string[]>();
  readonly #alike = new Map<string, readonly number[]>();

  /** Claims are added in their order, each once. */
  add(atom: number, words: readonly string[]): void {
    for (let at = 0; at < words.length; at++) {
      const word = words[at] ?? '';
      const places = this.#words.get(word);
      if (places) places.push(placeOf(atom, at));
      else this.#open(word, placeOf(atom, at));
    }
  }

  #open(word: string, place: number): void {
    this.#words.set(word, [place]);
    if (word.length >= shortestHead + shortestOfKind) push(this.#tails, tailOf(word), word);
    for (const bucket of bucketsOf(word)) {
      const words = this.#buckets.get(bucket);
      if (words) words.push(word);
      else this.#buckets.set(bucket, [word]);
    }
  }

  /** German compounds that say which kind of it: "Brückenkranschein" is a "Kranschein". Of people it is another profession. */
  #kindsOf(word: string): readonly string[] {
    if (word.length < shortestHead || ofPeople.test(word) || romance.test(word)) return [];
    const ends = this.#tails.get(tailOf(word)) ?? [];
    return ends.filter((other) => other.length >= word.length + shortestOfKind && other.endsWith(word));
  }

  /** Compounds that say what is done with it: "Angebotserstellung" is made of "Angebote". */
  #doneTo(word: string): readonly string[] {
    const root = action.exec(word)?.[1] ?? stemIn(word, german);
    if (root.length < shortestPart) return [];
    return (this.#buckets.get(bucketOf(word)) ?? []).filter(
      (other) => other.startsWith(root) && doing.test(other.slice(root.length)),
    );
  }

  /** Where such compounds stand. */
  kinds(word: string): readonly number[] {
    return this.#kindsOf(word).flatMap((one) => this.#words.get(one) ?? []);
  }

  /** Where forms of a word stand, in the order of claims. */
  places(word: string): readonly number[] {
    const known = this.#alike.get(word);
    if (known) return known;
    const near = bucketsOf(word).flatMap((bucket) => this.#buckets.get(bucket) ?? []);
    const alike = [...new Set(near)].filter((other) => sameWord(word, other));
    const compounds = [...this.#kindsOf(word), ...this.#doneTo(word)];
    alike.push(...new Set(compounds.filter((other) => !alike.includes(other))));
    const lists = alike.map((one) => this.#words.get(one) ?? []);
    const places = lists.length === 1 ? (lists[0] ?? []) : lists.flat().sort((a, b) => a - b);
    this.#alike.set(word, places);
    return places;
  }

  /** Positions of forms of a word in one claim. */
  within(atom: number, word: string): number[] {
    const places = this.places(word);
    const found: number[] = [];
    for (let at = firstOf(atom, places); at < places.length && atomAt(places[at] ?? 0) === atom; at++)
      found.push((places[at] ?? 0) % mostWords);
    return found;
  }

  /** The first claim in which all the words stand within so many. */
  holdingAll(words: readonly string[], window: number): number | undefined {
    const [rarest = '', ...others] = [...words].sort((a, b) => this.places(a).length - this.places(b).length);
    const found = this.places(rarest).find((place) =>
      others.every((word) =>
        this.within(atomAt(place), word).some((at) => Math.abs(at - (place % mostWords)) < window),
      ),
    );
    return found === undefined ? undefined : atomAt(found);
  }

  /** A German compound that no claim holds, as the two words of claims that it is made of: "Flachdach", "abdichtung". */
  partsOf(word: string): readonly string[] {
    if (word.length < shortestCompound || this.places(word).length > 0) return [word];
    for (const one of this.#buckets.get(bucketOf(word)) ?? []) {
      const root = stemIn(one, german);
      const rest = word.slice(root.length).replace(/^(?:s|n|en|er)(?=\p{L}{5})/u, '');
      if (root.length < shortestPart || !word.startsWith(root)) continue;
      if (isSlight(rest)) return [one];
      if (rest.length >= shortestPart) return [one, rest];
    }
    return this.#ofLightHead(word);
  }

  /** "Wurstwaren" is shown by "Wurstherstellung" or "Kochwurst": the thing, whatever is done with it. */
  #ofLightHead(word: string): readonly string[] {
    const thing = lightHeads.exec(word)?.[1];
    if (thing === undefined) return [word];
    const isOfIt = (other: string) =>
      sameWord(thing, other) ||
      (thing.length >= shortestPart && other.startsWith(thing) && other.length >= thing.length + shortestRest);
    const found = (this.#buckets.get(bucketOf(thing)) ?? []).find(isOfIt);
    return found === undefined ? [word] : [found];
  }
}

/** Heads of German compounds that say no more than that somebody deals with it: "Wurstwaren", "Berichtswesen". */
const lightHeads =
  /^(\p{L}{4,}?)(?:s|n|en|es)?(?:wesen|waren|fuhrung|kompetenz|kenntnisse|kenntnis|praxis|erfahrung|erfahrungen|arbeit|arbeiten|tatigkeit|tatigkeiten|bereich|techniken|behandlung|bearbeitung|abwicklung|verwaltung|organisation|koordination|betreuung|herstellung|pflege|einsatz|kontrolle|uberwachung|abrechnung|planung|management|umgang|bedienung|verfahren|aufgaben)$/u;

/** Where the places of a claim begin, or would. */
function firstOf(atom: number, places: readonly number[]): number {
  const start = atom * mostWords;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
