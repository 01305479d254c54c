/** A posting line by line: which lines are headings, which are points of a list, which are running text. */
import { headingTold, kindOfPhrase, type SectionKind } from './headings/index.js';
import { isTableRow, TableReader } from './table-rows.js';

interface Place {
  /** Characters of the posting at which the text begins and ends. */
  readonly from: number;
  readonly to: number;
}

export interface HeadingLine extends Place {
  readonly is: 'heading';
  readonly kind: SectionKind | undefined;
  /** Its words leave no doubt; else what stands under it has a say too. */
  readonly sure: boolean;
  /** 1 to 6 where marks tell; 7 for a heading that only looks like one, 8 for one within a list. */
  readonly level: number;
}

export interface TextLine extends Place {
  readonly is: 'point' | 'prose';
  readonly text: string;
  /** A label stands before it ("Requirements: …"): all of it is asked. */
  readonly isListed?: boolean;
}

export type PostingLine = HeadingLine | TextLine;

interface RawLine {
  readonly text: string;
  readonly at: number;
  readonly afterBlank: boolean;
}

/** "✅3 years", "👩‍💻 React", "2️⃣ Docker": pictures and numbers in a box need no blank behind them. */
const picture = String.raw`(?:(?![©®™])\p{Extended_Pictographic}[\uFE0F\u200D\u{1F3FB}-\u{1F3FF}]*|[\d#*]\uFE0F?\u20E3)+`;
const pictureMark = new RegExp(`^\\s*${picture}\\s*(?=\\S)`, 'u');

/** Signs, "1.", "1.2", "(a)", "iv)", and the numbers of criteria: "E1.", "D2:". */
const pointMark =
  /^\s*(?:[-*+•‣▪●◦–—·✓✔➤►■□○※»]\uFE0F?|\(?\d{1,2}[.)]|\d{1,2}\.\d{1,2}\.?|\(?[a-h]\)|\(?[ivx]{1,4}\)|\(?[A-Z]{1,2}\d{1,2}[.):])\s+(?=\S)/u;
const isPoint = (text: string) => pointMark.test(text) || pictureMark.test(text);
const setextRule = /^\s*(?:={3,}|-{3,}|_{3,}|\*{3,})\s*$/;
const mostHeadingWords = 10;

export function postingLines(posting: string): PostingLine[] {
  const raw = rawLines(posting);
  const lines: PostingLine[] = [];
  const table = new TableReader();
  for (const [n, line] of raw.entries()) {
    if (isTableRow(line.text)) {
      lines.push(...rowLines(line, table, isTableRow(raw[n + 1]?.text ?? '')));
      continue;
    }
    table.end();
    if (setextRule.test(line.text)) continue;
    const read = lineOf(line, raw[n + 1]);
    const last = lines.at(-1);
    if (read.is === 'prose' && last !== undefined && last.is === 'point' && continues(line, read))
      lines[lines.length - 1] = { ...last, text: `${last.text} ${read.text}`, to: read.to };
    else lines.push(read);
  }
  return lines;
}

/** Cells under a heading of their own; after the last row what was open before goes on. */
function rowLines(line: RawLine, table: TableReader, goesOn: boolean): PostingLine[] {
  const lines = table.cellsOf(line.text).flatMap(({ text, from, to, kind }): PostingLine[] => {
    const place = { from: line.at + from, to: line.at + to };
    const point = { is: 'point', text, ...place } as const;
    return kind === undefined ? [point] : [{ is: 'heading', kind, sure: true, level: 7, ...place }, point];
  });
  const end = { is: 'heading', kind: undefined, sure: true, level: 7, from: line.at, to: line.at } as const;
  return goesOn ? lines : [...lines, end];
}

function rawLines(posting: string): RawLine[] {
  const lines: RawLine[] = [];
  let [at, afterBlank] = [0, true];
  for (const text of posting.split('\n')) {
    if (text.trim() === '') afterBlank = true;
    else {
      lines.push({ text: text.replace(/\s+$/, ''), at, afterBlank });
      afterBlank = false;
    }
    at += text.length + 1;
  }
  return lines;
}

