/** How far claims give what one thing of a requirement asks for: 1 for the very thing, less for what is only near. */
import type { ExperienceAtom } from '../domain/atom.js';
import type { NamedThing } from '../domain/parsed-item.js';
import { foldedWord } from '../domain/tokens.js';
import type { Field } from '../taxonomy/vocabulary/index.js';
import type { VocabularyBook } from '../taxonomy/vocabulary-book.js';
import { sharesAWord } from './certainty/names.js';
import { type ClaimIndex, type ConceptNaming, type Naming, shortForm, tellingWords } from './claim-index.js';
import { initialsOf, isAcronym } from './items/acronyms.js';
import { lightWords } from './items/light-words.js';
import { coversClasses, coversRegions } from './items/papers.js';
import { namesSomebody } from './person-names.js';
import type { Evidence } from './report.js';
import { atomAt } from './word-index.js';

/** At least this much counts as having it. */
export const enough = 0.8;

export const credits = {
  perStep: 0.05,
  related: 0.45,
  /** A sibling where the requirement says that one will do. */
  similar: 0.85,
  /** The kind is said, and not which of it: "cloud" for AWS. */
  broader: 0.4,
  /** The profession is said, and not the speciality. */
  profession: 0.15,
  otherPaper: 0.1,
  withoutPaper: 0.5,
  lowerLevel: 0.55,
  lowerDegree: 0.45,
  /** An apprenticeship where a university is asked for, a school where an apprenticeship is. */
  otherSchool: 0.15,
  otherField: 0.15,
} as const;

export interface Credit {
  readonly credit: number;
  readonly atom: number;
  readonly evidence: Evidence;
}

type Thing<Kind extends NamedThing['kind']> = Extract<NamedThing, { kind: Kind }>;

export interface Asking {
  readonly index: ClaimIndex;
  readonly book: VocabularyBook;
  /** The requirement offers alternatives of papers: "B or C". */
  readonly anyClass: boolean;
  /** Somebody qualified is asked for: "qualified actuary". */
  readonly needsPaper?: boolean;
  /** Something like it does as well: "Airflow or similar", "z. B. SAP". */
  readonly similarDoes?: boolean;
  /** Only these claims count, all of them when left out. */
  readonly among?: ReadonlySet<number>;
}

/** All credits that claims earn for a thing; the caller takes the best and unites the rest. */
export function creditsFor(thing: NamedThing, asking: Asking): Credit[] {
  const { among } = asking;
  const all = creditsOf(thing, asking);
  return among === undefined ? all : all.filter(({ atom }) => among.has(atom));
}

function creditsOf(thing: NamedThing, asking: Asking): Credit[] {
  switch (thing.kind) {
    case 'concept':
      return conceptCredits(thing, asking);
    case 'phrase':
      return phraseCredits(thing, asking);
    case 'language':
      return asking.index
        .others('language')
        .filter((own) => own.thing.language === thing.language)
        .map((own) =>
          credit(
            thing,
            own,
            'language',
            languageCredit(thing.level, own.thing.level),
            levelNote(thing.level, own.thing.level),
          ),
        );
    case 'driving_licence':
      return asking.index
        .others('driving_licence')
        .map((own) =>
          credit(
            thing,
            own,
            'paper',
            coversClasses(own.thing.classes, thing.classes, asking.anyClass) ? 1 : credits.otherPaper,
          ),
        );
    case 'work_right':
      return asking.index
        .others('work_right')
        .map((own) =>
          credit(thing, own, 'paper', coversRegions(own.thing.regions, thing.regions) ? 1 : credits.otherPaper),
        );
    case 'degree':
      return asking.index
        .others('degree')
        .map((own) => credit(thing, own, 'degree', own.thing.rank >= thing.rank ? 1 : shortDegree(own.thing)));
    case 'place':
      return [
        ...asking.index
          .others('place')
          .map((own) => credit(thing, own, 'place', own.thing.place === thing.place ? 1 : credits.otherPaper)),
        ...asking.index.naming('relocation').map((own) => credit(thing, own, 'place', 1, 'would move there')),
      ];
    case 'pay':
      return asking.index
        .others('pay')
        .map((own) => credit(thing, own, 'pay', paysEnough(thing, own.thing) ? 1 : credits.otherPaper));
  }
}

