import type { ConceptBook } from '../match/concepts.js';
import { sentencesOf } from './posting/requirements.js';
import { type ResumePart, resumePart } from './resume-sections.js';

export interface ProposedAtom {
  readonly title: string;
  readonly claim: string;
  readonly tags: readonly string[];
  /** Lines of the resume the claim was read from, first and last, counted from 1. */
  readonly lines: readonly [number, number];
}

interface Passage {
  readonly text: string;
  readonly title: string;
  readonly part: ResumePart;
  readonly lines: readonly [number, number];
}

const bullet = /^\s*[-*+•‣▪●◦–·]\s+/;
const fewestWords = 3;
const mostTags = 8;

/**
 * Claims out of a resume, word for word: sentences of what tells of work, and each item of what lists skills, languages,
 * certificates and schools. They are proposals: nobody has verified them.
 */
export function proposeAtoms(markdown: string, book: ConceptBook): ProposedAtom[] {
  return passagesOf(markdown).flatMap((passage) =>
    claimsIn(passage).map((claim) => ({
      title: passage.title,
      claim,
      tags: tagsOf(claim, book),
      lines: passage.lines,
    })),
  );
}

/** Under which heading a line stands. */
interface Place {
  readonly title: string;
  readonly part: ResumePart;
  /** Level of the heading that opened the part; a deeper one that nobody knows leaves it open. */
  readonly level: number;
}

const plainLevel = 2;

function placeUnder(line: string, place: Place): Place | undefined {
  const [, marks, marked] = /^(#{1,6})\s+(.*)$/.exec(line) ?? [];
  const opened = resumePart(marked ?? line);
  if (marked === undefined && opened === undefined) return undefined;
  const [title, level] = [(marked ?? line).trim(), marks?.length ?? plainLevel];
  if (opened === undefined && level > place.level) return { ...place, title };
  return { title, part: opened ?? 'story', level };
}

/** Lines under their headings; a line that goes on in lower case is one with the line before it. */
function passagesOf(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let place: Place = { title: '', part: 'story', level: 1 };
  let unfinished = false;
  for (const [at, line] of markdown.split('\n').entries()) {
    const opened = placeUnder(line, place);
    const text = opened ? '' : line.replace(bullet, '').trim();
    const last = passages.at(-1);
    if (opened) place = opened;
    else if (unfinished && last && !bullet.test(line) && /^\p{Ll}/u.test(text))
      passages[passages.length - 1] = { ...last, text: `${last.text} ${text}`, lines: [last.lines[0], at + 1] };
    else if (text !== '' && place.part !== 'nothing')
      passages.push({ text, title: place.title, part: place.part, lines: [at + 1, at + 1] });
    unfinished = text !== '' && place.part !== 'nothing' && !/[.!?:;]$/.test(text);
  }
  return passages;
}

function claimsIn({ text, part }: Passage): string[] {
  if (isContactDetail(text)) return [];
  if (part === 'list' && text.length < 200) return itemsOf(text);
  const sentences = sentencesOf(text).map(([from, to]) =>
    text
      .slice(from, to)
      .trim()
      .replace(/[.;]+$/, ''),
  );
  return sentences.filter((claim) => claim.split(/\s+/).length >= fewestWords && !isContactDetail(claim));
}

/** "Tools: Excel, SAP" is two items; commas inside brackets and in long entries part nothing. */
function itemsOf(text: string): string[] {
  const listed = text.replace(/^[^:,]{2,30}:\s+/, '');
  const items = listed.split(/\s*[;|•·]\s*|,\s*(?![^(]*\))/).map((item) => item.trim().replace(/[.;]+$/, ''));
  const isList = items.every((item) => item.split(/\s+/).length <= 4);
  return (isList ? items : [listed.trim().replace(/[.;]+$/, '')]).filter((item) => /[\p{L}\p{N}]/u.test(item));
}

const contactDetails = [
  /\S+@\S+\.\S+/,
  /^(?:https?:\/\/|www\.|linkedin\.com|github\.com)\S*$/i,
  /^(?:(?:tel|phone|mobile|mobil|telefon|teléfono|móvil|telefone|telemóvel|fax|e-?mail)\b[.:]?\s*)?\+?[\d\s()/.-]{7,}$/i,
  /^(?:tel|phone|mobile|mobil|telefon|teléfono|telefone|e-?mail|address|adresse|dirección|morada|endereço|born|geboren|date of birth|geburtsdatum|fecha de nacimiento|data de nascimento|nationality|staatsangehörigkeit|nacionalidad|nacionalidade)\b[.:]/i,
  /^[\p{L}.\s'-]{3,40}\s\d{1,4}[a-z]?,?\s+(?:[A-Z]{1,2}-?)?\d{4,5}\s+\p{L}+/u,
  /^\d{1,4}[a-z]?\s+[\p{L}.\s'-]{3,40},\s*[\p{L}\s]+,?\s*[A-Z]{1,2}\d{1,2}[A-Z]?\s?\d[A-Z]{2}$/u,
];

/** Where somebody lives and how to reach them proves nothing. */
function isContactDetail(text: string): boolean {
  return contactDetails.some((shape) => shape.test(text));
}

function tagsOf(claim: string, book: ConceptBook): string[] {
  return [...new Set(book.usesIn(claim).map((use) => use.concept))].slice(0, mostTags);
}
