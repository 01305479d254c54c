/**
 * A sentence that asks for several things, one by one: "Se requiere formación en electricidad, cinco años de experiencia y
 * carné B". It is cut at commas and at "and", where what follows begins like a requirement of its own; "Python, Go and Rust"
 * and "a solicitor, legal executive or licensed conveyancer" stay whole.
 */
import { insists } from '../../domain/cues/insisting.js';
import { wishes } from '../../domain/cues/wishing.js';
import { asks } from './cues/asking.js';
import { describesCandidate } from './cues/candidate.js';
import { englishVerbs } from './cues/duties.js';
import { opensRequirement, opensWithVerb } from './cues/opening.js';
import type { Range } from './sentences.js';

/** Sentences that stand about a list tell of the application as often as of the candidate. */
export const doesAsk = (text: string): boolean => asks.test(text) || insists.test(text) || wishes.test(text);

const joint =
  /(?:(?<comma>[,;])\s+(?:(?<and>and|und|y|e|but|aber|pero|mas|while|sowie|dazu|außerdem|zudem|ferner|ebenso|además|además de|así como|igual que|al igual que|además|além disso|bem como|assim como|tal como|as well as|along with|together with|plus|also)\s+)?|\s+(?:and|und|y|e|sowie|as well as|together with|along with|así como|igual que|al igual que|además de|bem como|assim como|tal como)\s+)/giu;

interface Segment {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** How it is joined to what stands before it. */
  readonly byComma: boolean;
  /** By a comma and a conjunction: ", and". */
  readonly byBoth: boolean;
}

/** `listed` says that a label stands before the text ("Requirements: …"), so that all of it is asked. */
export function clausesOf(text: string, listed: boolean): Range[] {
  const segments = segmentsOf(text);
  if (segments.length < 2) return [[0, text.length]];
  const cuts = cutsOf(segments, text, listed);
  // "It is not a must, but …" is no clause of its own.
  const first = saysNothing(segments[0]?.text ?? '') && !subordinate.test(segments[1]?.text ?? '') ? 1 : 0;
  const starts = segments.filter((_, at) => at === first || (at > first && cuts[at]));
  return starts.map(({ from }, n) => {
    const next = starts[n + 1];
    return [from, next === undefined ? text.length : (segments[segments.indexOf(next) - 1]?.to ?? text.length)];
  });
}

function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let [from, byComma, byBoth] = [0, false, false];
  for (const found of text.matchAll(joint)) {
    if (isWithin(text, found.index)) continue;
    segments.push({ text: text.slice(from, found.index), from, to: found.index, byComma, byBoth });
    [from, byComma] = [found.index + found[0].length, found.groups?.comma !== undefined];
    byBoth = byComma && found.groups?.and !== undefined;
  }
  segments.push({ text: text.slice(from), from, to: text.length, byComma, byBoth });
  return segments;
}

/** Within brackets, or between the two ends of a range ("between three and five years"). */
function isWithin(text: string, at: number): boolean {
  const before = text.slice(0, at);
  if (before.lastIndexOf('(') > before.lastIndexOf(')')) return true;
  return /(?<!\p{L})(?:entre|between|zwischen|both|sowohl|tanto)(?: \S+){1,3}$/iu.test(before);
}

/** Before which segments the text is cut. */
function cutsOf(segments: readonly Segment[], text: string, listed: boolean): boolean[] {
  const strong = segments.map((_, at) => at > 0 && isOwn(segments, at, text));
  const hasStrong = strong.some(Boolean);
  const isRow = listed || hasStrong || (doesAsk(text) && segments.some((one) => one.byComma));
  const cuts: boolean[] = [];
  for (const at of segments.keys()) {
    const before = text.slice(0, segments[at - 1]?.to ?? 0);
    const mayBeItem = isRow && (listed || (doesAsk(before) && wordsOf(before) > 1));
    cuts.push((strong[at] ?? false) || (mayBeItem && isItem(segments, at, listed, hasStrong)));
  }
  return closed(segments, cuts);
}

const wordsOf = (text: string) => text.trim().split(/\s+/).length;
const either = /(?<!\p{L})(?:or|oder|o|ou|bzw\.?|\/)(?!\p{L})/iu;

