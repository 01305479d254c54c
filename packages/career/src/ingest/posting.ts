/**
 * Requirements out of a pasted posting: each with the place it was read from and whether it is required or preferred.
 * Duties, benefits and the company's praise of itself are not requirements. Finding none is an answer of its own.
 */
import { headingKind, type SectionKind } from './posting-headings.js';

export interface PostingRequirement {
  readonly text: string;
  readonly required: boolean;
  /** Characters of the posting, start inclusive, end exclusive. */
  readonly span: readonly [number, number];
}

interface Line {
  readonly text: string;
  readonly at: number;
}

const bullet = /^\s*(?:[-*•‣▪●◦–—·✓✔]|\d{1,2}[.)])\s+/;
const preferredMark =
  /\b(?:nice to have|preferred|preferably|is a plus|are a plus|a plus|bonus|desirable|ideally|advantageous|an advantage|would be great)\b/i;
const requirementCue =
  /\b(?:experience (?:with|in|of|as)|knowledge of|proficien\w+|fluen\w+|familiar\w* with|understanding of|ability to|able to|skills? in|degree in|diploma|certif\w+|licen[cs]e|qualified|\d+\+? years?|must (?:have|be|hold)|you (?:have|know|are able))\b/i;
const legalText =
  /\b(?:equal opportunit|without regard to|race,|religion|gender identity|veteran status|reasonable accommodation)/i;
const fewestLetters = 2;

export function requirementsFrom(posting: string): PostingRequirement[] {
  const lines = linesOf(posting);
  const inSections = sectionRequirements(lines);
  return inSections.length > 0 ? inSections : lines.flatMap((line) => cuedSentences(line));
}

function linesOf(posting: string): Line[] {
  let at = 0;
  return posting.split('\n').map((text) => {
    const line = { text: text.replace(/\r$/, ''), at };
    at += text.length + 1;
    return line;
  });
}

function sectionRequirements(lines: readonly Line[]): PostingRequirement[] {
  let open: SectionKind = 'other';
  return lines.flatMap((line) => {
    const heading = bullet.test(line.text) ? undefined : headingKind(line.text);
    if (heading !== undefined) {
      open = heading;
      return [];
    }
    return open === 'other' ? [] : requirementsInLine(line, open === 'required');
  });
}

/** A bullet is one requirement; running text is one per sentence. */
function requirementsInLine(line: Line, required: boolean): PostingRequirement[] {
  if (legalText.test(line.text)) return [];
  if (bullet.test(line.text))
    return present([piece(line, line.text.match(bullet)?.[0].length ?? 0, line.text.length, required)]);
  return present(sentencesOf(line).map(([from, to]) => piece(line, from, to, required)));
}

function cuedSentences(line: Line): PostingRequirement[] {
  if (headingKind(line.text) !== undefined || legalText.test(line.text)) return [];
  return requirementsInLine(line, true).filter((one) => requirementCue.test(one.text));
}

function sentencesOf({ text }: Line): (readonly [number, number])[] {
  const sentences: [number, number][] = [];
  const pattern = /[^.;!?]+(?:[.;!?](?![\s]|$)[^.;!?]*)*[.;!?]?/g;
  for (const match of text.matchAll(pattern)) sentences.push([match.index, match.index + match[0].length]);
  return sentences;
}

function piece({ text, at }: Line, from: number, to: number, required: boolean): PostingRequirement {
  const raw = text.slice(from, to);
  const start = from + (raw.length - raw.trimStart().length);
  const said = raw.trim().replace(/[.;,]+$/, '');
  return { text: said, required: required && !preferredMark.test(said), span: [at + start, at + start + said.length] };
}

function present(pieces: readonly PostingRequirement[]): PostingRequirement[] {
  return pieces.filter(
    ({ text }) => text.replace(/[^\p{L}\p{N}+#]/gu, '').length >= fewestLetters || /^[cr]$/i.test(text),
  );
}
