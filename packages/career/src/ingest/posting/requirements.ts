/**
 * Requirements out of a posting: each with the place it was read from and whether it is required or preferred. Duties,
 * benefits and the company's praise of itself are not requirements. Finding none is an answer of its own.
 */

import { insists } from '../../domain/cues/insisting.js';
import { inPassing, wishes } from '../../domain/cues/wishing.js';
import { clausesOf, doesAsk } from './clauses.js';
import { applying } from './cues/applying.js';
import { employersOwn, legal } from './cues/employer.js';
import { lengthOfLead } from './cues/lead.js';
import { waives } from './cues/waiving.js';
import { folded } from './headings/index.js';
import { type Manner, mannerOf } from './manner.js';
import { postingLines, type TextLine } from './posting-lines.js';
import { type Section, sectionsOf } from './sections.js';
import { type Range, sentencesOf } from './sentences.js';
import { lengthWithoutRemark, statementsOf } from './statements.js';

export interface PostingRequirement {
  readonly text: string;
  readonly required: boolean;
  /** Characters of the posting, start inclusive, end exclusive. */
  readonly span: readonly [number, number];
}

export function requirementsFrom(posting: string): PostingRequirement[] {
  const sections = sectionsOf(postingLines(posting));
  const listed = sections.flatMap((section) => fromSection(section));
  const isProse = listed.length === 0;
  const open = ({ kind, unknown }: Section) => kind === undefined || (kind === 'other' && (isProse || unknown));
  const inProse = isProse
    ? askedInProse(sections.filter(open))
    : sections.filter(open).flatMap(linesOf).flatMap(besideAList);
  const inPassing = sections
    .filter(({ kind }) => kind === 'other')
    .flatMap(linesOf)
    .flatMap(askedInPassing);
  return once([...listed, ...inProse, ...inPassing]);
}

const linesOf = ({ lines }: Section) => lines;

/** A paragraph that asks for several things is the one that asks; beside it, others do so only in as many words. */
function askedInProse(sections: readonly Section[]): PostingRequirement[] {
  const paragraphs = sections.flatMap(linesOf).map(askedInParagraph);
  const most = Math.max(0, ...paragraphs.map(({ length }) => length));
  return paragraphs.flatMap((asked) =>
    most >= fewestOfMany && asked.length === 1
      ? asked.filter(({ text }) => insists.test(text) || wishes.test(text))
      : asked,
  );
}

const fewestOfMany = 3;

/** "Work with the council; knowledge of labour law is essential for that": among duties and offers, a sentence of its own. */
function askedInPassing(line: TextLine): PostingRequirement[] {
  const afterFirst = line.is === 'point' ? line.from + (sentencesOf(line.text)[0]?.[1] ?? 0) : line.from;
  return piecesOf({ ...line, is: 'prose' }, true).filter(
    ({ whole, goesOn, span }) => !goesOn && span[0] >= afterFirst && insists.test(whole) && mannerOf(whole) === 'asks',
  );
}

/** Beside a list of requirements a paragraph asks when most of it does; else only what is said in as many words. */
function besideAList(line: TextLine): PostingRequirement[] {
  if (line.is === 'point') return [];
  const told = toldIn(line);
  const asking = told.filter(({ manner }) => manner === 'asks').map(({ piece }) => piece);
  if (asking.length > 1 && asking.length / told.length >= 1 / 2) return asking;
  return asking.filter(({ text }) => insists.test(text));
}

interface Told {
  readonly piece: PostingRequirement;
  readonly manner: Manner;
}

/** What each piece of a line does. What follows in a row is asked as what stands before it: "You hold a card and are over 21". */
function toldIn(line: TextLine): Told[] {
  const told: Told[] = [];
  for (const piece of piecesOf(line, true)) {
    const manner = mannerOf(piece.whole);
    const before = told.at(-1)?.manner;
    const isAsked = piece.goesOn && manner !== 'other' && before === 'asks';
    const isTold = piece.goesOn && manner === 'tells' && before === 'describes';
    told.push({ piece, manner: isAsked ? 'asks' : isTold ? 'describes' : manner });
  }
  return told;
}

/** A paragraph that mostly asks does so in all of its sentences, but for those in which somebody gives or is told to do. */
function askedInParagraph(line: TextLine): PostingRequirement[] {
  const told = toldIn(line).filter(({ manner }) => manner !== 'other');
  const asking = told.filter(({ manner }) => manner === 'asks');
  if (asking.length === 0) return [];
  const isMeant = ({ manner }: Told) => manner !== 'tells';
  const meant = told.filter(isMeant);
  // What stands before the first that asks introduces somebody, what stands after the last says what comes of it.
  const rest = told.slice(told.findIndex(isMeant), told.findLastIndex(isMeant) + 1);
  const all = meant.length > 1 && meant.length / rest.length >= 1 / 2 ? rest : meant;
  return all.map(({ piece }) => piece);
}

