/**
 * Verified claims read into structure and turned inside out: which of them name a concept (or a kind of it), hold a word, a
 * paper or a language. What a claim denies or only wishes for is not in it.
 */
import type { ExperienceAtom } from '../domain/atom.js';
import type { NamedThing, ParsedItem } from '../domain/parsed-item.js';
import { sameWord } from '../domain/stems.js';
import { byteOrder } from '../domain/text.js';
import { type Token, tokensOf } from '../domain/tokens.js';
import { foldedText } from '../domain/words.js';
import type { VocabularyBook } from '../taxonomy/vocabulary-book.js';
import { isAcronym } from './items/acronyms.js';
import { stanceInClaim, stretchesOf } from './items/clauses.js';
import { fillerWords } from './items/filler.js';
import { parseItem } from './items/parse-item.js';
import { latestMonth, type Months, monthsOf } from './roles.js';
import type { ReadStanding } from './standing/standing-table.js';
import { atomAt, WordIndex } from './word-index.js';

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
  /** The field of a profession is named, and not the profession. */
  readonly isOnlyField?: boolean;
}

interface ReadAtom {
  readonly namings: readonly Omit<Naming, 'atom'>[];
  readonly words: readonly string[];
  readonly years: number | undefined;
  readonly asserts: boolean;
  /** Words of what the claim denies or only wishes for. */
  readonly denied: readonly string[];
}

function yearOfReading(atoms: readonly ExperienceAtom[]): number {
  const ends = atoms.flatMap(({ role }) =>
    role?.current === true && role.to !== undefined ? [Number(role.to.slice(0, 4))] : [],
  );
  return ends.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...ends);
}

/** Ids are drawn: of two claims that show the same, what they say decides which is looked at, and not which came first. */
const byWhatTheySay = (a: ExperienceAtom, b: ExperienceAtom) =>
  byteOrder(a.claim, b.claim) || byteOrder(a.title, b.title) || byteOrder(a.atom_id, b.atom_id);

/** How the index names a word that is written as a short form. */
export const shortForm = (letters: string) => `(${letters})`;

export class ClaimIndex {
  readonly atoms: readonly ExperienceAtom[];
  readonly months: readonly (Months | undefined)[];
  /** The year a current job is known to have lasted to: what comes after it is yet to come. */
  readonly year: number;
  /** Years that a claim states in as many words. */
  readonly stated: (number | undefined)[] = [];
  readonly #sayings = new Map<string, number[]>();
  readonly #concepts = new Map<string, ConceptNaming[]>();
  readonly #others = new Map<NamedThing['kind'], Naming[]>();
  readonly words = new WordIndex();
  readonly #fields = new Map<number, Set<string>>();
  readonly #asserted = new Set<number>();
  readonly #denied = new Set<string>();

  constructor(atoms: readonly ExperienceAtom[]) {
    this.atoms = atoms.filter((atom) => atom.verified).sort(byWhatTheySay);
    const latest = latestMonth(this.atoms);
    this.months = this.atoms.map((atom) => monthsOf(atom, latest));
    this.year = yearOfReading(this.atoms);
  }

