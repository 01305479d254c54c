/**
 * Requirements out of a posting: each with the place it was read from and whether it is required or preferred. Duties,
 * benefits and the company's praise of itself are not requirements. Finding none is an answer of its own.
 */
import { asks, employersOwn, inPassing, insists, legal, wishes } from './cues.js';
import { folded, kindOfPhrase, type SectionKind } from './headings/index.js';
import { type HeadingLine, type PostingLine, postingLines, type TextLine } from './posting-lines.js';

export interface PostingRequirement {
  readonly text: string;
  readonly required: boolean;
  /** Characters of the posting, start inclusive, end exclusive. */
  readonly span: readonly [number, number];
}

interface Section {
  /** Undefined before the first heading. */
  readonly kind: SectionKind | undefined;
  /** Its heading is one that we do not know. */
  readonly unknown?: boolean;
  readonly lines: readonly TextLine[];
}

export function requirementsFrom(posting: string): PostingRequirement[] {
  const sections = sectionsOf(postingLines(posting));
  const listed = withUnknown(sections).flatMap((section) => fromSection(section));
  const asked = sections.flatMap(({ kind, lines }) => (kind === 'required' || kind === 'preferred' ? [] : lines));
  const cue = listed.length > 0 ? insists : asks;
  const inProse = sections
    .filter(({ kind }) => kind === undefined || (kind === 'other' && listed.length === 0))
    .flatMap(({ lines }) => lines.flatMap((line) => piecesOf(line, true)))
    .filter(({ text }) => (cue.test(text) || (listed.length === 0 && wishes.test(text))) && !employersOwn.test(text));
  return asked.length === 0 && inProse.length === 0 ? listed : once([...listed, ...inProse]);
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

function sectionsOf(lines: readonly PostingLine[]): Section[] {
  const sections: { kind: SectionKind | undefined; unknown?: boolean; lines: TextLine[] }[] = [
    { kind: undefined, lines: [] },
  ];
  let open: HeadingLine | undefined;
  for (const line of lines) {
    if (line.is === 'heading') {
      const kind = kindUnder(line, open);
      sections.push({ kind, unknown: line.kind === undefined && kind === 'other', lines: [] });
      open = { ...line, kind, level: line.kind === undefined && open ? open.level : line.level };
    } else {
      const inline = inlineHeading(line);
      if (inline) {
        sections.push({ kind: inline.kind, lines: [inline.rest] });
        if (line.is === 'prose') open = { is: 'heading', kind: inline.kind, level: 7, from: line.from, to: line.to };
        else sections.push({ kind: open?.kind, lines: [] });
      } else sections.at(-1)?.lines.push(line);
    }
  }
  return sections;
}

/** A heading nobody knows belongs to what stands above it when it is deeper ("Technical:" under "## Requirements"). */
function kindUnder({ kind, level }: HeadingLine, open: HeadingLine | undefined): SectionKind {
  if (kind !== undefined) return kind;
  return open?.kind !== undefined && level > open.level ? open.kind : 'other';
}

/** "Requirements: three years of welding", "**Must have:** a forklift licence". */
function inlineHeading(line: TextLine): { kind: SectionKind; rest: TextLine } | undefined {
  const label = /^(?:\*\*|__)?([^:*_]{2,40}?)(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*:|:)\s+(?=\S)/.exec(line.text);
  if (label === null) return undefined;
  const kind = kindOfPhrase(label[1] ?? '');
  // A point with a label stays what its list is, unless the label says that it is only wished for.
  if (kind === undefined || (line.is === 'point' && kind !== 'preferred')) return undefined;
  const lead = label[0].length;
  return { kind, rest: { ...line, text: line.text.slice(lead), from: line.from + lead } };
}

/** A list under a heading nobody knows is one of requirements when its points ask for something. */
function withUnknown(sections: readonly Section[]): Section[] {
  const isKnown = sections.some(({ kind, lines }) => kind === 'required' && lines.length > 0);
  const least = isKnown ? 2 / 3 : 1 / 3;
  return sections.map((section) => {
    const points = section.lines.filter(({ is }) => is === 'point');
    const asking = points.filter(({ text }) => asks.test(text) && !employersOwn.test(text));
    const isAsked = section.unknown === true && points.length > 1 && asking.length / points.length >= least;
    return isAsked ? { ...section, kind: 'required' } : section;
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
  if (legal.test(line.text)) return [];
  if (line.is === 'point') return present([piece(line, 0, line.text.length, required)]);
  const sentences = sentencesOf(line.text)
    .flatMap((place) => halvesOf(line.text, place))
    .map(([from, to]) => piece(line, from, to, required));
  return present(sentences).filter(({ text }) => !employersOwn.test(text));
}

const joint = /[,;]\s+(?:and|und|y|e|while|sowie|además|além disso)\s+/giu;

/** "A would be welcome, and B is a plus": two things asked in one sentence. */
function halvesOf(text: string, [from, to]: readonly [number, number]): (readonly [number, number])[] {
  for (const { index, 0: said } of text.slice(from, to).matchAll(joint)) {
    const [end, start] = [from + index, from + index + said.length];
    if (doesAsk(text.slice(from, end)) && doesAsk(text.slice(start, to)))
      return [[from, end], ...halvesOf(text, [start, to])];
  }
  return [[from, to]];
}

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
