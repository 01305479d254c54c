/** Lines of a resume's Markdown: what each is, what it says without its marks, and where it stands. */
import { resumePart } from './sections.js';

export interface ResumeLine {
  readonly is: 'heading' | 'bullet' | 'text';
  readonly text: string;
  /** Of a heading: 1 for #; 7 for everything else. */
  readonly level: number;
  /** First and last line, counted from 1. */
  readonly lines: readonly [number, number];
  /** Characters of the Markdown, the end not included. */
  readonly span: readonly [number, number];
  /** Whether a blank line stands before it. */
  readonly apart: boolean;
  /** Spaces before it. */
  readonly indent: number;
}

const bullet = /^\s*(?:[-*+•‣▪●◦–·]|\d{1,2}[.)])\s+/;
const heading = /^(#{1,6})\s+(.*?)\s*#*$/;

export function resumeLines(markdown: string): ResumeLine[] {
  const lines: ResumeLine[] = [];
  let from = 0;
  let apart = true;
  const raws = markdown.split('\n');
  const points = indentedPoints(raws);
  for (const [at, raw] of raws.entries()) {
    const line = lineOf(raw, at + 1, from, apart);
    const last = lines.at(-1);
    const isPoint = points.has(at) && last !== undefined && !hangs(last.text);
    if (line && last && !isPoint && goesOn(last, line)) lines[lines.length - 1] = joined(last, line);
    else if (line) lines.push(line);
    apart = line === undefined;
    from += raw.length + 1;
  }
  return lines;
}

function lineOf(raw: string, at: number, from: number, apart: boolean): ResumeLine | undefined {
  const [, marks, title] = heading.exec(raw) ?? [];
  const text = withoutMarks(title ?? raw.replace(bullet, ''));
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const start = from + raw.search(/\S/);
  const is = title !== undefined ? 'heading' : bullet.test(raw) ? 'bullet' : 'text';
  return {
    is,
    text,
    level: marks?.length ?? 7,
    lines: [at, at],
    span: [start, from + raw.trimEnd().length],
    apart,
    indent: indentOf(raw),
  };
}

const indentOf = (raw: string) => Math.max(0, raw.search(/\S/));

const fewestPoints = 3;
/** Of the longest line: who breaks lines where they are full breaks none much before. */
const full = 0.75;

/** Lines drawn in alike below one that is not, most of them short: points of a list without marks, and no broken sentence. */
function indentedPoints(raws: readonly string[]): ReadonlySet<number> {
  const points = new Set<number>();
  let start = 0;
  for (let at = 0; at <= raws.length; at++) {
    const isSame = at < raws.length && at > start && raws[at]?.trim() !== '' && sameIndent(raws, start, at);
    if (isSame) continue;
    const run = raws.slice(start, at);
    if (indentOf(raws[start] ?? '') > 0 && isRagged(run)) for (let one = start; one < at; one++) points.add(one);
    start = at;
  }
  return points;
}

const sameIndent = (raws: readonly string[], one: number, other: number) =>
  indentOf(raws[one] ?? '') === indentOf(raws[other] ?? '');

function isRagged(run: readonly string[]): boolean {
  const lengths = run.map((raw) => raw.trim().length);
  const most = Math.max(...lengths);
  const short = lengths.slice(0, -1).filter((length) => length < full * most);
  return run.length >= fewestPoints && !run.some((raw) => bullet.test(raw)) && short.length * 2 > run.length - 1;
}

/** Emphasis, links and cell borders of Markdown are not part of what is said. */
function withoutMarks(text: string): string {
  return text
    .replace(/\[([^[\]]*)\]\([^)]{0,2000}\)/g, '$1')
    .replace(/(\*\*|__|\*|_)(?=\S)(.+?)(?<=\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/\\([\\`*_{}[\]()#+.!|-])/g, '$1')
    .replace(/^\s*\|\s*|\s*\|\s*$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A line that goes on in lower case, or after a word, a bracket or a hyphen that ends nothing, is one with that before it. */
function goesOn(before: ResumeLine, line: ResumeLine): boolean {
  if (!mayGoOn(before, line)) return false;
  // "NMC registration, valid to" over "2027".
  if (beginsWithDate.test(line.text)) return awaitsDate.test(before.text) && /^\D*\d{4}[.)]?$/.test(line.text);
  if (hangs(before.text)) return true;
  return /^\p{Ll}/u.test(line.text) && !/[.!?:;]$/.test(before.text);
}

/** A heading is not a sentence that "since 2017" goes on with, and dates begin a job. */
const mayGoOn = (before: ResumeLine, line: ResumeLine) =>
  line.is === 'text' &&
  !line.apart &&
  before.is !== 'heading' &&
  resumePart(before.text) === undefined &&
  !endsWithDate.test(before.text);

export const endsWithDate =
  /(?:(?:19|20)\d{2}|present|today|now|current|heute|jetzt|actualidad|fecha|hoy|atual|hoje|momento)\)?$/iu;

export const beginsWithDate =
  /^(?:since|seit|desde|from|ab|von)\s+[\p{L}.]*\s*\d|^(?:(?:de|von|from)\s+)?(?:\p{L}{3,9}\.?\s+(?:de\s+)?|\d{1,2}[./]\s?)?(?:19|20)\d{2}\s*(?:[-–—]|to|bis|a|até|hasta|$)/iu;

const awaitsDate = /(?<=\p{L}.*\s)(?:to|until|since|in|bis|seit|im|hasta|desde|en|até|em)$/u;

/** Written small: "Class E" and "B+E" end where they end. */
const smallWord =
  /(?<=^|\s)(?:and|or|of|in|for|with|the|to|at|on|und|oder|mit|für|von|der|die|das|im|bei|zur|zum|y|e|o|de|del|la|las|los|el|en|con|por|para|da|do|das|dos|na|no|em|com|a|ao)$/u;

/** Ends in the middle of something: "(Step 7, TIA-", "across Yorkshire and". */
function hangs(text: string): boolean {
  // "Árabe no": after one word it denies.
  if (/(?:^|,\s*)\p{L}+ no$/u.test(text)) return false;
  return text.lastIndexOf('(') > text.lastIndexOf(')') || /\p{L}-$|,$/u.test(text) || smallWord.test(text);
}

/** A word that was parted at the end of a line is one again; "Wohn- und Gewerbebau" and "TIA-Portal" keep their hyphens. */
function together(before: string, after: string): string {
  if (!/\p{L}-$/u.test(before) || /^(?:und|oder|bzw|and|or|y|e|o|ou)(?!\p{L})/u.test(after))
    return `${before} ${after}`;
  return /^\p{Ll}/u.test(after) ? `${before.slice(0, -1)}${after}` : `${before}${after}`;
}

function joined(before: ResumeLine, line: ResumeLine): ResumeLine {
  return {
    ...before,
    text: together(before.text, line.text),
    lines: [before.lines[0], line.lines[1]],
    span: [before.span[0], line.span[1]],
  };
}
