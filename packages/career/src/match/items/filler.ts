/** Words that carry no requirement of their own, in four languages: grammar, praise, and how postings and resumes talk. */
import { linesOf } from '../../taxonomy/artefacts.js';

export const fillerWords: ReadonlySet<string> = new Set(
  linesOf('words/filler.txt')
    .flatMap((line) => line.split(' '))
    .map((word) => word.normalize('NFKD').replace(/\p{M}/gu, '')),
);