/** What follows is a requirement of its own, whatever stands before it. */
function isOwn(segments: readonly Segment[], at: number, text: string): boolean {
  const { text: said, from } = segments[at] as Segment;
  const before = text.slice(0, segments[at - 1]?.to ?? 0);
  const rest = text.slice(from);
  if (wordsOf(before) < 2 || saysNothing(before) || sharesPredicate(before, rest)) return false;
  if (!doesAsk(before) && !describesCandidate.test(before)) return false;
  if (hasInfinitive.test(said) && !opensWithVerb(said)) return false;
  if (opensWithVerb(said)) return true;
  if (goesOnAsking(said, before) || isCondition(segments[at] as Segment) || germanMain.test(said)) return true;
  if (isSubordinate(segments[at] as Segment)) return false;
  if ((isInfinitive(said) && canDo.test(before) && !/\p{L}[aei]r$/u.test(before)) || goesOnDoing(said, before))
    return true;
  if (endsPair(segments, at)) return true;
  return (wordsOf(said) > 1 && opensRequirement(said)) || opensWithArticle(said, before);
}

/** "We need you to … and that you …", "necesitamos que puedas … y que no te asuste": the same verb asks for both. */
const goesOnAsking = (said: string, before: string) =>
  /^(?:que|dass|that|who) \p{L}+ \p{L}/iu.test(said) &&
  /(?<!\p{L})(?:que|dass|that|who|alguien|alguém|someone)(?!\p{L})/iu.test(before);

/** "…, Kennzahlen lesen Sie mühelos": another sentence after a comma. */
const germanMain =
  /^(?!wenn|falls|dass|weil|da|wo|wie|ob|als)(?:[\p{L}-]+ ){1,4}\p{Ll}{3,}(?:en|st) (?:Sie|du)(?: |$)/u;

/** ", and if you have a car, all the better": what follows says itself how much it is asked. */
const isCondition = ({ text, byBoth }: Segment) => byBoth && /^(?:if|wenn|falls|si|se) \p{L}+ \p{L}/iu.test(text);

/** "der", "die" and "das" open a subordinate clause after a bare comma; after "und" they are articles. */
const isSubordinate = ({ text, byComma, byBoth }: Segment) =>
  subordinate.test(text) && !(/^(?:der|die|das|dem) \p{Lu}/u.test(text) && (!byComma || byBoth));

/** "We ask for the course, and references of two families": a comma before the "and" of two things parts them. */
function endsPair(segments: readonly Segment[], at: number): boolean {
  const [said, before] = [segments[at] as Segment, segments[at - 1] as Segment];
  return said.byBoth && wordsOf(said.text) > 1 && (at === 1 || !before.byComma) && asks.test(before.text);
}

/** "Hay que saber interpretar esquemas y montar cuadros": two things to do, each with its object. */
const canDo =
  /(?<!\p{L})(?:saber|poder|capaz de|capaces de|hay que|deb(?:e|es|en|erá|erás|erán)|dev(?:e|es|em|erá|erás|erão)|(?:tiene|tienes|tem|tens|têm) (?:que|de)|é preciso|es preciso|es necesario|é necessário|hace falta|precisas?|puedas?|possas?|can|able to|können|kannst)(?: \p{L}+)* \p{L}+(?:ar|er|ir)? \p{L}+/iu;
const isInfinitive = (said: string) => /^\p{Ll}+[aei]r \p{L}/u.test(said);

const bareVerb = new RegExp(`^(?:${englishVerbs}) (?:an?|the|your|our|their|to|up|\\p{Ll}+)`, 'u');
const modal =
  /(?<!\p{L})(?:should|must|can|could|able to|need to|have to|willing to|happy to?|expected to|want to)(?!\p{L})/iu;
const endsInVerb = /(?<!\p{L})(?:should|must|can|could|to)(?: \p{L}+ly)? \p{L}+$/iu;

/** "You should be happy on a ladder and keep a tidy van", but not "able to plan and deliver lessons". */
const goesOnDoing = (said: string, before: string) =>
  bareVerb.test(said) &&
  modal.test(before) &&
  !endsInVerb.test(before) &&
  !/(?<!\p{L})to(?: be able to)? \p{L}+ /iu.test(before);

const article = /^(?:a|an(?= \p{Ll})|the|eine?n?|der|den|das|une?|una|el|la|uma?|o) \p{L}/u;
const afterPreposition =
  /(?<!\p{L})(?:to|for|from|at|by|into|about|zu|bei|für|von|a|para|por) (?:\p{L}+ ){0,1}\p{L}+$/iu;

/** "A PhD in geology and a record of publication", but not "to a customer and a colleague". */
function opensWithArticle(said: string, before: string): boolean {
  return article.test(said) && asks.test(before) && !afterPreposition.test(before);
}

