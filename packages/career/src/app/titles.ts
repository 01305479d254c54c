import { tokensOf } from '../domain/tokens.js';
import { certainTongue } from '../match/items/tongue.js';
import { loadOccupationTitles } from '../taxonomy/load.js';
import type { OccupationTitles } from '../taxonomy/occupation-titles.js';
import { VocabularyBook } from '../taxonomy/vocabulary-book.js';
import { taxonomyTable } from './text-vectors.js';

/** Loaded once per process, and only when something asks for it. */
let titles: OccupationTitles | undefined;
let book: VocabularyBook | undefined;

export function vocabularyBook(): VocabularyBook {
  book ??= new VocabularyBook();
  return book;
}

function occupationTitles(): OccupationTitles {
  titles ??= loadOccupationTitles(taxonomyTable());
  return titles;
}

/** Titles of other languages meet in the concepts of our vocabulary. */
const sameConcept = 0.9;
const kindOfConcept = 0.75;

/** Likeness of two job titles, from 0 to 1. */
export function titleLikeness(one: string, other: string): number {
  return Math.max(occupationTitles().likeness(one, other), conceptLikeness(one, other));
}

const mostOccupations = 5;

/** Titles by their likeness to one, best first; ties stay in the order given. */
export function rankTitles(title: string, others: readonly string[]) {
  const ranked = others.map((other) => ({ title: other, likeness: titleLikeness(title, other) }));
  return {
    title,
    occupations: occupationTitles().near(title, mostOccupations),
    ranked: ranked.sort((a, b) => b.likeness - a.likeness),
  };
}

function conceptLikeness(one: string, other: string): number {
  const [a, b] = [one, other].map((title) => conceptsNamed(title)) as [string[], string[]];
  if (a.some((name) => b.includes(name))) return sameConcept;
  const known = vocabularyBook();
  const isKind = (from: string, to: string) => (known.upwards(from).get(to) ?? 9) <= 2;
  return a.some((from) => b.some((to) => isKind(from, to) || isKind(to, from))) ? kindOfConcept : 0;
}

/** "Ingeniero/a", "Entwickler:in", "Enfermeiro(a)": one form is enough. */
const otherForm = /(?<=\p{L})(?:\/-?|\(|[:*_])(?:in|innen|as?|os?|ra|r)(?!\p{L})\)?/giu;

function conceptsNamed(title: string): string[] {
  const tokens = tokensOf(title.replace(otherForm, ''));
  return vocabularyBook()
    .usesIn(tokens, certainTongue(tokens))
    .map(({ concept }) => concept.name);
}
