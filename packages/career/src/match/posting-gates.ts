/**
 * Where the work is, what is paid and in which country, held against what a person has said: nothing else makes up for these.
 * What either side leaves open is unknown, and never met.
 */
import * as z from 'zod';
import type { Opportunity } from '../domain/opportunity.js';
import { foldedWord } from '../domain/tokens.js';
import type { PersonFacts } from '../domain/work-wishes.js';
import { coversRegions, foldedInPlace, regionsIn } from './items/papers.js';
import { payIn, payOf } from './items/pay.js';
import { inOtherCountries, whereabouts } from './whereabouts.js';

export const PostingGate = z.object({
  gate: z.enum(['location', 'pay', 'work_right']),
  verdict: z.enum(['met', 'failed', 'unknown']),
  posting: z.string().describe('Words of the posting'),
  posting_span: z.tuple([z.int(), z.int()]).optional().describe('Characters of its field'),
  person: z.string().describe('What the person has said; empty where nothing is known'),
  because: z.string(),
});
export type PostingGate = Readonly<z.infer<typeof PostingGate>>;

export function gatesOf(opportunity: Opportunity, person: PersonFacts): PostingGate[] {
  return [locationGate(opportunity, person), payGate(opportunity, person), workRightGate(opportunity, person)].flatMap(
    (gate) => gate ?? [],
  );
}

const afar = /\b(?:remote|remotely|home[- ]?office|work from home|teletrabajo|remoto|teletrabalho|anywhere)\b/;

function locationGate({ location }: Opportunity, person: PersonFacts): PostingGate | undefined {
  if (location === undefined) return undefined;
  const judged = (verdict: PostingGate['verdict'], said: string, because: string, words = location): PostingGate => ({
    gate: 'location',
    verdict,
    posting: words,
    posting_span: spanOf(location, words),
    person: said,
    because,
  });
  const remote = afar.exec(foldedInPlace(location));
  const shown = remote === null ? location : location.slice(remote.index, remote.index + remote[0].length);
  if (remote !== null && (person.remote === 'only' || person.remote === 'yes'))
    return judged('met', `remote: ${person.remote}`, 'It can be done from afar, as you wish.', shown);
  if (remote === null && person.remote === 'only')
    return judged('failed', 'remote: only', 'You work from afar only, and the posting names a place.');
  const places = [...(person.places ?? []), ...(person.location ? [person.location] : [])];
  const here = places.find((place) => wordsShared(place, location) !== undefined && !inOtherCountries(place, location));
  if (here !== undefined)
    return judged('met', here, 'It is where you are or would work.', wordsShared(here, location) ?? location);
  const seen = whereabouts(person, location);
  if (seen?.verdict === 'met') return judged('met', seen.place, seen.because);
  if (person.relocate) return judged('met', 'would move', 'You would move there.');
  if (remote !== null && person.remote === undefined)
    return judged('unknown', '', 'Whether you would work from afar is not said.', shown);
  if (seen !== undefined) return judged(seen.verdict, seen.place, seen.because);
  if (person.places !== undefined && person.places.length > 0)
    return judged('failed', person.places.join(', '), 'It is at none of the places where you would work.');
  return judged('unknown', person.location ?? '', 'Where you would work is not said.');
}

function spanOf(text: string, words: string): [number, number] {
  const at = Math.max(0, text.indexOf(words));
  return [at, at + words.length];
}

const nameWords = (text: string) =>
  [...text.matchAll(/[\p{L}\p{M}'-]{3,}/gu)].map(([word]) => ({ word, folded: foldedWord(word) }));

/** The word of the posting's place that the person's place begins with: "Leeds" of "Leeds, West Yorkshire". */
function wordsShared(place: string, location: string): string | undefined {
  const [first] = nameWords(place);
  const own = nameWords(place).map(({ folded }) => folded);
  return nameWords(location).find(
    ({ folded }, at, all) => folded === first?.folded && own.every((word, n) => all[at + n]?.folded === word),
  )?.word;
}

function payGate({ pay }: Opportunity, { least_pay }: PersonFacts): PostingGate | undefined {
  if (pay === undefined) return undefined;
  const paid = payIn(pay);
  const wanted = least_pay === undefined ? undefined : payOf(least_pay);
  const judged = (verdict: PostingGate['verdict'], because: string): PostingGate => ({
    gate: 'pay',
    verdict,
    posting: pay,
    posting_span: [0, pay.length],
    person: least_pay ?? '',
    because,
  });
  if (wanted === undefined) return judged('unknown', 'What must be paid at least is not said.');
  if (paid === undefined)
    return judged('unknown', 'The posting does not say how much, in which currency or for what time.');
  if (paid.currency !== wanted.currency)
    return judged('unknown', `${paid.currency} and ${wanted.currency} are not compared.`);
  if (paid.per !== wanted.per) return judged('unknown', `Pay per ${paid.per} and per ${wanted.per} are not compared.`);
  return paid.most >= wanted.amount
    ? judged('met', `Up to ${paid.most} ${paid.currency} a ${paid.per} is paid.`)
    : judged('failed', `At most ${paid.most} ${paid.currency} a ${paid.per} is paid.`);
}

function workRightGate({ location }: Opportunity, { work_rights }: PersonFacts): PostingGate | undefined {
  const asked = regionsIn(location ?? '');
  if (location === undefined || asked.length === 0) return undefined;
  const judged = (verdict: PostingGate['verdict'], because: string): PostingGate => ({
    gate: 'work_right',
    verdict,
    posting: location,
    posting_span: [0, location.length],
    person: (work_rights ?? []).join(', '),
    because,
  });
  if (work_rights === undefined || work_rights.length === 0)
    return judged('unknown', 'Where you may work is not said.');
  const had = work_rights.flatMap((one) => [one.toUpperCase(), ...regionsIn(one)]);
  return coversRegions(had, asked)
    ? judged('met', `You may work in ${asked.join(', ')}.`)
    : judged('failed', `You have not said that you may work in ${asked.join(', ')}.`);
}
