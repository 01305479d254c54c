/** What a text denies or only wishes for: each such stretch of it, by the words that open it. */

import { allMatches } from '../../domain/all-matches.js';
import type { Range } from '../standing/marked.js';
import type { ReadStanding } from '../standing/standing-table.js';
import { isHollow } from './hollow-words.js';
import { denies, hasNone, lapsed, mayTell, waives, wishes } from './stance-cues.js';

export interface Stretch {
  readonly stance: 'negated' | 'wished';
  readonly from: number;
  readonly to: number;
}

/** Where a clause ends: "but", and whatever parts sentences. A comma ends what is denied unless the list goes on with "or". */
const clauseEnd =
  /[.;!?](?=\s|$)|[\n()]|\s[–—-]\s|(?<![\p{L}])(?:but|however|although|though|aber|jedoch|sondern|pero|sino|aunque|mas|porém|embora)(?![\p{L}])/giu;

function endOfClause(text: string, from: number): number {
  clauseEnd.lastIndex = from;
  const hard = clauseEnd.exec(text)?.index ?? text.length;
  const comma = text.indexOf(',', from);
  if (comma < 0 || comma > hard) return hard;
  const rest = text.slice(comma, hard);
  return /,[^,]*\b(?:or|oder|o|ou|nor|ni|nem)\b/i.test(rest) && rest.length < 60 ? hard : comma;
}

function startOfClause(text: string, to: number): number {
  let start = 0;
  for (const { index, 0: mark } of text.slice(0, to).matchAll(clauseEnd)) start = index + mark.length;
  return start;
}

/** "Forklift (expired)", "First aid - lapsed": brackets and dashes do not part a paper from what became of it. */
function clauseAround(text: string, from: number, to: number): readonly [number, number] {
  const ends = /[.;!?\n](?=\s|$)|,(?!\s*(?:19|20)\d\d\b)/g;
  const opened = text.lastIndexOf('(', from) > text.lastIndexOf(')', from) ? text.lastIndexOf('(', from) : from;
  let start = 0;
  for (const { index, 0: mark } of text.slice(0, opened).matchAll(ends)) start = index + mark.length;
  ends.lastIndex = to;
  return [Math.min(start, topicOfColon(text, from) ?? start), ends.exec(text)?.index ?? text.length];
}

/** "Inscrição na DGEG, como técnico: pedido recusado": what stands before a colon is what it speaks of. */
function topicOfColon(text: string, at: number): number | undefined {
  const start = topicStart(text, at);
  return /:\s/.test(text.slice(start, at)) ? start : undefined;
}

/** Whether wishes count is for the reader to say: "interest in logistics" is a thing that postings ask for. */
export function stretchesOf(text: string, side: 'requirement' | 'claim'): readonly Stretch[] {
  if (last?.text !== text || last.side !== side) last = { text, side, stretches: stretchesIn(text, side) };
  return last.stretches;
}

/** A claim is read for its names and for its words, one right after the other. */
let last: { readonly text: string; readonly side: string; readonly stretches: readonly Stretch[] } | undefined;

function stretchesIn(text: string, side: 'requirement' | 'claim'): Stretch[] {
  if (!mayTell.test(text)) return [];
  const denied = allMatches(text, denies)
    .filter((said) => !isInThe(text, said))
    .map(
      ({ index, 0: said }): Stretch => ({ stance: 'negated', from: index, to: endOfClause(text, index + said.length) }),
    );
  const waived = allMatches(text, waives).map(
    ({ index, 0: said }): Stretch => ({
      stance: 'negated',
      from: startOfClause(text, index),
      to: index + said.length,
    }),
  );
  if (side === 'requirement') return [...denied, ...waived];
  const topical = denied.map((one) => withTopic(text, one));
  const over = allMatches(text, lapsed).map(({ index, 0: said }): Stretch => {
    const [from, to] = clauseAround(text, index, index + said.length);
    return { stance: 'negated', from, to };
  });
  const nothing = allMatches(text, hasNone).map(({ index, 0: said }): Stretch => {
    const from = Math.max(-1, ...[',', ';', ':', '.'].map((mark) => text.lastIndexOf(mark, index))) + 1;
    return { stance: 'negated', from, to: index + said.length };
  });
  const wished = allMatches(text, wishes).map(
    ({ index, 0: said }): Stretch =>
      withTopic(text, { stance: 'wished', from: index, to: endOfClause(text, index + said.length) }),
  );
  return [...topical, ...waived, ...over, ...nothing, ...wished];
}

