/** What claims give for a concept: the very one, what is done with it, a sibling, or the kind that it belongs to. */
import { own } from '@quadrivium/kernel/essentials';
import type { ExperienceAtom } from '../../domain/atom.js';
import { foldedWord, tokensOf } from '../../domain/tokens.js';
import type { Field } from '../../taxonomy/vocabulary.js';
import { sharesAWord } from '../certainty/names.js';
import { type ClaimIndex, type ConceptNaming, tellingWords } from '../claim-index.js';
import { namesSomebody } from '../person-names.js';
import { atomAt, hasLightHead } from '../word-index.js';
import { type Asking, type Credit, credit, credits, enough, type Thing } from './credit.js';
import { phraseCredits } from './phrase-credits.js';
import { shownBy } from './shown-by.js';

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

export function conceptCredits(thing: Thing<'concept'>, asking: Asking): Credit[] {
  const { index, book, among } = asking;
  const found = bestHeld(thing, beingSomebody(thing, asking), among);
  found.push(...compoundCredits(thing, index, among));
  if (found.some((one) => one.credit >= enough)) return found;
  found.push(...creditsByWords(thing, asking), ...creditsByDoing(thing, asking));
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

/**
 * The very words of a name that the vocabulary knows, in a form or an order that it does not: "facturas" for
 * "facturación". Who is something is more than a word, and so is a paper.
 */
function creditsByWords(thing: Thing<'concept'>, asking: Asking): Credit[] {
  if (thing.credential || thing.level !== undefined || namesSomebody(thing.words)) return [];
  if (asking.book.isAmbiguous(thing.words) || isProduct(thing, asking.book.concept(thing.concept)?.field)) return [];
  const { words, span } = thing;
  const stems = tellingWords(words);
  // "Sound" is talk in "sound knowledge", and not in "sound engineering".
  if (tokensOf(words).some(({ word }) => word.length > longestOfSmall && !stems.includes(word))) return [];
  // "Arbeitsvorbereitung" names something that work and preparations do not.
  const isSaid =
    stems.length > 0 && stems.every((word) => asking.index.words.partsOf(word)[0] === word || hasLightHead(word));
  return !isSaid ? [] : phraseCredits({ kind: 'phrase', stems, words, span }, asking).filter(isWhole);
}

const longestOfSmall = 3;
const bigWords = /^\p{Lu}[\p{L}\d]*(?:[ -]\p{Lu}[\p{L}\d]*)+$/u;

/** "Spring Boot" is a name, and boots for spring are none. */
const isProduct = ({ words }: Thing<'concept'>, field: Field | undefined) =>
  field !== undefined && ofTools.has(field) && bigWords.test(words);

/** What stands under a job, and what somebody wrote by hand. */
const worked: ReadonlySet<ExperienceAtom['kind']> = new Set(['work', undefined]);

/** The work shows it, whatever is said of the word in it: visits in a team show who can work in one. */
export const shownByDoing = 'shown by what was done';

/** What was done shows what nobody says of themselves. */
function creditsByDoing(thing: Thing<'concept'>, { index, among }: Asking): Credit[] {
  const by = own(shownBy, thing.concept);
  if (by === undefined || thing.credential) return [];
  const counts = (atom: number) => (among?.has(atom) ?? true) && worked.has(index.atoms[atom]?.kind);
  const named = by.concepts.flatMap((one) => index.naming(one).find(({ atom }) => counts(atom)) ?? []);
  if (named[0] !== undefined) return [credit(thing, named[0], 'concept', credits.byDoing, shownByDoing)];
  for (const word of by.words) {
    const atom = index.words.places(word).map(atomAt).find(counts);
    if (atom === undefined) continue;
    const said = { requirement: thing.words, requirement_span: [...thing.span] as [number, number], atom: word };
    return [
      {
        credit: credits.byDoing,
        atom,
        evidence: { kind: 'word', ...said, credit: credits.byDoing, note: shownByDoing },
      },
    ];
  }
  return [];
}

/** Every word of it: cranes are not shown to be operated by who sold insurance for them. */
const isWhole = ({ credit: amount }: Credit) => amount === 1;

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
