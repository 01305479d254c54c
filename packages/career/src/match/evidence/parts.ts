/**
 * A requirement as weighed parts, each with the best that claims give for it. What names a concept weighs most; words weigh
 * by how much they tell, and those that only say that something is done hardly at all.
 */
import type { NamedThing, ParsedItem } from '../../domain/parsed-item.js';
import type { Asking, Credit } from '../credit/credit.js';
import { creditsFor } from '../credit/credits-for.js';
import { isMereDoing, lightWords } from '../items/light-words.js';

export interface Part {
  readonly weight: number;
  readonly credit: number;
  readonly isPhrase: boolean;
  /** What the rest of the requirement only says more of: "costing" of "menu costing". */
  readonly isHead: boolean;
  /** Asked for beside what the vocabulary knows: "Teichbau" of "Baumpflege und Teichbau". */
  readonly isJoined: boolean;
  /** Where one must be, what is paid, and whether one may work: nothing else makes up for it. */
  readonly isGate: boolean;
  readonly best: readonly Credit[];
}

/** Words that name no concept weigh less: they may be mere talk. */
const wordWeight = 0.3;
const mostPhraseWeight = 0.5;
/** Words that only say that something is done. */
const slightWeight = 0.08;
/** A word right beside a concept says which kind of it is meant ("immigration law"): without it nobody has it. */
const qualifierWeight = 0.4;

export function partOf(group: readonly NamedThing[], asking: Asking, item: ParsedItem): Part {
  const words = group.flatMap((thing) => (thing.kind === 'phrase' ? thing.stems : []));
  const saysHow = item.all_of.length > 1 && group.every(isManner);
  const isPhrase = saysHow || group.every((thing) => thing.kind === 'phrase');
  const best = bestOf(group.flatMap((thing) => creditsFor(thing, asking)));
  const least = isPhrase && isQualifier(group, item) ? qualifierWeight : 0;
  const isLaw = group.every((thing) => isByLaw(thing, item));
  const isSlight = saysHow || isLaw || group.every(isLight) || isDoneTo(group, item);
  const weight = isSlight
    ? slightWeight
    : isPhrase
      ? Math.max(least, Math.min(mostPhraseWeight, wordWeight * words.length))
      : 1;
  const isGate = group.every((thing) => gates.has(thing.kind));
  const isHead =
    isPhrase &&
    !isLaw &&
    !isDoneTo(group, item) &&
    (isHeadOf(group, item) || group.every((thing) => isName(thing, item)));
  const joined = isPhrase && !isLaw && isJoined(group, item);
  return { weight, credit: best?.credit ?? 0, isPhrase, isHead, isJoined: joined, isGate, best: best ? [best] : [] };
}

const gates: ReadonlySet<NamedThing['kind']> = new Set(['place', 'pay', 'work_right']);

/** How adjectives end that follow their noun. */
const following = /(?:ic|al|ar|iv|ad|ari|os|an|il|ist)[ao]?s?$/;

/** English and German say before the noun what Spanish and Portuguese say after it. */
function isQualifier(group: readonly NamedThing[], { text, tongue, all_of }: ParsedItem): boolean {
  const after = (thing: NamedThing) =>
    tongue === 'es' || tongue === 'pt' || (thing.kind === 'phrase' && following.test(thing.stems[0] ?? ''));
  const concepts = all_of.flatMap(({ any_of }) => any_of.filter(({ kind }) => kind === 'concept'));
  const isJoint = (between: string) => between === ' ' || between === '-';
  return group.some((thing) =>
    concepts.some(
      ({ span }) =>
        (tongue !== 'es' && tongue !== 'pt' && isJoint(text.slice(thing.span[1], span[0]))) ||
        (after(thing) && isJoint(text.slice(span[1], thing.span[0]))),
    ),
  );
}

const ofIt = /^(?:[:*/_-]in(?:nen)?)? (?:of|for|für|von|vom|der|des|einer|eines|de|del|de la|da|do|das|dos) $/i;

const isLight = (thing: NamedThing) => thing.kind === 'phrase' && thing.stems.every((word) => lightWords.has(word));

