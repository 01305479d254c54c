/**
 * Whether a sentence says no more than the claims it names. It may leave away what a claim adds after a comma or an "and", join
 * claims, say where and when (as the claim's role has it), and change articles and inflections. Every other word, every number
 * and every name has to stand in the claim, in the claim's order: nothing can be added, and nothing put together that was
 * apart. "Reported to the CEO" gives no "CEO", "more than 40 %" no "40", "helped to build" no "built".
 */
import type { ExperienceAtom } from '../domain/atom.js';
import { limits, type Word, wordsOf } from './claim-words.js';

/** Undefined when the claims carry the sentence; otherwise what they do not say. */
export function unsupported(sentence: string, atoms: readonly ExperienceAtom[]): string | undefined {
  const words = wordsOf(sentence);
  if (words.length === 0) return 'it says nothing';
  if (atoms.length === 0) return 'it names no claim';
  const foreign = words.find(
    ({ key }) => !atoms.some((atom) => sayings(atom).some((said) => said.some((one) => one.key === key))),
  );
  if (foreign) return `no claim says "${foreign.said}"`;
  const cover = covered(words, atoms);
  if (typeof cover === 'string') return cover;
  return lostLimit(words, cover);
}

/** What an atom lets be said: the claim itself, and where, as what and when. */
function sayings(atom: ExperienceAtom): Word[][] {
  return [wordsOf(atom.claim), ...roleSayings(atom)];
}

function roleSayings({ role }: ExperienceAtom): Word[][] {
  if (role === undefined) return [];
  const { title, employer, from, to, current } = role;
  return [
    ...(title === undefined ? [] : [`as ${title}`]),
    ...(employer === undefined ? [] : [`at ${employer}`, `for ${employer}`]),
    ...(from === undefined ? [] : [`from ${from.slice(0, 4)}`, ...(current ? [`since ${from.slice(0, 4)}`] : [])]),
    ...(to === undefined || current ? [] : [`to ${to.slice(0, 4)}`, `until ${to.slice(0, 4)}`]),
  ].map(wordsOf);
}

/** The claims whose words make up the sentence, one after the other; or what is in the way. */
function covered(words: readonly Word[], atoms: readonly ExperienceAtom[]): ExperienceAtom[] | string {
  const used: ExperienceAtom[] = [];
  const roles = atoms.flatMap(roleSayings);
  let at = 0;
  while (at < words.length) {
    const role = Math.max(0, ...roles.map((said) => (common(words, at, said) === said.length ? said.length : 0)));
    const claim = longestClaim(words, at, atoms);
    if (role === 0 && claim === undefined) return notInTheseWords(words.slice(at));
    if (claim !== undefined && claim.length >= role) used.push(claim.atom);
    at += Math.max(role, claim?.length ?? 0);
  }
  return used.length === 0 ? 'it says nothing of what was done' : used;
}

function notInTheseWords(words: readonly Word[]): string {
  return `"${words.map(({ said }) => said).join(' ')}" is not what a claim says in these words`;
}

/** The claim that is said from here on, from its first word as far as it goes. */
function longestClaim(words: readonly Word[], at: number, atoms: readonly ExperienceAtom[]) {
  const said = atoms.map((atom) => {
    const claim = wordsOf(atom.claim);
    return { atom, length: wholeParts(claim, common(words, at, claim)) };
  });
  return said.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0];
}

function common(words: readonly Word[], at: number, said: readonly Word[]): number {
  let length = 0;
  while (said[length] !== undefined && said[length]?.key === words[at + length]?.key) length += 1;
  return length;
}

/** A claim is cut only where it goes on with something else, and never beside a number. */
function wholeParts(claim: readonly Word[], length: number): number {
  for (let cut = length; cut > 0; cut--) {
    const next = claim[cut];
    if (next === undefined) return cut;
    if (next.joint && !next.isNumber && !claim[cut - 1]?.isNumber) return cut;
  }
  return 0;
}

/** "Helped to", "basic", "never": what makes a claim smaller stays with it. */
function lostLimit(words: readonly Word[], used: readonly ExperienceAtom[]): string | undefined {
  const said = new Set(words.map(({ key }) => key));
  for (const { claim } of used) {
    const [limit] = limits(wordsOf(claim).filter(({ key }) => !said.has(key)));
    if (limit !== undefined) return `the claim says "${limit}", and the sentence leaves it away`;
  }
  return undefined;
}
