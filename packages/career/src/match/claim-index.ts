/**
 * Verified claims read into structure and turned inside out: which of them name a concept (or a kind of it), hold a word, a
 * paper or a language. What a claim denies or only wishes for is not in it.
 */
import type { ExperienceAtom } from '../domain/atom.js';
import type { NamedThing, ParsedItem } from '../domain/parsed-item.js';
import { german, sameWord, stemsOf } from '../domain/stems.js';
import { byteOrder } from '../domain/text.js';
import { tokensOf } from '../domain/tokens.js';
import { foldedText } from '../domain/words.js';
import type { VocabularyBook } from '../taxonomy/vocabulary-book.js';
import { isAcronym } from './items/acronyms.js';
import { stanceAt, stretchesOf } from './items/clauses.js';
import { fillerWords } from './items/filler.js';
import { parseItem } from './items/parse-item.js';
import { latestMonth, type Months, monthsOf } from './roles.js';

/** A thing that a claim names, and in which of its texts. */
export interface Naming {
  readonly atom: number;
  readonly thing: NamedThing;
  readonly where: 'claim' | 'title';
}

export interface ConceptNaming extends Naming {
  readonly thing: Extract<NamedThing, { kind: 'concept' }>;
  /** Steps from what the claim names up to the concept it is listed under. */
  readonly steps: number;
}

interface WordPlace {
  readonly atom: number;
  readonly at: number;
}

interface ReadAtom {
  readonly namings: readonly Omit<Naming, 'atom'>[];
  readonly words: readonly string[];
  readonly years: number | undefined;
}

const shortestCompound = 10;
const shortestPart = 5;

const bucketOf = (word: string) => word.slice(0, 3);

/** A participle begins unlike its noun: "abgedichtet" is looked for with "Abdichtung". */
function bucketsOf(word: string): string[] {
  const [own, other] = [bucketOf(word), bucketOf(stemsOf(word)[german] ?? word)];
  return own === other ? [own] : [own, other];
}

/** How the index names a word that is written as a short form. */
export const shortForm = (letters: string) => `(${letters})`;

export class ClaimIndex {
  readonly atoms: readonly ExperienceAtom[];
  readonly months: readonly (Months | undefined)[];
  /** Years that a claim states in as many words. */
  readonly stated: readonly (number | undefined)[];
  readonly #sayings = new Map<string, number[]>();
  readonly #concepts = new Map<string, ConceptNaming[]>();
  readonly #others = new Map<NamedThing['kind'], Naming[]>();
  readonly #words = new Map<string, WordPlace[]>();
  readonly #buckets = new Map<string, string[]>();
  readonly #alike = new Map<string, readonly WordPlace[]>();
  readonly #fields: Set<string>[] = [];

