import type { ConceptBook } from '../match/concepts.js';

export interface ProposedAtom {
  readonly title: string;
  readonly claim: string;
  readonly tags: readonly string[];
  /** Lines of the resume the claim was read from, first and last, counted from 1. */
  readonly lines: readonly [number, number];
}

const bulletLine = /^\s*[-*+•]\s+(.*)$/;
const heading = /^#{1,6}\s+(.*)$/;
const fewestWords = 3;
const mostTags = 8;
const skipped = /^(?:references|interests|hobbies|contact|personal)\b/i;

/** Claims out of a resume's bullets and sentences, word for word. They are proposals: nobody has verified them. */
export function proposeAtoms(markdown: string, book: ConceptBook): ProposedAtom[] {
  const lines = markdown.split('\n');
  let title = '';
  return lines.flatMap((line, at) => {
    const opened = heading.exec(line)?.[1];
    if (opened !== undefined) {
      title = opened;
      return [];
    }
    if (skipped.test(title)) return [];
    return claimsIn(line).map((claim) => ({
      title,
      claim,
      tags: tagsOf(claim, book),
      lines: [at + 1, at + 1] as const,
    }));
  });
}

function claimsIn(line: string): string[] {
  const said = bulletLine.exec(line)?.[1] ?? line;
  const claims = said.split(/(?<=[.;!])\s+(?=\p{Lu})/u).map((one) => one.trim().replace(/[.;]+$/, ''));
  return claims.filter(
    (claim) => claim.split(/\s+/).length >= fewestWords && !/^[\w.+-]+@|^https?:|^\+?[\d\s()-]+$/.test(claim),
  );
}

function tagsOf(claim: string, book: ConceptBook): string[] {
  return [...new Set(book.usesIn(claim).map((use) => use.concept))].slice(0, mostTags);
}