/** "Pedidos no Teknisa": Portuguese says "in the" by it; who denies a name has a verb or nothing before. */
function isInThe(text: string, { index, 0: said }: RegExpExecArray): boolean {
  return said.toLowerCase() === 'no' && inThe.test(text.slice(Math.max(0, index - 20), index + 5));
}

const inThe =
  /(?<!(?:^|[\s(])(?:has|is|was|have|had|with|there's|i've|tengo|hay|pero|but|yo|si|y|and|or|o|e|que)) (?<=\p{Ll} )no \p{Lu}/u;

/** What is denied is said before, as the topic: "SAP: none", "memoQ no lo he usado", "Ein Examen habe ich nicht". */
function withTopic(text: string, stretch: Stretch): Stretch {
  const said = text.slice(stretch.from, stretch.to);
  const isOfTopic = opensComment.test(text.slice(0, stretch.from)) || lessens.test(said) || isHollow(said);
  return isOfTopic ? { ...stretch, from: topicStart(text, stretch.from) } : stretch;
}

/** "Salesforce: not yet", "CRM: noch nicht": what follows the colon is said of what stands before it. */
const opensComment = /[\p{L}\p{N})]:\s*$/u;

/** "Linux nur privat": it makes less of what stands before it. */
const lessens = /^(?:nur|lediglich|only|s[oó]l[oa]|só|apenas|reizt|kennt?e?|steckt|steht)(?!\p{L})/iu;

/** Back to the sentence where a colon or a bracket stands between; else to the comma. */
function topicStart(text: string, at: number): number {
  const sentence = Math.max(-1, ...[...text.slice(0, at).matchAll(/[.;!?\n](?=\s)/g)].map(({ index }) => index)) + 1;
  const before = text.slice(sentence, at);
  const listed = /:\s(?=[^:]*,[^:]*$)/.exec(before);
  if (listed === null && /:\s|\(/.test(before)) return sentence;
  let start = text.lastIndexOf(', ', at - 1);
  // "Ersthelfer, letzter Kurs 2015, nicht aufgefrischt": what names nothing between commas is passed over.
  while (start > sentence && isHollow(text.slice(start, at))) start = text.lastIndexOf(', ', start - 1);
  return Math.max(sentence, start + 1);
}

/** A text with what it denies or wishes for blotted out. */
export function assertedPart(text: string): string {
  return stretchesOf(text, 'claim').reduce(
    (left, { from, to }) => left.slice(0, from) + ' '.repeat(to - from) + left.slice(to),
    text,
  );
}

/** Where no single word can tell, because it may take nothing back: "never missed a payroll deadline". */
const surelyDone = 0.8;

/** The stance of what a claim names: cues find where something may be taken back, and whoever reads the sentence decides. */
export function stanceInClaim(
  text: string,
  stretches: readonly Stretch[],
  [from, to]: Range,
  standing: ReadStanding,
): 'asserted' | Stretch['stance'] {
  const stance = stanceAt(stretches, from, to);
  return stance !== 'asserted' && standing(text, [from, to]).did >= surelyDone ? 'asserted' : stance;
}

export function stanceAt(stretches: readonly Stretch[], from: number, to: number): 'asserted' | Stretch['stance'] {
  return stretches.find((one) => one.from <= from && to <= one.to)?.stance ?? 'asserted';
}