  constructor(atoms: readonly ExperienceAtom[], book: VocabularyBook, read: (atom: ExperienceAtom) => ReadAtom) {
    this.atoms = atoms.filter((atom) => atom.verified).sort((a, b) => byteOrder(a.atom_id, b.atom_id));
    const latest = latestMonth(this.atoms);
    this.months = this.atoms.map((atom) => monthsOf(atom, latest));
    this.stated = this.atoms.map((atom, at) => this.#add(at, atom, read(atom), book));
  }

  #add(
    atom: number,
    { title, claim }: ExperienceAtom,
    { namings, words, years }: ReadAtom,
    book: VocabularyBook,
  ): number | undefined {
    for (const saying of new Set([foldedText(title), foldedText(claim)])) push(this.#sayings, saying, atom);
    this.#fields.push(new Set());
    for (const naming of namings) {
      if (naming.thing.kind !== 'concept') push(this.#others, naming.thing.kind, { ...naming, atom });
      else this.#addConcept({ ...naming, atom, thing: naming.thing }, book);
    }
    words.forEach((word, at) => {
      if (!this.#words.has(word)) for (const bucket of bucketsOf(word)) push(this.#buckets, bucket, word);
      push(this.#words, word, { atom, at });
    });
    return years;
  }

  #addConcept(naming: Omit<ConceptNaming, 'steps'>, book: VocabularyBook): void {
    this.#fields[naming.atom]?.add(book.concept(naming.thing.concept)?.field ?? '');
    for (const [broader, steps] of book.upwards(naming.thing.concept))
      push(this.#concepts, broader, { ...naming, steps });
  }

  /** The claims whose very words, or title, these are. */
  saying(text: string): readonly number[] {
    return this.#sayings.get(foldedText(text)) ?? [];
  }

  /** Claims that name the concept or a kind of it. */
  naming(concept: string): readonly ConceptNaming[] {
    return this.#concepts.get(concept) ?? [];
  }

  others<Kind extends NamedThing['kind']>(
    kind: Kind,
  ): readonly (Naming & { thing: Extract<NamedThing, { kind: Kind }> })[] {
    return (this.#others.get(kind) ?? []) as (Naming & { thing: Extract<NamedThing, { kind: Kind }> })[];
  }

  fieldsOf(atom: number): ReadonlySet<string> {
    return this.#fields[atom] ?? new Set();
  }

  /** The first claim in which all the words stand within so many. */
  holdingAll(words: readonly string[], window: number): number | undefined {
    const [first = '', ...others] = words;
    return this.places(first).find(({ atom, at }) =>
      others.every((word) =>
        this.places(word).some((other) => other.atom === atom && Math.abs(other.at - at) < window),
      ),
    )?.atom;
  }

  /** A German compound that no claim holds, as the two words of claims that it is made of: "Flachdach", "abdichtung". */
  partsOf(word: string): readonly string[] {
    if (word.length < shortestCompound || this.places(word).length > 0) return [word];
    for (const one of this.#buckets.get(bucketOf(word)) ?? []) {
      const root = stemsOf(one)[german] ?? one;
      const rest = word.slice(root.length).replace(/^(?:s|n|en|er)(?=\p{L}{5})/u, '');
      if (root.length >= shortestPart && word.startsWith(root) && rest.length >= shortestPart) return [one, rest];
    }
    return [word];
  }

  /** Where forms of a word stand. */
  places(word: string): readonly WordPlace[] {
    const known = this.#alike.get(word);
    if (known) return known;
    const near = bucketsOf(word).flatMap((bucket) => this.#buckets.get(bucket) ?? []);
    const alike = [...new Set(near)].filter((other) => sameWord(word, other));
    const places = alike.flatMap((one) => this.#words.get(one) ?? []).sort((a, b) => a.atom - b.atom || a.at - b.at);
    this.#alike.set(word, places);
    return places;
  }
}

/** Words of a text that tell something. */
export function tellingWords(text: string): string[] {
  return tokensOf(text).flatMap(({ word }) => (fillerWords.has(word) ? [] : [word]));
}

const certificateWords =
  /\b(?:course|training|kurs|lehrgang|schulung|curso|formacion|formação|formación|unterweisung)\b/i;

interface Heading {
  readonly item: ParsedItem;
  readonly fields: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** Claims of one role share its title, which is read once. */
export function headingReader(book: VocabularyBook): (title: string) => Heading {
  const known = new Map<string, Heading>();
  return (title) => {
    const kept = known.get(title);
    if (kept) return kept;
    const item = parseItem(title, { book, side: 'claim' });
    const concepts = item.all_of.flatMap(({ any_of }) => any_of.filter((thing) => thing.kind === 'concept'));
    const fields = new Set(concepts.map(({ concept }) => book.concept(concept)?.field ?? ''));
    const heading = { item, fields, words: assertedWords(title) };
    if (known.size > 2000) known.clear();
    known.set(title, heading);
    return heading;
  };
}

/** What an atom claims, in its own words and in the title it stands under. */
export function readAtom(atom: ExperienceAtom, book: VocabularyBook, headingOf: (title: string) => Heading): ReadAtom {
  const title = [atom.title, atom.role?.title ?? ''].filter(Boolean).join(' ; ');
  const { item: heading, fields, words } = headingOf(title);
  const said = parseItem(atom.claim, { book, side: 'claim', fields });
  const proves = atom.kind === 'certificate' || certificateWords.test(atom.claim);
  const things = (item: typeof said) => (item.stance === 'asserted' ? item.all_of.flatMap(({ any_of }) => any_of) : []);
  // A letter listed under licences is a class of one, and no language to program in.
  const isClass =
    /^[A-E](?:\+?E|1)?$/.test(atom.claim.trim()) && /licen|führer|carn|permis|conduc|cnh|document/i.test(title);
  const named = (isClass ? [] : things(said)).map((thing) =>
    proves && thing.kind === 'concept' ? { ...thing, credential: true } : thing,
  );
  const isWork = said.stance === 'asserted';
  const titled = isWork && atom.kind !== 'skill' && atom.kind !== 'language' ? things(heading) : [];
  // Tags of a claim that was read from a resume are a guess of ours, made from the very words that are read here.
  const isOwn = atom.source === undefined && atom.evidence_refs.length === 0;
  const tagged = isWork && isOwn ? atom.tags.flatMap((tag) => things(parseItem(tag, { book, side: 'claim' }))) : [];
  return {
    namings: [
      ...named.map((thing) => ({ thing, where: 'claim' as const })),
      ...titled.map((thing) => ({ thing, where: 'title' as const })),
      ...tagged.filter((thing) => thing.kind === 'concept').map((thing) => ({ thing, where: 'claim' as const })),
    ],
    words: [...assertedWords(atom.claim), ...(isWork ? words : [])],
    years: said.years?.least,
  };
}

/** Short forms stand behind the words once more, marked: "ERE" for whoever spells it out, and no word that reads alike. */
function assertedWords(text: string): string[] {
  const stretches = stretchesOf(text, 'claim');
  const told = tokensOf(text).filter(
    ({ word, from, to }) => !fillerWords.has(word) && stanceAt(stretches, from, to) === 'asserted',
  );
  return [
    ...told.map(({ word }) => word),
    ...told.flatMap(({ raw, word }) => (isAcronym(raw) ? [shortForm(word)] : [])),
  ];
}

function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
