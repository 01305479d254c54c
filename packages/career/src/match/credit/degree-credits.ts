/** What claims give for a degree, which asks for a rank and often for a field. */
import type { NamedThing } from '../../domain/parsed-item.js';
import type { Field } from '../../taxonomy/vocabulary.js';
import { tellingWords } from '../claim-index.js';
import { type Asking, type Credit, credit, credits, enough, type Thing } from './credit.js';
import { creditsFor, reaches, shortDegree } from './credits-for.js';

/** Fields of many trades: a roofer's training is not similar to an electrician's. */
const manyTrades: readonly Field[] = ['trades', 'services', 'leading'];

/** Degrees ask for a field: that of the claim, a kind of it, or a neighbour where "or similar" is said. */
export function degreeCredits(
  asked: Thing<'degree'>,
  fields: readonly NamedThing[],
  { index, book, anyClass, among: allowed }: Asking,
  orSimilar: boolean,
): Credit[] {
  const inField = new Map<number, number>();
  const held = index.others('degree').filter(({ atom }) => allowed?.has(atom) ?? true);
  const among = new Set(held.map(({ atom }) => atom));
  for (const field of fields) {
    for (const one of creditsFor(field, { index, book, anyClass, among })) {
      inField.set(one.atom, Math.max(inField.get(one.atom) ?? 0, one.credit));
    }
  }
  const neighbours = new Set<Field | undefined>(
    fields.flatMap((field) => (field.kind === 'concept' ? [book.concept(field.concept)?.field] : [])),
  );
  const words = fields.flatMap((field) => tellingWords(field.words));
  for (const field of manyTrades) neighbours.delete(field);
  return held.map((own) => {
    const known = inField.get(own.atom) ?? 0;
    const near =
      orSimilar &&
      ([...index.fieldsOf(own.atom)].some((field) => neighbours.has(field as Field)) ||
        words.some((word) => index.words.within(own.atom, word).length > 0));
    const rightField = fields.length === 0 || known >= enough || near;
    const high = reaches(own.thing, asked);
    const amount =
      rightField && high ? 1 : rightField ? shortDegree(own.thing) : high ? credits.otherField : credits.otherPaper;
    return credit(
      asked,
      own,
      'degree',
      amount,
      rightField ? (high ? undefined : 'the degree is lower') : 'another field',
    );
  });
}