/** The rest of a point that was wrapped: indented or in lower case, with no empty line between. */
function continues({ text, afterBlank }: RawLine, read: TextLine): boolean {
  return !afterBlank && (/^\s{2,}/.test(text) || /^[\p{Ll}(]/u.test(read.text));
}

function lineOf(line: RawLine, next: RawLine | undefined): PostingLine {
  const heading = headingOf(line, next);
  if (heading) return { is: 'heading', ...heading, from: line.at, to: line.at + line.text.length };
  const mark = (pointMark.exec(line.text) ?? pictureMark.exec(line.text))?.[0].length ?? 0;
  const rest = line.text.slice(mark);
  const lead = mark + rest.length - rest.trimStart().length;
  const text = line.text.slice(lead);
  return { is: mark > 0 ? 'point' : 'prose', text, from: line.at + lead, to: line.at + lead + text.length };
}

type Heading = Pick<HeadingLine, 'kind' | 'sure' | 'level'>;

/** Pictures before a heading are no marks of a list: "💰 Oferecemos:". */
const pictures = pictureMark;

function headingOf(given: RawLine, next: RawLine | undefined): Heading | undefined {
  const plain = given.text.replace(pictures, '');
  const isHeading =
    plain !== given.text && (/:$/.test(plain) || kindOfPhrase(plain) !== undefined || isCapitals(plain));
  const line = isHeading ? { ...given, text: plain } : given;
  const marks = /^\s*(#{1,6})\s+\S/.exec(line.text)?.[1]?.length;
  if (marks !== undefined) return { ...headingTold(line.text), level: marks };
  const numbered = numberedHeading(line, next);
  if (numbered) return numbered;
  if (opensInnerList(line, next)) return { ...headingTold(line.text), level: 8 };
  if (isPoint(line.text) || wordsOf(line.text) > mostHeadingWords) return undefined;
  const bold = /^\s*(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$/.test(line.text);
  if (bold || looksLikeHeading(line, next)) return { ...headingTold(line.text), level: 7 };
  if (/[^.]\.$|[,;]$/.test(line.text)) return undefined;
  const kind = kindOfPhrase(line.text);
  if (kind !== undefined) return { kind, sure: headingTold(line.text).sure, level: 7 };
  return opensBlock(line, next) ? { ...headingTold(line.text), level: 7 } : undefined;
}

const ordinal =
  /^\s*(?:(?:§|art\.|cl[áa]usula|punkt)?\s*(?:\d{1,2}|[IVX]{1,4})[.)–-]*|(?:primer|segund|tercer|cuart|quint|sext|s[ée]ptim|octav|noven|d[ée]cim|primeir|terceir|quart|s[ée]tim|oitav|non)[oa][.:–-]+)\s+(?=\p{Lu})/iu;

/** "2. Eligibility" over 2.1, "DOS REQUISITOS" or "Segunda. Requisitos de los aspirantes": clauses of a notice. */
function numberedHeading({ text }: RawLine, next: RawLine | undefined): Heading | undefined {
  const number = ordinal.exec(text)?.[0];
  const said = text.slice(number?.length ?? 0).replace(/[.:]$/, '');
  if (number === undefined || wordsOf(said) > 6 || /[.;:,]/.test(said)) return undefined;
  const isCapitals = said.length >= 4 && said === said.toUpperCase();
  const digits = /\d{1,2}/.exec(number)?.[0];
  const opensClauses = digits !== undefined && new RegExp(`^\\s*${digits}\\.\\d`).test(next?.text ?? '');
  if (!isCapitals && !opensClauses && (digits !== undefined || kindOfPhrase(said) === undefined)) return undefined;
  return { ...headingTold(said), level: 6 };
}

const indentOf = (text: string) => text.length - text.trimStart().length;

/** A short point with points under it is the heading of those. */
function opensInnerList({ text }: RawLine, next: RawLine | undefined): boolean {
  if (next === undefined || !isPoint(text) || !isPoint(next.text)) return false;
  return indentOf(next.text) > indentOf(text) && wordsOf(text) <= 5;
}

/** A short line after a gap, right over a block of text, that speaks of somebody as headings do: "O que você ganha". */
function opensBlock({ text, afterBlank }: RawLine, next: RawLine | undefined): boolean {
  if (!afterBlank || next === undefined || next.afterBlank || wordsOf(text) > 7 || /[.!,;:]$/.test(text.trim()))
    return false;
  return /^\s*[\p{Lu}¿]/u.test(text) && headingTold(text).kind !== undefined;
}

/** By its form: underlined, all in capitals, a question, ending in a colon, or short and followed by a list. */
function looksLikeHeading({ text, afterBlank }: RawLine, next: RawLine | undefined): boolean {
  const said = text.trim();
  if (next !== undefined && setextRule.test(next.text)) return true;
  if (/(?::|…|\.{3})$/.test(said) || (afterBlank && /\?$/.test(said))) return true;
  if (isCapitals(said)) return true;
  const opensList = next !== undefined && !next.afterBlank && isPoint(next.text);
  return afterBlank && opensList && wordsOf(said) <= 7 && !/[.!,;]$/.test(said);
}

function isCapitals(said: string): boolean {
  const letters = said.replace(/[^\p{L}]/gu, '');
  return letters.length >= 4 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}

function wordsOf(text: string): number {
  return text.trim().split(/\s+/).length;
}