/** "Creation of brands", "building data pipelines": a word of doing right before the thing it is done to. */
function isDoneTo(group: readonly NamedThing[], { text, all_of }: ParsedItem): boolean {
  const things = all_of.flatMap(({ any_of }) => any_of.filter(({ kind }) => kind === 'concept'));
  const isDoing = (thing: NamedThing) =>
    thing.kind === 'phrase' &&
    thing.stems.length === 1 &&
    isMereDoing(thing.stems[0] ?? '') &&
    things.some(({ span }) => thing.span[1] < span[0] && besideIt.test(text.slice(thing.span[1], span[0])));
  return group.every(isDoing);
}

const besideIt =
  /^ (?:(?:of|for|with|the|a|für|von|vom|mit|der|des|einer|eines|de|del|la|las|los|con|da|do|das|dos|com|a|o) )*$/i;

const manners = new Set([
  'independent working',
  'organisational skills',
  'attention to detail',
  'reliability',
  'flexibility',
  'resilience',
  'creativity',
  'customer orientation',
  'teamwork',
]);

/** "Selbstständige Bearbeitung der Zwangsvollstreckung": how something is done is not asked beside it. */
const isManner = (thing: NamedThing) => thing.kind === 'concept' && manners.has(thing.concept);

/** "Menu costing", "Diseño de cocinas", "Leitung einer Kita": the word that says what is done, beside what it is done to. */
function isHeadOf(group: readonly NamedThing[], { text, tongue, all_of }: ParsedItem): boolean {
  const concepts = all_of.flatMap(({ any_of }) => any_of.filter(({ kind }) => kind === 'concept'));
  if (group.every(isLight)) return false;
  return group.some((thing) =>
    concepts.some(
      ({ span, words }) =>
        ofIt.test(text.slice(thing.span[1], span[0])) ||
        // "Prescrição hospitalar": the adjective says where, and not what.
        (isRomance(tongue) && text.slice(thing.span[1], span[0]) === ' ' && adjective.test(words)) ||
        (tongue === 'en' && text.slice(span[1], thing.span[0]) === ' '),
    ),
  );
}

const isRomance = (tongue: ParsedItem['tongue']) => tongue === 'es' || tongue === 'pt';
const adjective = /^\p{Ll}+(?:ic[oa]|ar|al|ári[oa]|ari[oa]|ist[ao]|iv[oa])(?:e?s)?$/u;

const and = /^ (?:and|und|sowie|y|e|&) $/i;

/** Who asks for two things by "and" asks for the second as for the first, whether or not the vocabulary knows it. */
function isJoined(group: readonly NamedThing[], { text, all_of }: ParsedItem): boolean {
  const concepts = all_of.flatMap(({ any_of }) => any_of.filter(({ kind }) => kind === 'concept'));
  if (group.every(isLight)) return false;
  return group.some(({ span: [from, to] }) =>
    concepts.some(
      ({ span }) => and.test(text.slice(span[1], from)) || (from === 0 && and.test(text.slice(to, span[0]))),
    ),
  );
}

const code = /(?<![\p{L}\p{N}])(?:\p{Lu}{2,}\d*|\p{Lu}*\d+\p{Lu}*|\p{L}+\p{Ll}\p{Lu}\p{L}*)(?![\p{L}\p{N}])/u;
/** "Medizinproduktebeauftragter nach MPBetreibV": by which law is no second thing. */
const byLaw =
  /(?:nach|gemäß|gem\.|laut|according to|under|según|conforme|nos termos d\p{L}{1,2}) (?:dem |der |§+ ?\d+\p{L}* )?$/iu;

function isByLaw({ words, span }: NamedThing, { text, all_of }: ParsedItem): boolean {
  return all_of.length > 1 && code.test(words) && byLaw.test(text.slice(0, span[0]));
}

const bigWord = /^\p{Lu}\p{Ll}/u;

/** "A60", "TwinCAT", and in the middle of a sentence "Liquidlogic", but not in German: a name stands for nothing else. */
function isName({ words, span }: NamedThing, { text, tongue }: ParsedItem): boolean {
  return code.test(words) || (tongue !== 'de' && text[span[0] - 1] === ' ' && bigWord.test(words));
}

/** Credits come in the order of atom ids and only a better one replaces the best, so ties go to the smaller id. */
export function bestOf(credits: readonly Credit[]): Credit | undefined {
  return credits.reduce<Credit | undefined>(
    (best, one) =>
      best === undefined || one.credit > best.credit || (one.credit === best.credit && one.atom < best.atom)
        ? one
        : best,
    undefined,
  );
}
