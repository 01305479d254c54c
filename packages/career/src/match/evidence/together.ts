/**
 * Evidence is united over claims, but a paper is one thing: a "CPCS A60 mobile crane ticket" is not shown by a CPCS ticket for
 * tower cranes and a job beside mobile cranes. What a requirement says of a paper in one breath is shown in one claim.
 */
import type { NamedThing, ParsedItem } from '../../domain/parsed-item.js';
import { foldedWord } from '../../domain/tokens.js';
import { type Asking, enough } from '../credit/credit.js';
import { creditsFor } from '../credit/credits-for.js';
import { lightWords } from '../items/light-words.js';
import { foldedInPlace } from '../items/papers.js';

type Group = readonly NamedThing[];

const apart = /[,;:.()/&+]|\b(?:and|or|und|oder|sowie|y|o|e|ou|plus|as well as|with|mit|con|com)\b/;

const paper =
  /\b(?:tickets?|licen[cs]e|cards?|certificate|certified|jurad[oa]|sworn|beeidigt\w*|vereidigt\w*|\w*schein|zertifikat|zertifiziert\w*|carnet?|carteira|certificad[oa])\b/;

/** Neighbours between which nothing parts one wish from the next. */
function breathsOf({ text, all_of }: ParsedItem): Group[][] {
  const folded = foldedInPlace(text);
  const breaths: Group[][] = [];
  let end = -1;
  for (const { any_of } of all_of) {
    const from = Math.min(...any_of.map(({ span }) => span[0]));
    if (end >= 0 && !apart.test(folded.slice(end, from))) breaths.at(-1)?.push(any_of);
    else breaths.push([any_of]);
    end = Math.max(...any_of.map(({ span }) => span[1]));
  }
  return breaths;
}

const isShown = (group: Group, asking: Asking) =>
  group.some((thing) => saysWord(thing, asking) || creditsFor(thing, asking).some(({ credit }) => credit >= enough));

/** "Sworn translator for German" speaks of a language without saying that anybody speaks it. */
function saysWord(thing: NamedThing, { index, among }: Asking): boolean {
  return (
    thing.kind === 'language' &&
    [...(among ?? [])].some((atom) => index.words.within(atom, foldedWord(thing.words)).length > 0)
  );
}

const mostClaims = 12;

export function isShownTogether(item: ParsedItem, asking: Asking): boolean {
  if (!paper.test(foldedInPlace(item.text))) return true;
  const namesMore = (group: Group) => group.some(({ words }) => !paper.test(foldedInPlace(words)));
  return breathsOf(item).every((breath) => {
    // What is shown nowhere is no matter of where.
    const shown = breath.filter((group) => namesMore(group) && isShown(group, asking));
    const claims = new Set(shown.slice(0, 1).flatMap((group) => group.flatMap((thing) => asking.index.atomsOf(thing))));
    const isOne = (claim: number) => shown.every((group) => isShown(group, { ...asking, among: new Set([claim]) }));
    return shown.length < 2 || [...claims].slice(0, mostClaims).some(isOne);
  });
}

const isSlight = (group: Group) =>
  group.every((thing) => thing.kind === 'phrase' && thing.stems.every((word) => lightWords.has(word)));

/** Lists of skills belong to every job; so does what a person says of themselves. */
const ofEveryJob: ReadonlySet<string | undefined> = new Set(['skill', 'summary', 'language', 'certificate']);

/** The claims of each job that has one of these, with those that belong to every job. */
function jobsOf(claims: readonly number[], { index }: Asking): ReadonlySet<number>[] {
  const keyOf = (atom: number) => {
    const { kind, role } = index.atoms[atom] ?? {};
    return ofEveryJob.has(kind) ? '' : index.jobOf(atom) || role?.title || `${atom}`;
  };
  const keys = [...new Set(claims.map(keyOf))].slice(0, mostClaims);
  return keys.map((key) => new Set(index.atoms.flatMap((_, atom) => (['', key].includes(keyOf(atom)) ? [atom] : []))));
}

/** A pharmacist, and a hospital in another year: what is asked in one breath is shown, but in no job all of it. */
export function isShownApart(item: ParsedItem, asking: Asking): boolean {
  return breathsOf(item).some((breath) => {
    const shown = breath.filter((group) => !isSlight(group) && isShown(group, asking));
    const claims = shown.slice(0, 1).flatMap((group) => group.flatMap((thing) => asking.index.atomsOf(thing)));
    const isOne = (job: ReadonlySet<number>) => shown.every((group) => isShown(group, { ...asking, among: job }));
    return shown.length > 1 && !jobsOf(claims, asking).some(isOne);
  });
}