/** In the order of the posting, each saying once. */
function once(requirements: readonly PostingRequirement[]): PostingRequirement[] {
  const seen = new Set<string>();
  return [...requirements]
    .sort((a, b) => a.span[0] - b.span[0])
    .filter(({ text }) => {
      const said = folded(text);
      return seen.has(said) ? false : seen.add(said);
    });
}

function fromSection({ kind, lines }: Section): PostingRequirement[] {
  if (kind !== 'required' && kind !== 'preferred') return [];
  // About a list, and after a line that was opened by a label of its own, sentences may speak of anything.
  const isList = lines.filter(({ is }) => is === 'point').length > 1 || lines[0]?.isListed === true;
  const pieces = lines.flatMap((line) => {
    const said = piecesOf(line, kind === 'required');
    if (line.is === 'point') return said;
    const meant = said.filter(({ whole }) => mannerOf(whole) !== 'other');
    return isList && !line.isListed ? meant.filter(({ text }) => doesAsk(text)) : meant;
  });
  return pieces.filter(({ text }) => !legal.test(text) && !waives(text));
}

/** A point is one requirement; running text is one per sentence, as far as it speaks of the candidate. */
function piecesOf(line: TextLine, required: boolean): Piece[] {
  if (line.is === 'point')
    return present([{ ...piece(line, 0, lengthWithoutRemark(line.text), required), goesOn: false, whole: line.text }]);
  const pieces = sentencesOf(line.text)
    .flatMap(([start, end]) =>
      statementsOf(line.text.slice(start, end)).map(([from, to]): Range => [start + from, start + to]),
    )
    .flatMap((statement) => piecesOfSentence(line, statement, required));
  return present(pieces).filter(
    ({ text }) => !legal.test(text) && ((!applying.test(text) && !employersOwn.test(text)) || wishes.test(text)),
  );
}

interface Piece extends PostingRequirement {
  /** It is not the first of its sentence. */
  readonly goesOn: boolean;
  /** With what was said before it of whom it is asked. */
  readonly whole: string;
}

/** "Se valorará inglés y carné B": what is only wished for at the beginning is so to the end. */
function piecesOfSentence(line: TextLine, [from, to]: Range, required: boolean): Piece[] {
  const text = line.text.slice(from, to);
  const wish = wishes.exec(text);
  // A label speaks of the sentence that it opens.
  const clauses = clausesOf(text, from === 0 && (line.isListed ?? false));
  const opening = lengthOfLead(text);
  const isWish = wish !== null && wish.index <= Math.max(opening, clauses[0]?.[0] ?? 0) && !inPassing.test(wish[0]);
  let isWishedBefore = false;
  return clauses.map(([start, end], n) => {
    // Said of all of a row, it is no part of its first item; a sentence that asks for one thing is quoted whole.
    const lead = n === 0 && clauses.length > 1 ? opening : 0;
    const one = piece(line, from + start + lead, from + end, required);
    const isLikeBefore =
      isWishedBefore && (sameAsBefore.test(text.slice(start, end)) || joinsAlike.test(text.slice(0, start)));
    isWishedBefore = required && (!one.required || isLikeBefore);
    return {
      ...one,
      required: one.required && !isLikeBefore && !(isWish && !insists.test(one.text)),
      goesOn: n > 0,
      whole: withoutEnd(text.slice(start, end)),
    };
  });
}

/** "A bonus is X, and so is Y", "… es un plus, igual que conocer …": asked as much as what stands before it. */
const sameAsBefore = /^(?:so|as) (?:is|are|would|will|does|do)(?!\p{L})/iu;
const joinsAlike = /(?:igual que|así como|bem como|assim como|tal como|as well as|ebenso)\s*$/iu;

const withoutEnd = (text: string) => text.trim().replace(/[.;,]+$/, '');

function piece({ text, from: at }: TextLine, from: number, to: number, required: boolean): PostingRequirement {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const said = withoutEnd(raw);
  return {
    text: withoutMarks(said),
    required: required && !isWished(said),
    span: [at + start, at + start + said.length],
  };
}

/** "Office and ideally TriNotar" asks for Office: such a word within a line speaks of a part of it only. */
function isWished(said: string): boolean {
  const found = wishes.exec(said);
  if (found === null || !inPassing.test(found[0])) return found !== null;
  const rest = said.slice(found.index + found[0].length).replace(/[).,;\s]+$/, '');
  return said.slice(0, found.index).trim().split(/\s+/).length <= 2 || rest === '';
}

/** Emphasis and links of Markdown are not part of what is asked. */
function withoutMarks(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^)]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

const fewestLetters = 2;

function present<One extends PostingRequirement>(pieces: readonly One[]): One[] {
  return pieces.filter(
    ({ text }) => text.replace(/[^\p{L}\p{N}+#]/gu, '').length >= fewestLetters || /^[cr]$/i.test(text),
  );
}