function credit(
  asked: NamedThing,
  own: Naming,
  kind: Evidence['kind'],
  amount: number,
  note?: string,
  path?: string[],
): Credit {
  return {
    credit: amount,
    atom: own.atom,
    evidence: {
      kind,
      requirement: asked.words,
      requirement_span: [...asked.span],
      atom: own.thing.words,
      atom_span: [...own.thing.span],
      atom_text: own.where,
      ...(path === undefined ? {} : { path }),
      ...(note === undefined ? {} : { note }),
      credit: amount,
    },
  };
}

/** What is wanted lies within what is offered. */
function paysEnough(offered: Thing<'pay'>, wanted: Thing<'pay'>): boolean {
  return (wanted.least ?? 0) <= (offered.most ?? offered.least ?? 0);
}

function languageCredit(asked: number | undefined, own: number | undefined): number {
  if (asked === undefined) return own === undefined || own >= 2 ? 1 : credits.lowerLevel;
  if (own === undefined) return asked <= 2 ? 1 : credits.lowerLevel;
  return own >= asked
    ? 1
    : own === asked - 1 && asked === 5 && own === 4
      ? credits.lowerLevel
      : credits.lowerLevel - 0.05 * (asked - own - 1);
}

function levelNote(asked: number | undefined, own: number | undefined): string | undefined {
  if (asked === undefined || (own !== undefined && own >= asked)) return undefined;
  return own === undefined ? 'the level is not said' : 'the level is lower';
}

/** Where names end like those of people: "Docker", "router", "computer". */
const ofTools: ReadonlySet<Field> = new Set(['software', 'data', 'infrastructure']);
const trained: ReadonlySet<ExperienceAtom['kind']> = new Set(['education', 'certificate']);

/** Who asks for somebody is shown somebody, or what made them so: a farmer is more than who has worked for farmers. */
function beingSomebody(thing: Thing<'concept'>, { index, book }: Asking): readonly ConceptNaming[] {
  const namings = index.naming(thing.concept);
  const { field } = book.concept(thing.concept) ?? {};
  if (field === undefined || ofTools.has(field) || !namesSomebody(thing.words)) return namings;
  const isSo = (own: ConceptNaming) => trained.has(index.atoms[own.atom]?.kind) || namesSomebody(own.thing.words);
  return namings.some(isSo) ? namings.filter(isSo) : namings.map((own) => ({ ...own, isOnlyField: true }));
}

function conceptCredits(thing: Thing<'concept'>, asking: Asking): Credit[] {
  const { index, book, among } = asking;
  const found = bestHeld(thing, beingSomebody(thing, asking), among);
  found.push(...compoundCredits(thing, index, among));
  if (found.some((one) => one.credit >= enough)) return found;
  for (const other of book.siblings(thing.concept)) {
    const own = index.naming(other).find(({ atom }) => among?.has(atom) ?? true);
    const amount = asking.similarDoes ? credits.similar : credits.related;
    const note = asking.similarDoes ? 'is similar' : 'is related, not the same';
    if (own) found.push(credit(thing, own, 'related', amount, `${own.thing.concept} ${note}`));
  }
  for (const [above, steps] of book.upwards(thing.concept)) {
    if (steps === 0) continue;
    const isKind = book.concept(thing.concept)?.related.includes(above) ?? false;
    const near = thing.credential && steps === 1 ? credits.withoutPaper : isKind ? credits.broader : credits.profession;
    const own = index.naming(above).find(({ atom, steps: up }) => up === 0 && (among?.has(atom) ?? true));
    if (own) found.push(credit(thing, own, 'broader', near, `${above} is said, not which`, [thing.concept, above]));
  }
  return found;
}

/** A German compound of the very word: "Brückenkranschein" for "Kranschein". */
function compoundCredits(thing: Thing<'concept'>, index: ClaimIndex, among: ReadonlySet<number> | undefined): Credit[] {
  const atom = index.words
    .kinds(foldedWord(thing.words))
    .map(atomAt)
    .find((one) => among?.has(one) ?? true);
  if (atom === undefined) return [];
  const said = { requirement: thing.words, requirement_span: [...thing.span] as [number, number], atom: thing.words };
  return [{ credit: 1, atom, evidence: { kind: 'word', ...said, credit: 1, note: 'as part of a longer word' } }];
}