  /** Reads the claims that are not read yet, one after another, and tells how many are. */
  *fill(book: VocabularyBook, read: (atom: ExperienceAtom) => ReadAtom): Generator<number, void> {
    for (let at = this.stated.length; at < this.atoms.length; at++) {
      const atom = this.atoms[at] as ExperienceAtom;
      this.stated.push(this.#add(at, atom, read(atom), book));
      yield at + 1;
    }
  }

  #add(
    atom: number,
    { title, claim }: ExperienceAtom,
    { namings, words, years, asserts, denied }: ReadAtom,
    book: VocabularyBook,
  ): number | undefined {
    push(this.#sayings, foldedText(claim), atom);
    if (title !== '' && title !== claim) push(this.#sayings, this.#foldedTitle(title), atom);
    for (const naming of namings) {
      if (naming.thing.kind !== 'concept')
        push(this.#others, naming.thing.kind, { atom, thing: naming.thing, where: naming.where });
      else this.#addConcept({ atom, thing: naming.thing, where: naming.where }, book);
    }
    this.words.add(atom, words);
    if (asserts) this.#asserted.add(atom);
    for (const word of denied) this.#denied.add(word);
    return years;
  }

  readonly #titles = new Map<string, string>();

  #foldedTitle(title: string): string {
    const known = this.#titles.get(title);
    const folded = known ?? foldedText(title);
    if (known === undefined) this.#titles.set(title, folded);
    return folded;
  }

  #addConcept(naming: Omit<ConceptNaming, 'steps'>, book: VocabularyBook): void {
    const fields = this.#fields.get(naming.atom) ?? new Set();
    this.#fields.set(naming.atom, fields.add(book.concept(naming.thing.concept)?.field ?? ''));
    for (const [broader, steps] of book.upwards(naming.thing.concept))
      push(this.#concepts, broader, { atom: naming.atom, thing: naming.thing, where: naming.where, steps });
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

  /** Whether the claim says that something is so; who denies or wishes shows nothing. */
  isAsserted(atom: number): boolean {
    return this.#asserted.has(atom);
  }

  /** Whether some claim says that it is not so, or not yet. */
  isDenied(word: string): boolean {
    return this.#denied.has(word) || [...this.#denied].some((other) => sameWord(word, other));
  }

  /** Claims that hold the thing in some form. */
  atomsOf(thing: NamedThing): readonly number[] {
    if (thing.kind === 'concept') return this.naming(thing.concept).map(({ atom }) => atom);
    if (thing.kind === 'phrase') return thing.stems.flatMap((word) => this.words.places(word).map(atomAt));
    return this.others(thing.kind).map(({ atom }) => atom);
  }

  /** The job of a claim, by its months; none for what belongs to no time. */
  jobOf(atom: number): string {
    return this.months[atom]?.join(' ') ?? '';
  }

  fieldsOf(atom: number): ReadonlySet<string> {
    return this.#fields.get(atom) ?? new Set();
  }
}

/** Words of a text that tell something. */
export function tellingWords(text: string): string[] {
  return tokensOf(text).flatMap(({ word }) => (fillerWords.has(word) ? [] : [word]));
}

const certificateWords =
  /\b(?:course|training|kurs|lehrgang|schulung|curso|formacion|formação|formación|unterweisung)\b/i;

/** What somebody does after work is no experience, unless the claim itself is about it. */
const leisure =
  /^(?:hobb(?:y|ies|ys)|interests|leisure|freizeit|interessen|aficiones|intereses|pasatiempos|passatempos|interesses|tempos livres)(?:\s*:|$)/i;

/** "2019 - present" says when, and not that somebody presented. */
const untilNow = /(?:[-–—]|\b(?:to|until|till))\s*(?:the )?(?:present|now|today|date)\b/giu;
/** Every letter keeps its place. */
const withoutNow = (text: string) =>
  mayTellNow.test(text) ? text.replace(untilNow, (said) => ' '.repeat(said.length)) : text;
const mayTellNow = /[-–—ol] *(?:the )?(?:present|now|today|date)/i;

/** What it takes to read a claim. */
export interface ClaimReader {
  readonly book: VocabularyBook;
  readonly standing: ReadStanding;
}

interface Heading {
  readonly item: ParsedItem;
  readonly fields: ReadonlySet<string>;
  readonly words: readonly string[];
}

/** Claims of one role share its title, which is read once. */
export function headingReader({ book, standing }: ClaimReader): (title: string) => Heading {
  const known = new Map<string, Heading>();
  return (title) => {
    const kept = known.get(title);
    if (kept) return kept;
    const item = parseItem(withoutNow(title), { book, standing, side: 'claim' });
    const concepts = item.all_of.flatMap(({ any_of }) => any_of.filter((thing) => thing.kind === 'concept'));
    const fields = new Set(concepts.map(({ concept }) => book.concept(concept)?.field ?? ''));
    const heading = { item, fields, words: wordsIn(withoutNow(title), standing).asserted };
    if (known.size > 2000) known.clear();
    known.set(title, heading);
    return heading;
  };
}

/** Tags of a claim that was read from a resume are a guess of ours, made from the very words that are read here. */
export function isTagged({ source, evidence_refs }: ExperienceAtom): boolean {
  return source === undefined && evidence_refs.length === 0;
}

/** What an atom claims, in its own words and in the title it stands under. */
export function readAtom(
  atom: ExperienceAtom,
  { book, standing }: ClaimReader,
  headingOf: (title: string) => Heading,
): ReadAtom {
  const title = [atom.title, atom.role?.title ?? ''].filter(Boolean).join(' ; ');
  const { item: heading, fields, words } = headingOf(title);
  const claim = withoutNow(atom.claim);
  const spoken = wordsIn(claim, standing);
  const said = parseItem(claim, { book, standing, side: 'claim', fields });
  const proves = atom.kind === 'certificate' || atom.kind === 'education' || certificateWords.test(atom.claim);
  // What names nothing is found by its words.
  const things = (item: typeof said) =>
    item.stance === 'asserted'
      ? item.all_of.flatMap(({ any_of }) => any_of.filter(({ kind }) => kind !== 'phrase'))
      : [];
  const classes = classesUnder(title, claim);
  // A letter listed under licences is a class of one, and no language to program in.
  const isClass =
    /^[A-E](?:\+?E|1)?$/.test(atom.claim.trim()) && /licen|führer|carn|permis|conduc|cnh|document/i.test(title);
  const named = (isClass || leisure.test(atom.claim) ? [] : things(said)).map((thing) =>
    proves && thing.kind === 'concept' ? { ...thing, credential: true } : thing,
  );
  if (atom.kind === 'education' && said.stance === 'asserted' && !named.some(({ kind }) => kind === 'degree'))
    named.push(apprenticeship(claim));
  if (classes !== undefined && !named.some(({ kind }) => kind === 'driving_licence')) named.push(classes);
  const isWork = said.stance === 'asserted' && !leisure.test(atom.claim) && !leisure.test(atom.title);
  const titled = isWork && atom.kind !== 'skill' && atom.kind !== 'language' ? things(heading) : [];
  const tagged =
    isWork && isTagged(atom)
      ? atom.tags.flatMap((tag) => things(parseItem(tag, { book, standing, side: 'claim' })))
      : [];
  return {
    namings: [
      ...named.map((thing) => ({ thing, where: 'claim' as const })),
      ...titled.map((thing) => ({ thing, where: 'title' as const })),
      ...tagged.filter((thing) => thing.kind === 'concept').map((thing) => ({ thing, where: 'claim' as const })),
    ],
    words: leisure.test(atom.claim) ? [] : [...spoken.asserted, ...(isWork ? words : [])],
    years: said.years?.least,
    asserts: said.stance === 'asserted',
    denied: spoken.denied,
  };
}

const licences = /licen|führer|carn[eé]|permis|conduc|conduç|cnh|carta/i;
const classList = /^(?:(?:C1E|CE|BE|D1E|DE|C1|D1|A1|A2|AM|[A-E])(?![\p{L}\p{N}+])(?:\s*(?:,|\/|and|und|y|e|\+)\s*)?)+/u;
const oneClass = /C1E|D1E|CE|BE|DE|C1|D1|A1|A2|AM|[A-E]/g;

/** "B, C1. Der C ist beantragt" under "Führerschein": the classes that open the line are had. */
function classesUnder(title: string, claim: string): NamedThing | undefined {
  const said = licences.test(title) ? classList.exec(claim)?.[0] : undefined;
  if (said === undefined) return undefined;
  return { kind: 'driving_licence', classes: said.match(oneClass) ?? [], words: said, span: [0, said.length] };
}

const vocational = 2;
const bachelor = 3;

/** "Direito, UFMG, 2019": whoever names a university and no degree has a first one of it. */
const university =
  /(?<!\p{L})(?:universit|universid|hochschule|fachhochschule|faculdade|facultad|politécnic|polytechnic|puc|uf\p{Lu}{1,3}(?!\p{L})|usp|unicamp|unesp|uned)/iu;
const isCourse =
  /(?<!\p{L})(?:course|kurs|curso|module?|seminar\p{L}*|lehrgang|taller|workshop|exchange|erasmus)(?!\p{L})/iu;

/** Under education a profession stands for the training in it: "2010 - 2013 Elektroniker für Betriebstechnik (IHK)". */
const apprenticeship = (claim: string): NamedThing => ({
  kind: 'degree',
  rank: university.test(claim) && !isCourse.test(claim) ? bachelor : vocational,
  words: claim,
  span: [0, claim.length],
});

/** The words of a claim, and those it denies. Each is asked for its stance once, which takes a look at its whole sentence. */
function wordsIn(text: string, standing: ReadStanding) {
  const stretches = stretchesOf(text, 'claim');
  const [asserted, denied]: [Token[], Token[]] = [[], []];
  for (const token of tokensOf(text)) {
    const isAsserted = stanceInClaim(text, stretches, [token.from, token.to], standing) === 'asserted';
    (isAsserted ? asserted : denied).push(token);
  }
  const isName = ({ word }: Token) => !fillerWords.has(word) && word.length >= fewestLetters;
  return { asserted: assertedWords(text, asserted), denied: denied.filter(isName).map(({ word }) => word) };
}

/**
 * Short forms stand behind the words once more, marked: "ERE" for whoever spells it out, and no word that reads alike; and
 * "Immediate Life Support" as "ILS" for whoever shortens it.
 */
function assertedWords(text: string, asserted: readonly Token[]): string[] {
  const told = asserted.filter(({ word }) => !fillerWords.has(word));
  return [
    ...told.map(({ word }) => word),
    ...told.flatMap(({ raw, word }) => (isAcronym(raw) ? [shortForm(word)] : [])),
    ...initialsIn(text, asserted).map(shortForm),
  ];
}

const fewestLetters = 4;
const fewestOfName = 3;
const mostOfName = 6;

/** The initials of names: words with a capital, one right after the other. */
function initialsIn(text: string, tokens: readonly Token[]): string[] {
  const runs: string[] = [];
  let [run, end] = ['', -1];
  for (const { raw, word, from, to } of tokens) {
    // Most words are small, and as they are written.
    const isName = raw !== word && /^\p{Lu}\p{Ll}/u.test(raw);
    const goesOn = isName && text.slice(end, from) === ' ';
    if (!goesOn && run.length >= fewestOfName) runs.push(run);
    run = goesOn ? `${run}${word[0]}` : isName ? (word[0] ?? '') : '';
    end = to;
  }
  return (run.length >= fewestOfName ? [...runs, run] : runs).filter((one) => one.length <= mostOfName);
}

function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
