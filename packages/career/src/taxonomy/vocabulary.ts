/**
 * What work is called, in four languages: lists of our own (`artefacts/vocabulary`), because the ESCO data at hand speaks English
 * only.
 *
 * A line is a concept: its names in English, German, Spanish and Portuguese, parted by `|`, then after `>` what it is a
 * kind of. The first name is that of the concept.
 *
 * - `^` before a name: a licence, certificate or registration;
 * - `!` before a name: a word with another everyday meaning, which counts only where the text around it speaks of the field;
 * - `=` before a name: only in this very form, because an inflection of it means something else;
 * - `*` before a name: a product, a concept of its own and of this kind, related to the others and never the same;
 * - `_` in a name: up to three words of any kind; `@people` and `@customers`: a word for such;
 * - `~` before what it is a kind of: the others of that kind are related to it, and never the same.
 */
import { linesOf } from './artefacts.js';

/** In this order, which is that of concepts that fit equally well. */
export const fields = [
  'software',
  'data',
  'infrastructure',
  'office',
  'commerce',
  'care',
  'science',
  'trades',
  'services',
  'leading',
] as const;

export type Field = (typeof fields)[number];

const listed = (name: string): string[] => linesOf(`vocabulary/${name}.txt`);

export const conceptsOf = (field: Field): string[] => listed(field);

/** Further names of concepts, `concept: names` in the same form. */
export const saidOtherwise = (): string[] => listed('said-otherwise');

/**
 * How people tell in a resume what postings have a name for, in the same form. These are looked for in claims only: what
 * shows a trade is seldom the whole of it, so a posting that asks for just this is not answered by the trade.
 */
export const toldOnly = (): string[] => listed('told');

/** Kinds that are named by what belongs to them, `kind: concepts`. */
export const membersOfFields = (): string[] => listed('members');