const mostLooked = 40;

/** The best of the claims that name the concept, in the words that are asked for if one does; all of them where only some claims may count. */
function bestHeld(
  thing: Thing<'concept'>,
  namings: readonly ConceptNaming[],
  among: ReadonlySet<number> | undefined,
): Credit[] {
  if (among) return namings.filter(({ atom }) => among.has(atom)).map((own) => heldCredit(thing, own));
  let best: { readonly own: ConceptNaming; readonly amount: number } | undefined;
  let [isSaid, looked] = [false, 0];
  for (const own of namings) {
    const amount = heldAmount(thing, own);
    const isNearer = amount === best?.amount && !isSaid && sharesAWord(thing.words, own.thing.words);
    if (best === undefined || amount > best.amount || isNearer) {
      best = { own, amount };
      isSaid = sharesAWord(thing.words, own.thing.words);
    }
    looked += 1;
    if (amount === 1 && (isSaid || looked > mostLooked)) break;
  }
  return best === undefined ? [] : [heldCredit(thing, best.own)];
}

function heldAmount(asked: Thing<'concept'>, own: ConceptNaming): number {
  if (own.isOnlyField) return credits.withoutPaper;
  if (asked.credential && !own.thing.credential) return credits.withoutPaper;
  return isLower(asked, own) ? credits.lowerLevel : 1 - credits.perStep * own.steps;
}

function isLower(asked: Thing<'concept'>, own: ConceptNaming): boolean {
  return asked.level !== undefined && own.thing.level !== undefined && own.thing.level < Math.min(asked.level, 3);
}

/** The concept itself: with the paper and at the level that is asked for, or less. */
function heldCredit(asked: Thing<'concept'>, own: ConceptNaming): Credit {
  const path = own.steps === 0 ? undefined : [own.thing.concept, asked.concept];
  const unproved = asked.credential && !own.thing.credential;
  const note = own.isOnlyField
    ? 'the field is shown, not the profession'
    : unproved
      ? 'no licence or certificate is shown'
      : isLower(asked, own)
        ? 'the level is lower'
        : undefined;
  return credit(asked, own, 'concept', heldAmount(asked, own), note, path);
}

const window = 6;

/** Words that name no concept: the share of them that stands close together in one claim. */
function phraseCredits(thing: Thing<'phrase'>, { index, among, needsPaper }: Asking): Credit[] {
  const shortened = shortenedCredits(thing, index, among);
  if (shortened.length > 0) return shortened;
  const words = [...new Set(thing.stems.flatMap((word) => index.words.partsOf(word)))];
  const candidates = atomsHoldingMost(words, index, among);
  return candidates.map((atom) => {
    const held = new Map(words.map((word) => [word, index.words.within(atom, word)]));
    for (const [word, places] of held) if (places.length === 0) held.delete(word);
    const share = closest(held) / weighed(words);
    const whole = share >= 0.99 ? 1 : share >= 0.66 ? enough : share * 0.6;
    const amount = needsPaper && !showsPaper(index.atoms[atom]) ? Math.min(whole, credits.withoutPaper) : whole;
    const evidence: Evidence = {
      kind: 'word',
      requirement: thing.words,
      requirement_span: [...thing.span],
      atom: [...held.keys()].join(' '),
      credit: amount,
    };
    return { credit: amount, atom, evidence };
  });
}

const paper =
  /qualif|charter|certif|licen[cs]|regist|accredit|diplom|degree|zertifi|examen|examinier|geprüft|titulad|titulo|título|colegiad|certificad|inscri|habilita/i;

/** A claim that proves: by its kind or by its words. */
function showsPaper(atom: ExperienceAtom | undefined): boolean {
  return atom?.kind === 'certificate' || atom?.kind === 'education' || paper.test(`${atom?.title} ${atom?.claim}`);
}

export const fewestInitials = 3;

