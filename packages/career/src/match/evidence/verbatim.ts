/** What needs no understanding: a requirement whose very words, or short form, stand in one claim. */
import type { NamedThing, ParsedItem } from '../../domain/parsed-item.js';
import { type ClaimIndex, shortForm, tellingWords } from '../claim-index.js';
import { fewestInitials } from '../credit/phrase-credits.js';
import { initialsOf } from '../items/acronyms.js';
import type { Evidence } from '../report.js';
import { atomAt } from '../word-index.js';
import type { Judged } from './judge.js';

const papers: ReadonlySet<NamedThing['kind']> = new Set([
  'language',
  'degree',
  'driving_licence',
  'work_right',
  'place',
  'pay',
]);

const wordsBetween = 2;

/** All that a requirement says stands together in one claim, in whatever order: nobody needs to know what it means. */
export function spelledOut(item: ParsedItem, index: ClaimIndex): Judged | undefined {
  const things = item.all_of.flatMap(({ any_of }) => any_of);
  const isPlain = things.every((thing) =>
    thing.kind === 'concept' ? thing.level === undefined : !papers.has(thing.kind),
  );
  if (item.stance !== 'asserted' || item.years !== undefined || !isPlain) return undefined;
  const words = [...new Set(tellingWords(item.text))];
  const shortened = index.words.places(shortForm(initialsOf(words)))[0];
  if (shortened !== undefined && words.length >= fewestInitials)
    return inFull(item.text, initialsOf(words).toUpperCase(), atomAt(shortened));
  // The name of a paper is another name with a word between.
  const isPaper = things.some((thing) => thing.kind === 'concept' && thing.credential);
  const between = isPaper ? 0 : wordsBetween;
  const atom = words.length < 2 ? undefined : index.words.holdingAll(words, words.length + between);
  if (atom === undefined) return undefined;
  return inFull(item.text, words.join(' '), atom);
}

function inFull(requirement: string, said: string, atom: number): Judged {
  const span: [number, number] = [0, requirement.length];
  const evidence: Evidence = { kind: 'word', requirement, requirement_span: span, atom: said, credit: 1 };
  return { verdict: 'met', coverage: 1, credits: [{ credit: 1, atom, evidence }] };
}

export function verbatim(text: string, atom: number): Judged {
  const evidence: Evidence = { kind: 'word', requirement: text, atom: text, credit: 1 };
  return { verdict: 'met', coverage: 1, credits: [{ credit: 1, atom, evidence }] };
}
