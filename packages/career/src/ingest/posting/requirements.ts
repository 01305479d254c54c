/**
 * Requirements out of a posting: each with the place it was read from and whether it is required or preferred. Duties,
 * benefits and the company's praise of itself are not requirements. Finding none is an answer of its own.
 */
import { applying } from './cues/applying.js';
import { asks, insists } from './cues/asking.js';
import { describesCandidate } from './cues/candidate.js';
import { isAddressed } from './cues/duties.js';
import { employersOwn, legal } from './cues/employer.js';
import { offers } from './cues/offering.js';
import { inPassing, wishes } from './cues/wishing.js';
import { folded } from './headings/index.js';
import { postingLines, type TextLine } from './posting-lines.js';
import { type Section, sectionsOf } from './sections.js';

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
  const inProse = sections
    .filter(({ kind, unknown }) => kind === undefined || (kind === 'other' && (isProse || unknown)))
    .flatMap(({ lines }) => lines)
    .flatMap((line) => (isProse ? askedInParagraph(line) : besideAList(line)));
  return inProse.length === 0 ? listed : once([...listed, ...inProse]);
}

/** Beside a list of requirements a paragraph asks when most of it does; else only what is said in as many words. */
function besideAList(line: TextLine): PostingRequirement[] {
  if (line.is === 'point') return [];
  const pieces = piecesOf(line, true);
  const asking = pieces.filter(({ text }) => mannerOf(text) === 'asks');
  if (asking.length > 1 && asking.length / pieces.length >= 1 / 2) return asking;
  return asking.filter(({ text }) => insists.test(text));
}

/** A paragraph that mostly asks does so in all of its sentences, but for those in which somebody gives or is told to do. */
function askedInParagraph(line: TextLine): PostingRequirement[] {
  const told = piecesOf(line, true)
    .map((piece) => ({ piece, manner: mannerOf(piece.text) }))
    .filter(({ manner }) => manner !== 'other');
  const asking = told.filter(({ manner }) => manner === 'asks');
  if (asking.length === 0) return [];
  const meant = told.filter(({ manner }) => manner !== 'tells');
  // What stands before the first that asks introduces somebody.
  const rest = told.slice(told.findIndex(({ manner }) => manner !== 'tells'));
  const all = meant.length > 1 && meant.length / rest.length >= 1 / 2 ? rest : meant;
  return all.map(({ piece }) => piece);
}

/** What a sentence does: `describes` tells of the candidate, which asks in company; `other` is never a requirement. */
type Manner = 'asks' | 'describes' | 'tells' | 'other';

function mannerOf(text: string): Manner {
  const said = text.replace(greeting, '');
  if (applying.test(said)) return 'other';
  if (insists.test(said)) return 'asks';
  if (offers.test(said) || isAddressed(said) || (employersOwn.test(said) && !wishes.test(said))) return 'other';
  if (doesAsk(said)) return 'asks';
  return describesCandidate.test(said) ? 'describes' : 'tells';
}

const greeting = /^(?:hi|hey|hello|hoi|hallo|moin|hola|oi|olá)(?: there| all| \p{L}+)?[^\p{L}]+/iu;

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
  const isList = lines.filter(({ is }) => is === 'point').length > 1;
  const pieces = lines.flatMap((line) => {
    const said = piecesOf(line, kind === 'required');
    return isList && line.is === 'prose' ? said.filter(({ text }) => doesAsk(text)) : said;
  });
  return pieces.filter(({ text }) => !legal.test(text));
}

/** Sentences that stand about a list tell of the application as often as of the candidate. */
const doesAsk = (text: string) => asks.test(text) || insists.test(text) || wishes.test(text);

/** A point is one requirement; running text is one per sentence, as far as it speaks of the candidate. */
function piecesOf(line: TextLine, required: boolean): PostingRequirement[] {
  if (line.is === 'point') return present([piece(line, 0, line.text.length, required)]);
  const sentences = sentencesOf(line.text)
    .flatMap((place) => halvesOf(line.text, place))
    .map(([from, to]) => piece(line, from, to, required));
  return present(sentences).filter(
    ({ text }) => !legal.test(text) && !applying.test(text) && (!employersOwn.test(text) || wishes.test(text)),
  );
}