/** An item of a row, though it begins with none of the usual words: "COREN ativo", "a car". */
function isItem(segments: readonly Segment[], at: number, listed: boolean, hasStrong: boolean): boolean {
  const { text: said, byComma } = segments[at] as Segment;
  if (!byComma || at === 0 || either.test(said) || saysNothing(segments[at - 1]?.text ?? '')) return false;
  const isArticle = listed && /^(?:der|die|das|den) (?:\p{Ll}+ )?\p{Lu}/u.test(said);
  if ((subordinate.test(said) && !isArticle) || saysNothing(said) || hasInfinitive.test(said)) return false;
  const next = segments[at + 1];
  const isGoverned = governs.test(segments[at - 1]?.text ?? '');
  const endsInnerRow = next !== undefined && !next.byComma && !opensRequirement(next.text);
  if (!listed && (isGoverned || (next !== undefined && wordsOf(next.text) < 2)) && (endsInnerRow || !hasStrong))
    return false;
  return wordsOf(said) > 1 || (listed && !isGoverned);
}

/** "Experience with Python, Go": what follows may be governed by the same word. */
const governs =
  /(?<!\p{L})(?:in|with|of|using|such as|like|mit|im|von|wie|en|con|de|como|em|com|sobre|for|für) [^,]*$|\p{L}-$/iu;

/** "bereit, am Wochenende zu arbeiten": what one is ready for. */
const hasInfinitive = /(?<!\p{L})zu \p{L}+en(?:\s|$|[.!?])/iu;
const subordinate =
  /^(?:we|wir|our|unser\p{L}*|since|because|as|which|who|whom|whose|where|when|while|so|if|but|not|including|such|e\.g|ideally|preferably|da|weil|wenn|der|die|das|dem|denen|um|wobei|damit|z\. ?b|dass|wo|wohin|woher|wofür|davon|darunter|of which|of whom|de los cuales|de las cuales|dos quais|das quais|nem|ni|nor|noch|idealerweise|vorzugsweise|bevorzugt|ya|porque|cuando|donde|cuyo|aunque|si|pero|preferiblemente|por ejemplo|pois|onde|quando|cujo|embora|se|mas|preferencialmente|de preferência|por exemplo|incluindo|incluyendo|incluso|inklusive|por causa|am liebsten|sobretudo|especially|insbesondere|especialmente)(?!\p{L})/iu;

/** The last of a row is an item as the others are: "RCVS registration, a car and a sense of humour". */
function closed(segments: readonly Segment[], cuts: readonly boolean[]): boolean[] {
  const last = segments.length - 1;
  const end = segments[last];
  const isRow = cuts[last - 1] === true && end !== undefined && !end.byComma && wordsOf(end.text) > 1;
  const isInner =
    governs.test(segments[last - 1]?.text ?? '') &&
    !/^(?:an?|eine?n?|una?|uma?|the|el|la|der|die|das) /iu.test(end?.text ?? '');
  return cuts.map((cut, at) => cut || (at === last && isRow && !isInner && !either.test(end.text)));
}

/** "It is not a must, but …": nothing is named yet. */
export function saysNothing(text: string): boolean {
  const rest = text
    .replace(wishes, '')
    .replace(insists, '')
    .replace(
      /(?<!\p{L})(?:it|is|es|ist|é|also|auch|también|también|também|wir|we|you|se|para|ello|isso|not|nicht|but|will|would|be|te|lo|la|le|os|nos|uns|dir|ihnen|us|sein|bereit|sind|bist|não|no)(?!\p{L})/giu,
      '',
    );
  return !/\p{L}{2,}/u.test(rest);
}

const predicate =
  /(?<!\p{L})(?:is|are|be|must|should|have|has|had|need|needs|will|would|can|ist|sind|wird|werden|wäre|haben|hat|hast|soll(?:te[nst]*)?|muss|musst|müssen|kann|kannst|können|brauch(?:e|st|t|en)|es|son|será|serán|sería|é|são|será|seria|runde[nt]|matters?|zählt|zählen|deve\p{L}*|debe\p{L}*|conta)(?!\p{L})/iu;
const subject = /^(?:you|that|who|sie|du|wer|que|você|tu|we|wir|it)(?!\p{L})/iu;

/** "A certificate and a licence are required": what is said of both stands once, at the end. */
function sharesPredicate(one: string, other: string): boolean {
  return (
    predicate.test(other) &&
    !predicate.test(one) &&
    !subject.test(other) &&
    !opensWithVerb(one) &&
    !opensWithVerb(other)
  );
}
