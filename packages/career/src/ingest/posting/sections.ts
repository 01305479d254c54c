/**
 * A posting in sections, each with what it holds. A usual heading leaves no doubt; under any other, what the heading seems to
 * say and what stands under it decide together: who asks, who gives, and who tells what there is to do.
 */
import { insists } from '../../domain/cues/insisting.js';
import { asks } from './cues/asking.js';
import { tellsOfDuty } from './cues/duties.js';
import { employersOwn } from './cues/employer.js';
import { offers } from './cues/offering.js';
import { kindOfHeading, kindOfPhrase, type SectionKind } from './headings/index.js';
import type { HeadingLine, PostingLine, TextLine } from './posting-lines.js';

export interface Section {
  /** Undefined before the first heading. */
  readonly kind: SectionKind | undefined;
  /** Its heading is one that we do not know. */
  readonly unknown: boolean;
  readonly lines: readonly TextLine[];
}

interface OpenSection {
  kind: SectionKind | undefined;
  unknown: boolean;
  sure: boolean;
  lines: TextLine[];
}

export function sectionsOf(lines: readonly PostingLine[]): Section[] {
  return decided(byHeadings(lines));
}

/** A heading nobody knows belongs to what stands above it when it is deeper ("Technical:" under "## Requirements"). */
function byHeadings(lines: readonly PostingLine[]): OpenSection[] {
  let current: OpenSection = { kind: undefined, unknown: false, sure: true, lines: [] };
  const sections = [current];
  let open: readonly HeadingLine[] = [];
  const opened = (section: OpenSection) => {
    sections.push(section);
    return section;
  };
  for (const line of lines.flatMap(byLabels)) {
    if (line.is === 'heading') {
      const above = open.filter(({ level }) => level < line.level);
      const kind = line.kind ?? above.at(-1)?.kind ?? 'other';
      const unknown = line.kind === undefined && kind === 'other';
      current = opened({ kind, unknown, sure: line.sure && line.kind !== undefined, lines: [] });
      open = line.kind === undefined ? above : [...above, line];
      continue;
    }
    const inline = inlineHeading(line, open.at(-1)?.level === labelLevel);
    if (inline === undefined) {
      current.lines.push(line);
      continue;
    }
    const unknown = inline.kind === undefined;
    const labelled = opened({ kind: inline.kind ?? 'other', unknown, sure: !unknown, lines: [inline.rest] });
    // After a point with a label of its own the list goes on as before.
    if (line.is === 'point') continue;
    current = labelled;
    open = [{ is: 'heading', kind: inline.kind, sure: true, level: labelLevel, from: line.from, to: line.to }];
  }
  return sections;
}

/** After the end of a sentence: "… to the controller. Qualifications: a degree". */
const labelWithin = /(?<=[.;!?)]\s+)(\p{Lu}[^:.;!?\n]{2,40}):\s+(?=\S)/gu;

/** Exports join all sections in one paragraph: each begins at its label. */
function byLabels(line: PostingLine): PostingLine[] {
  if (line.is !== 'prose') return [line];
  const labels = [...line.text.matchAll(labelWithin)];
  const known = labels.filter(([, label = '']) => kindOfPhrase(label) !== undefined);
  // Beside several that we know, another short one opens a section too: "Shift: nights".
  const starts = (
    known.length > 1
      ? labels.filter(([, label = '']) => known.some(([, one]) => one === label) || wordsOf(label) <= 3)
      : known
  ).map(({ index }) => index);
  return [0, ...starts].map((start, n) => {
    const text = line.text.slice(start, starts[n] ?? line.text.length).trimEnd();
    return { ...line, text, from: line.from + start, to: line.from + start + text.length };
  });
}

/** The level of a heading that stands in a line with what it opens. */
const labelLevel = 7.5;

interface InlineHeading {
  /** Undefined for a label that says neither, among others that do: "Carga horária: 40 horas". */
  readonly kind: SectionKind | undefined;
  readonly rest: TextLine;
}

const ordinal = /^\d{1,2}\s*[.)–-]+\s+/u;

/** "Requirements: three years of welding", "**Must have:** a forklift licence". */
function inlineHeading(line: TextLine, amongLabels: boolean): InlineHeading | undefined {
  const label = /^(?:\*\*|__)?([^:*_]{2,40}?)(?::\s*(?:\*\*|__)|(?:\*\*|__)\s*:|:)\s+(?=\S)/.exec(line.text);
  if (label === null) return undefined;
  const said = (label[1] ?? '').replace(ordinal, '');
  const isProse = line.is === 'prose';
  const kind = kindOfPhrase(said) ?? (isProse && mayBeLabel(said) ? kindOfHeading(said) : undefined);
  if (kind === undefined && !(amongLabels && isProse && wordsOf(said) <= mostLabelWords)) return undefined;
  // A point with a label stays what its list is, unless the label says that it is only wished for.
  if (!isProse && kind !== 'preferred') return undefined;
  const lead = label[0].length;
  return { kind, rest: { ...line, text: line.text.slice(lead), from: line.from + lead, isListed: true } };
}

const mostLabelWords = 4;
const mostClauseWords = 8;
/** Few words, or a clause that speaks to somebody: "Was du können und haben musst". */
const mayBeLabel = (said: string) =>
  wordsOf(said) <= mostLabelWords ||
  (wordsOf(said) <= mostClauseWords && /^(?:what|who|was|wen|lo que|qué|que|o que|quem)(?!\p{L})/iu.test(said));
const wordsOf = (text: string) => text.trim().split(/\s+/).length;

/** What a heading that is not a usual one weighs beside all that stands under it. */
const headingWeight = 0.6;

function decided(sections: readonly OpenSection[]): Section[] {
  const isKnown = sections.some(({ kind, sure, lines }) => sure && kind === 'required' && lines.length > 0);
  return sections.map(({ kind, unknown, sure, lines }) => {
    if (sure || lines.length === 0) return { kind, unknown, lines };
    const { asked, given } = sharesOf(lines);
    const isAsking = kind === 'required' || kind === 'preferred';
    const forIt = asked + (isAsking ? headingWeight : 0);
    const against = given + (isAsking || unknown ? 0 : headingWeight);
    const least = isKnown ? 1 / 2 : 1 / 3;
    if (forIt <= against || forIt < least) return { kind: 'other', unknown, lines };
    return { kind: kind === 'preferred' ? 'preferred' : 'required', unknown: false, lines };
  });
}

/** The shares of points that ask, and of those that give or tell what there is to do; running text is read by the sentence. */
function sharesOf(lines: readonly TextLine[]): { asked: number; given: number } {
  const points = lines.filter(({ is }) => is === 'point');
  if (points.length < 2) return { asked: 0, given: lines.some(({ text }) => gives(text)) ? 1 / 2 : 0 };
  const share = (does: (text: string) => boolean) => points.filter(({ text }) => does(text)).length / points.length;
  return { asked: share((text) => !gives(text) && (asks.test(text) || insists.test(text))), given: share(gives) };
}

const gives = (text: string) => offers.test(text) || employersOwn.test(text) || tellsOfDuty(text);
