/** Years of experience that claims show for what a requirement names: dated roles, overlaps counted once, or stated years. */
import type { ExperienceAtom } from '../domain/atom.js';
import type { NamedThing } from '../domain/parsed-item.js';
import { sameWord } from '../domain/stems.js';
import { reservationAt } from './certainty/reservations.js';
import { type ClaimIndex, tellingWords } from './claim-index.js';
import { namesSomebody } from './person-names.js';
import { type Months, unitedMonths, workedMonths } from './roles.js';
import { atomAt } from './word-index.js';

/** Who looked on for some months has not worked in the job. */
const internship =
  /(?<!\p{L})(?:intern|internship|praktik(?:um|ant|antin)|werkstudent(?:in)?|becari[oa]|prácticas|estagiári[oa]|estágio)(?!\p{L})/iu;

const isInternship = (atom: ExperienceAtom | undefined) =>
  internship.test(`${atom?.title ?? ''} ${atom?.role?.title ?? ''}`);

export interface ShownYears {
  readonly years: number;
  readonly atoms: readonly number[];
}

export function yearsShown(things: readonly NamedThing[], index: ClaimIndex): ShownYears {
  const named = things.filter((thing) => thing.kind === 'concept');
  const atoms = named.length > 0 ? atomsNaming(named, index) : atomsOfWords(things, index);
  const shown = countedIn(ofTheKind(atoms, things, index), index);
  // Listed as a skill, it was used in the jobs of its field; what has a time of its own was not.
  if (shown.years > 0 || named.length === 0 || atoms.some((atom) => isInternship(index.atoms[atom]))) return shown;
  const ofField = countedIn(atomsOfField(named, index), index);
  return ofField.years > 0 ? ofField : countedIn(atomsTitled(named, index), index);
}

function countedIn(atoms: readonly number[], index: ClaimIndex): ShownYears {
  const worked = atoms.filter((atom) => {
    return index.atoms[atom]?.kind !== 'education' && !isInternship(index.atoms[atom]);
  });
  const periods = worked.flatMap((atom): Months[] => {
    const [claim, months] = [index.atoms[atom], index.months[atom]];
    return claim === undefined || months === undefined ? [] : workedMonths(claim, months);
  });
  const stated = worked.reduce((most, atom) => Math.max(most, index.stated[atom] ?? 0), 0);
  return { years: Math.max(unitedMonths(periods) / 12, stated), atoms: worked };
}

/** "Ten years in respiratory nursing": of the jobs, those whose claims hold the words that say which kind of it. */
function ofTheKind(atoms: readonly number[], things: readonly NamedThing[], index: ClaimIndex): readonly number[] {
  const words = things.flatMap((thing) => (thing.kind === 'phrase' ? thing.stems : []));
  const jobs = words.map((word) => new Set(index.words.places(word).map((place) => index.jobOf(atomAt(place)))));
  const kept = atoms.filter((atom) => jobs.every((some) => some.size === 0 || some.has(index.jobOf(atom))));
  return kept.some((atom) => index.months[atom] !== undefined) ? kept : atoms;
}

function atomsOfField(named: readonly { readonly concept: string }[], index: ClaimIndex): number[] {
  const fields = new Set(
    named.flatMap(({ concept }) => index.naming(concept).flatMap(({ atom }) => [...index.fieldsOf(atom)])),
  );
  return index.atoms.flatMap((_, atom) => ([...index.fieldsOf(atom)].some((field) => fields.has(field)) ? [atom] : []));
}

/** "Mecánico" over a job, where "mecánico de automóviles" is asked for and shown by an education. */
function atomsTitled(named: readonly NamedThing[], index: ClaimIndex): number[] {
  const callings = named.flatMap(({ words }) => tellingWords(words).filter(namesSomebody));
  return index.atoms.flatMap(({ role, title }, atom) => {
    const held = tellingWords(`${role?.title ?? ''} ; ${title}`);
    return callings.some((word) => held.some((other) => sameWord(word, other))) ? [atom] : [];
  });
}

const isOfOthers = (atom: ExperienceAtom | undefined, at: readonly [number, number]) =>
  atom !== undefined && reservationAt(atom.claim, at) !== undefined;

type Concept = Extract<NamedThing, { kind: 'concept' }>;

/** Where somebody is asked for, the years in which one was so, if there are any: who worked for the ambulance was no paramedic yet. */
function atomsNaming(named: readonly Concept[], index: ClaimIndex): number[] {
  return sorted(
    named.flatMap(({ concept, words }) => {
      const all = index.naming(concept);
      const being = namesSomebody(words) ? all.filter(({ thing }) => namesSomebody(thing.words)) : [];
      const own = being.filter(
        ({ atom, thing, where }) => where === 'title' || !isOfOthers(index.atoms[atom], thing.span),
      );
      return (own.length > 0 ? own : being.length > 0 ? being : all).map(({ atom }) => atom);
    }),
  );
}

/** Without a concept: the claims that hold the words, or all of them where no word tells ("five years in the job"). */
function atomsOfWords(things: readonly NamedThing[], index: ClaimIndex): number[] {
  const words = things.flatMap((thing) => (thing.kind === 'phrase' ? thing.stems : []));
  if (words.length === 0) return index.atoms.map((_, at) => at);
  return sorted(words.flatMap((word) => index.words.places(word).map(atomAt)));
}

function sorted(atoms: readonly number[]): number[] {
  return [...new Set(atoms)].sort((a, b) => a - b);
}