const fewestWordsOfHalf = 3;
const isWhole = (half: string) => half.trim().split(/\s+/).length >= fewestWordsOfHalf;

const joint = /(?:[,;]\s+(?:(?:and|und|y|e|while|sowie|además|além disso)\s+)?|\s+(?:and|und|y|e|sowie)\s+)/giu;

/** A clause whose subject stands before it: "You hold a licence and know the town". */
const goesOn =
  /^(?:(?:have|has|hold|holds|be|are|know|knows|can|speak|bring|feel|that you|you|who|will (?:have|be|hold))|(?:haben|hast|sind|bist|bringen|bringst|verfügen|verfügst|sprechen|sprichst|kennen|kennst|können|kannst|besitzen|besitzt|fühlen|fühlst)|(?:que|tienes?|llevas?|sabes?|hablas?|has|ha|cuentas?|tens|tem|sabe|fala|já) )(?!\p{L})/iu;

/** "A would be welcome, and B is a plus": two things asked in one sentence. */
function halvesOf(text: string, [from, to]: readonly [number, number]): (readonly [number, number])[] {
  for (const { index, 0: said } of text.slice(from, to).matchAll(joint)) {
    const [end, start] = [from + index, from + index + said.length];
    if (areTwo(text.slice(from, end), text.slice(start, to))) return [[from, end], ...halvesOf(text, [start, to])];
  }
  return [[from, to]];
}

function areTwo(one: string, other: string): boolean {
  if (!isWhole(one) || !isWhole(other) || isOpen(one) || sharesPredicate(one, other)) return false;
  if (shortName.test(other) && !predicate.test(other)) return false;
  return (doesAsk(one) || describesCandidate.test(one)) && (doesAsk(other) || goesOn.test(other));
}

/** "PA1 and PA6 certificates": the second of two names, and no clause. */
const shortName = /^\p{Lu}[\p{Lu}\p{N}]+(?!\p{L})/u;

/** The place is within brackets. */
const isOpen = (before: string) => before.lastIndexOf('(') > before.lastIndexOf(')');

const predicate =
  /(?<!\p{L})(?:is|are|be|must|should|have|has|need|needs|ist|sind|wird|werden|haben|hat|hast|es|son|serán|é|são|deve\p{L}*|debe\p{L}*)(?!\p{L})/iu;
const ofSeveral = /(?<!\p{L})(?:are|sind|werden|wären|son|serán|são|serão)(?!\p{L})/iu;

/** "A certificate and a licence are required": what is said of both stands once. */
const sharesPredicate = (one: string, other: string) => ofSeveral.test(other) && !predicate.test(one);

/** A full stop ends a sentence before a capital; "e.g. Python", "St. Gallen" and "z. B." do not. */
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|incl|approx|min|max|no|st|dr|mr|mrs|ms|prof|vs|z\.\s?b|d\.\s?h|u\.\s?a|bzw|ggf|inkl|ca|mind|usw|p\.\s?ej|ej|sr|sra|aprox|ex|dra)\.$/i;
/** "z. B.", "p. ej.": small letters alone; a capital may be a class or a grade. */
const initial = /(?:^|[\s(.])\p{Ll}\.$/u;

const isAbbreviated = (text: string) => abbreviation.test(text) || initial.test(text);

export function sentencesOf(text: string): (readonly [number, number])[] {
  const sentences: [number, number][] = [];
  let from = 0;
  for (const end of text.matchAll(/[.!?;](?=\s|$)/g)) {
    const to = end.index + 1;
    if (end[0] === '.' && isAbbreviated(text.slice(from, to))) continue;
    sentences.push([from, to]);
    from = to;
  }
  if (text.slice(from).trim() !== '') sentences.push([from, text.length]);
  return sentences;
}

function piece({ text, from: at }: TextLine, from: number, to: number, required: boolean): PostingRequirement {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const said = raw.trim().replace(/[.;,]+$/, '');
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
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/(\*\*|__)(.+?)\1/g, '$2')
    .replace(/\s+/g, ' ')
    .trim();
}

const fewestLetters = 2;

function present(pieces: readonly PostingRequirement[]): PostingRequirement[] {
  return pieces.filter(
    ({ text }) => text.replace(/[^\p{L}\p{N}+#]/gu, '').length >= fewestLetters || /^[cr]$/i.test(text),
  );
}
