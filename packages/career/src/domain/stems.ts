/**
 * Words of four languages and their stems. A stem alone joins too much ("organ" and "organisation"): two words are the same
 * when a stemmer of some language says so and they differ in no more than an ending.
 */
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as germanStem } from '@orama/stemmers/german';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { allDeeds } from './deed-roots.js';

/** "abgedichtet" as "abdicht", which "Abdichtung" is too; "geschweisst" as "schweiss". */
const participle =
  /^((?:ab|an|auf|aus|bei|durch|ein|her|hin|mit|nach|um|vor|weg|zu|zusammen|zuruck)?)ge(\p{L}{3,}?)(?:et|t)$/u;

/** A woman in a job has it as a man has: "Mechanikerin", "Praktikantinnen". */
const feminine = /(?<=\p{L}{2}(?:er|or|ist|ant|ent|eur|log|arzt|wirt|og|at))in(?:nen)?$/u;

/** "Personalfachkauffrau" and "Restaurantfachmann" have one trade. */
const manOrWoman = /(?<=\p{L}{3})(?:kauf|fach)(?:frau(?:en)?|mann|manner|leute)$/u;
const asMan = (word: string) => word.replace(/(?:frau(?:en)?|manner|leute)$/u, 'mann');

function germanWithParticiples(word: string): string {
  const said = manOrWoman.test(word) ? asMan(word) : word.replace(feminine, '');
  const [, before = '', root] = participle.exec(said) ?? [];
  return germanStem(root === undefined ? said : `${before}${root}en`).replace(/(?<=\p{L}{4})ung$/u, '');
}

/** "Visuais" is the plural of "visual", and "gestões" of "gestão". */
const portugueseStem = (word: string) =>
  portuguese(word.replace(/(?<=\p{L}{3}[aeou])is$/u, 'l').replace(/(?<=\p{L}{3})oes$/u, 'ao'));

/** The stemmer makes "direc" of "direction", but "direct" of "directed"; and whoever plans is a planner. */
const englishStem = (word: string) =>
  english(word.replace(/(?<=\p{L}{2}[cp]t)ions?$/u, '').replace(/(?<=\p{L}{2})([bdgmnprt])\1ers?$/u, '$1'));

/** In this order everywhere: English, German, Spanish, Portuguese. */
const stemmers = [englishStem, germanWithParticiples, spanish, portugueseStem] as const;
export const german = 1;

export const tongueCount = stemmers.length;

/** By language; claims and names share most of their words. */
const known = stemmers.map(() => new Map<string, string>());
const mostKnown = 200_000;

/** Names with digits or signs and very short words have no endings to lose. */
const isPlain = (word: string) => word.length > 3 && /^\p{L}+$/u.test(word);

/** The stem of a folded word in one language. */
export function stemIn(word: string, tongue: number): string {
  if (word.length <= 3) return word;
  const kept = known[tongue]?.get(word);
  if (kept !== undefined) return kept;
  const stem = isPlain(word) ? (stemmers[tongue]?.(word) ?? word) : word;
  const stems = known[tongue];
  if (stems !== undefined && stems.size < mostKnown) stems.set(word, stem);
  return stem;
}

/** Who is something is not what it is about: "ortopedista" and "ortopedia", "Journalist" and "journalism". */
const specialist = /(?:ist|ista|istas|ists|isten|istin|istinnen)$/;

/** Things of which the form in -ing is a trade or another thing: who has "markets" or "accounts" does no marketing or accounting. */
const thingsBesideTrades =
  /^(?:market|account|bank|nurs|coach|print|ship|hous|fil|servic|build|stock|land|ground|well|spring|season|board|train|min|bear|found|cloth|draw|hear|meet|lodg|pip|wir|fenc|roof|floor|glaz|surround)/;
const asThing = /(?:e?s|e)$/;

/** "Accounting" and "accounts": a trade and the things it is named after. "Audits" are what auditing is, and not meant. */
export function isThingOfTrade(one: string, other: string): boolean {
  const [trade, thing] = one.endsWith('ing') ? [one, other] : [other, one];
  if (!trade.endsWith('ing') || /ings?$/.test(thing) || !thingsBesideTrades.test(thing)) return false;
  const root = trade.slice(0, -'ing'.length);
  return thing === root || (thing.startsWith(root) && asThing.test(thing));
}

const longestEnding = 4;
const shortestRoot = 3;

/** Whether two folded words are forms of one: "welder" and "welding" are, "engine" and "engineering" are not. */
export function sameWord(one: string, other: string): boolean {
  if (one === other || isShortPlural(one, other) || isShortPlural(other, one)) return true;
  if (!isPlain(one) || !isPlain(other) || specialist.test(one) !== specialist.test(other)) return false;
  if (isOtherGender(one, other) || isThingOfTrade(one, other)) return false;
  if (differInEnding(one, other)) return stemmers.some((_, tongue) => stemIn(one, tongue) === stemIn(other, tongue));
  const root = stemIn(one, german);
  if (root.length > 4 && root === stemIn(other, german) && participle.test(one) !== participle.test(other)) return true;
  return isDoneAs(one, other) || isDoneAs(other, one);
}

const shortestDeed = 4;

/** "Wartung" is what was "gewartet", and "edição" what somebody "editei". */
function isDoneAs(noun: string, verb: string): boolean {
  return allDeeds.some(({ ofNoun, ofVerb }) => {
    const done = ofVerb(verb);
    return done.length > 0 && ofNoun(noun).some((root) => root.length >= shortestDeed && done.includes(root));
  });
}

const mostLettersOfNoun = 6;
const genderOf = (word: string) => /[ao](?=s?$)/u.exec(word)?.[0];

/** "Banca" and "bancos", "casa" and "casos": short nouns that differ in their gender are other words. */
export function isOtherGender(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) > mostLettersOfNoun) return false;
  const [gender, otherGender] = [genderOf(one), genderOf(other)];
  return gender !== undefined && otherGender !== undefined && gender !== otherGender;
}

/** "jibs", "cars": words of three letters have one ending. */
const isShortPlural = (one: string, other: string) => other.length === 3 && one.length === 4 && one === `${other}s`;

export function differInEnding(one: string, other: string): boolean {
  const longer = Math.max(one.length, other.length);
  let shared = 0;
  while (shared < longer && one[shared] === other[shared]) shared += 1;
  return shared >= shortestRoot && longer - shared <= longestEnding;
}
