/** What claims give for words that name no concept: those of them that stand close together in one claim. */
import type { ExperienceAtom } from '../../domain/atom.js';
import { type ClaimIndex, shortForm } from '../claim-index.js';
import { initialsOf, isAcronym } from '../items/acronyms.js';
import { lightWords } from '../items/light-words.js';
import type { Evidence } from '../report.js';
import { atomAt } from '../word-index.js';
import { type Asking, type Credit, credits, enough, type Thing } from './credit.js';

const window = 6;

/** Words that name no concept: the share of them that stands close together in one claim. */
export function phraseCredits(thing: Thing<'phrase'>, { index, among, needsPaper }: Asking): Credit[] {
  const shortened = shortenedCredits(thing, index, among);
  if (shortened.length > 0) return shortened;
  const words = [...new Set(thing.stems.flatMap((word) => index.words.partsOf(word)))];
  const candidates = atomsHoldingMost(words, index, among);
  return candidates.map((atom) => {
    const held = new Map(words.map((word) => [word, index.words.within(atom, word)]));
    for (const [word, places] of held) if (places.length === 0) held.delete(word);
    const share = closest(held) / weighed(words);
    const whole = share >= 0.99 ? 1 : share >= 0.66 ? enough : share * 0.6;
    const amount =
      needsPaper !== undefined && !showsPaper(index.atoms[atom], needsPaper)
        ? Math.min(whole, credits.withoutPaper)
        : whole;
    const evidence: Evidence = {
      kind: 'word',
      requirement: thing.words,
      requirement_span: [...thing.span],
      atom: [...held.keys()].join(' '),
      credit: amount,
    };
    return { credit: amount, atom, evidence };
  });
}

const paper =
  /qualif|charter|certif|licen[cs]|regist|accredit|diplom|degree|zertifi|examen|examinier|geprüft|titulad|titulo|título|colegiad|certificad|inscri|habilita/i;

const certificate = /certif|zertifi|qualif|accredit|diplom|passed|bestanden|aprobad|aprovad/i;

/** A claim that proves: by its kind or by its words; a registration is no certificate. */
function showsPaper(atom: ExperienceAtom | undefined, asked: 'any' | 'certificate'): boolean {
  const said = asked === 'certificate' ? certificate : paper;
  return atom?.kind === 'certificate' || atom?.kind === 'education' || said.test(`${atom?.title} ${atom?.claim}`);
}

export const fewestInitials = 3;

/** "Expediente de regulación de empleo" where a claim says "ERE", and the other way round. */
function shortenedCredits(thing: Thing<'phrase'>, index: ClaimIndex, among: ReadonlySet<number> | undefined): Credit[] {
  const isShort = thing.stems.length === 1 && isAcronym(thing.words);
  const letters = isShort ? (thing.stems[0] ?? '') : initialsOf(thing.stems);
  if (letters.length < fewestInitials) return [];
  const atom = index.words
    .places(shortForm(letters))
    .map(atomAt)
    .find((one) => among?.has(one) ?? true);
  if (atom === undefined) return [];
  const evidence: Evidence = {
    kind: 'word',
    requirement: thing.words,
    requirement_span: [...thing.span],
    atom: letters.toUpperCase(),
    credit: 1,
    note: isShort ? 'spelled out' : 'its short form',
  };
  return [{ credit: 1, atom, evidence }];
}

const mostCandidates = 20;

/** The claims that hold most of the words, the first few of them: who holds fewer cannot do better. */
function atomsHoldingMost(
  words: readonly string[],
  index: ClaimIndex,
  among: ReadonlySet<number> | undefined,
): number[] {
  const counts = new Uint8Array(index.atoms.length);
  let most = 0;
  for (const word of words) {
    let last = -1;
    for (const place of index.words.places(word)) {
      const atom = atomAt(place);
      if (atom === last || (among && !among.has(atom))) continue;
      last = atom;
      const count = (counts[atom] ?? 0) + 1;
      counts[atom] = count;
      most = Math.max(most, count);
    }
  }
  const found: number[] = [];
  for (let atom = 0; most > 0 && atom < counts.length && found.length < mostCandidates; atom++)
    if (counts[atom] === most) found.push(atom);
  return found;
}

const lightWeight = 0.34;

const weighed = (words: readonly string[]) =>
  words.reduce((sum, word) => sum + (lightWords.has(word) ? lightWeight : 1), 0);

/** What those of the words weigh that stand within one stretch of the claim. */
function closest(words: ReadonlyMap<string, readonly number[]>): number {
  let most = 0;
  for (const places of words.values()) {
    for (const start of places) {
      const isNear = (at: number) => at >= start && at < start + window;
      most = Math.max(most, weighed([...words].flatMap(([word, others]) => (others.some(isNear) ? [word] : []))));
    }
  }
  return most;
}
