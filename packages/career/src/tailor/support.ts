/**
 * Whether a sentence says no more than the claims it names. It may leave away what a claim adds with an "and" (or the rest of a
 * list), join claims, say where and when (as the role of just these claims has it), and change articles and some endings. Every
 * other word, every number and every name has to stand in the claim, in the claim's order and with its commas: nothing can be
 * added, and nothing put together that was apart. "Reported to the CEO" gives no "CEO", "more than 40 %" no "40", "helped to
 * build" no "built", "MBA, in progress" no "MBA".
 */
import type { ExperienceAtom } from '../domain/atom.js';
import { type Word, wordsOf } from './claim-words.js';
import { alikeGaps, isJoint } from './gaps.js';
import { limits } from './limits.js';
import { saysNoMore } from './same-word.js';
import { redrawnSign, unseenSign } from './unseen-signs.js';

/** Undefined when the claims carry the sentence; otherwise what they do not say. */
export function unsupported(sentence: string, atoms: readonly ExperienceAtom[]): string | undefined {
  const words = wordsOf(sentence);
  if (words.length === 0) return 'it says nothing';
  if (atoms.length === 0) return 'it names no claim';
  if (atoms.some(({ claim }) => claim === sentence)) return undefined;
  const texts = atoms.flatMap(textsOf);
  const sign = unseenSign(sentence, texts);
  if (sign) return `it has a sign that cannot be seen (${sign})`;
  const foreign = words.find(
    ({ key }) => !atoms.some((atom) => sayings(atom).some((said) => said.some((one) => one.key === key))),
  );
  if (foreign) return `no claim says "${foreign.said}"`;
  const redrawn = redrawnSign(sentence, texts);
  if (redrawn) return `it is drawn otherwise than in the claim (${redrawn}); write it plainly`;
  const loose = covered(words, atoms, 'anywhere');
  if (typeof loose === 'string') return loose;
  const cover = covered(words, atoms, 'at an and');
  return lostLimit(words, loose) ?? (typeof cover === 'string' ? cover : undefined);
}

const textsOf = ({ claim, role }: ExperienceAtom) => [claim, role?.title ?? '', role?.employer ?? ''];

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

/** Where a claim may end before its end: wherever a comma stands, or only where something else is added. */
type Cuts = 'anywhere' | 'at an and';

/** The claims whose words make up the sentence, one after the other; or what is in the way. */
function covered(words: readonly Word[], atoms: readonly ExperienceAtom[], cuts: Cuts): ExperienceAtom[] | string {
  const used: ExperienceAtom[] = [];
  // Those that a role said now would be understood of: all since the last one.
  let meant: ExperienceAtom[] = [];
  let lead: readonly ExperienceAtom[] = atoms;
  let wasRole = false;
  let at = 0;
  while (at < words.length) {
    const opens = at === 0 || isJoint(words[at]?.gap ?? 'plain');
    const claim = opens ? longestClaim(words, at, lead, cuts) : undefined;
    const role = longestRole(words, at, meant.length > 0 ? meant : lead, meant.length > 0);
    if (role === undefined && claim === undefined) return notInTheseWords(words.slice(at));
    if (claim !== undefined && claim.length >= (role?.length ?? 0)) {
      used.push(claim.atom);
      meant = wasRole ? [claim.atom] : [...meant, claim.atom];
      wasRole = false;
      at += claim.length;
    } else if (role !== undefined) {
      if (meant.length === 0) lead = role.holders;
      wasRole = meant.length > 0;
      at += role.length;
    }
  }
  return used.length === 0 ? 'it says nothing of what was done' : used;
}

function notInTheseWords(words: readonly Word[]): string {
  return `"${words.map(({ said }) => said).join(' ')}" is not what a claim says in these words`;
}

/** The claim that is said from here on, from its first word as far as it goes. */
function longestClaim(words: readonly Word[], at: number, atoms: readonly ExperienceAtom[], cuts: Cuts) {
  const said = atoms.map((atom) => {
    const claim = wordsOf(atom.claim);
    return { atom, length: wholeParts(claim, common(words, at, claim), cuts) };
  });
  return said.filter(({ length }) => length > 0).sort((a, b) => b.length - a.length)[0];
}

/** Where, as what or when, as all of these have it; before any claim is said, as some of them have it. */
function longestRole(words: readonly Word[], at: number, atoms: readonly ExperienceAtom[], ofAll: boolean) {
  const saidHere = (said: readonly Word[]) => said.length > 0 && common(words, at, said) === said.length;
  const lengths = [
    ...new Set(
      atoms
        .flatMap(roleSayings)
        .filter(saidHere)
        .map(({ length }) => length),
    ),
  ];
  return lengths
    .sort((a, b) => b - a)
    .map((length) => ({
      length,
      holders: atoms.filter((atom) => roleSayings(atom).some((said) => said.length === length && saidHere(said))),
    }))
    .find(({ holders }) => !ofAll || holders.length === atoms.length);
}

function common(words: readonly Word[], at: number, said: readonly Word[]): number {
  let length = 0;
  for (const one of said) {
    const word = words[at + length];
    if (word === undefined || !saysNoMore(word, one) || (length > 0 && !alikeGaps(word.gap, one.gap))) break;
    length += 1;
  }
  return length;
}

/** A claim is cut only where it goes on with something else, and never beside a number. */
function wholeParts(claim: readonly Word[], length: number, cuts: Cuts): number {
  for (let cut = length; cut > 0; cut--) {
    const next = claim[cut];
    if (next === undefined) return cut;
    const goesOn = cuts === 'anywhere' ? isJoint(next.gap) : next.gap === 'joined' || isListed(claim, cut);
    if (goesOn && !next.isNumber && !claim[cut - 1]?.isNumber) return cut;
  }
  return 0;
}

/** "Python, Go and Rust": a comma with an "and" after it goes on with more of the same. */
function isListed(claim: readonly Word[], cut: number): boolean {
  return claim[cut]?.gap === 'listed' && claim.slice(cut + 1).some(({ gap }) => gap === 'joined');
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