/** "Expediente de regulación de empleo" where a claim says "ERE", and the other way round. */
function shortenedCredits(thing: Thing<'phrase'>, index: ClaimIndex, among: ReadonlySet<number> | undefined): Credit[] {
  const isShort = thing.stems.length === 1 && isAcronym(thing.words);
  const letters = isShort ? (thing.stems[0] ?? '') : initialsOf(thing.stems);
  if (letters.length < fewestInitials) return [];
  const atom = index.words
    .places(shortForm(letters))
    .map(atomAt)
    .find((one) => among?.has(one) ?? true);
  if (atom === undefined) return [];
  const evidence: Evidence = {
    kind: 'word',
    requirement: thing.words,
    requirement_span: [...thing.span],
    atom: letters.toUpperCase(),
    credit: 1,
    note: isShort ? 'spelled out' : 'its short form',
  };
  return [{ credit: 1, atom, evidence }];
}

const mostCandidates = 20;

/** The claims that hold most of the words, the first few of them: who holds fewer cannot do better. */
function atomsHoldingMost(
  words: readonly string[],
  index: ClaimIndex,
  among: ReadonlySet<number> | undefined,
): number[] {
  const counts = new Uint8Array(index.atoms.length);
  let most = 0;
  for (const word of words) {
    let last = -1;
    for (const place of index.words.places(word)) {
      const atom = atomAt(place);
      if (atom === last || (among && !among.has(atom))) continue;
      last = atom;
      const count = (counts[atom] ?? 0) + 1;
      counts[atom] = count;
      most = Math.max(most, count);
    }
  }
  const found: number[] = [];
  for (let atom = 0; most > 0 && atom < counts.length && found.length < mostCandidates; atom++)
    if (counts[atom] === most) found.push(atom);
  return found;
}

const lightWeight = 0.34;

const weighed = (words: readonly string[]) =>
  words.reduce((sum, word) => sum + (lightWords.has(word) ? lightWeight : 1), 0);

/** What those of the words weigh that stand within one stretch of the claim. */
function closest(words: ReadonlyMap<string, readonly number[]>): number {
  let most = 0;
  for (const places of words.values()) {
    for (const start of places) {
      const isNear = (at: number) => at >= start && at < start + window;
      most = Math.max(most, weighed([...words].flatMap(([word, others]) => (others.some(isNear) ? [word] : []))));
    }
  }
  return most;
}

const bachelor = 3;

const shortDegree = ({ rank }: Thing<'degree'>) => (rank >= bachelor ? credits.lowerDegree : credits.otherSchool);

/** Fields of many trades: a roofer's training is not similar to an electrician's. */
const manyTrades: readonly Field[] = ['trades', 'services', 'leading'];

/** Degrees ask for a field: that of the claim, a kind of it, or a neighbour where "or similar" is said. */
export function degreeCredits(
  asked: Thing<'degree'>,
  fields: readonly NamedThing[],
  { index, book, anyClass, among: allowed }: Asking,
  orSimilar: boolean,
): Credit[] {
  const inField = new Map<number, number>();
  const held = index.others('degree').filter(({ atom }) => allowed?.has(atom) ?? true);
  const among = new Set(held.map(({ atom }) => atom));
  for (const field of fields) {
    for (const one of creditsFor(field, { index, book, anyClass, among })) {
      inField.set(one.atom, Math.max(inField.get(one.atom) ?? 0, one.credit));
    }
  }
  const neighbours = new Set<Field | undefined>(
    fields.flatMap((field) => (field.kind === 'concept' ? [book.concept(field.concept)?.field] : [])),
  );
  const words = fields.flatMap((field) => tellingWords(field.words));
  for (const field of manyTrades) neighbours.delete(field);
  return held.map((own) => {
    const known = inField.get(own.atom) ?? 0;
    const near =
      orSimilar &&
      ([...index.fieldsOf(own.atom)].some((field) => neighbours.has(field as Field)) ||
        words.some((word) => index.words.within(own.atom, word).length > 0));
    const rightField = fields.length === 0 || known >= enough || near;
    const high = own.thing.rank >= asked.rank;
    const amount =
      rightField && high ? 1 : rightField ? shortDegree(own.thing) : high ? credits.otherField : credits.otherPaper;
    return credit(
      asked,
      own,
      'degree',
      amount,
      rightField ? (high ? undefined : 'the degree is lower') : 'another field',
    );
  });
}
