/** "Met" is said only where it is certain enough; what is doubted is met in part, with the reason. */
import type { Credit } from '../credit/credit.js';
import type { Judged } from '../evidence/judge.js';
import { namesSomebody } from '../person-names.js';
import type { Claimed, Doubt } from './doubt.js';
import { doubtOfClaim, doubtsOf } from './doubts.js';
import { sharesAWord } from './names.js';

/** How often a verdict without any doubt was right at first sight. */
const withoutDoubt = 0.95;
/** Below it more is lost by saying "met" than by saying "partly". */
export const certainEnough = 0.6;
const mostTries = 3;

type Asked = Omit<Claimed, 'credits' | 'coverage'>;
type Again = (among: ReadonlySet<number>) => Judged;

export function onceCertain(judged: Judged, asked: Asked, again: Again): Judged {
  if (judged.verdict !== 'met') return judged;
  const plain = shownPlainly(judged, asked, again);
  const { credits, coverage } = plain;
  const doubts = doubtsOf({ ...asked, credits, coverage });
  const certainty = certaintyOf(doubts);
  const [worst] = [...doubts].sort((a, b) => a.right - b.right);
  if (certainty >= certainEnough || worst === undefined) return { ...plain, certainty };
  return { ...plain, verdict: 'partly', coverage: Math.min(coverage, 0.65), certainty, note: worst.why };
}

export const certaintyOf = (doubts: readonly Doubt[]): number =>
  Math.round(100 * doubts.reduce((left, { right }) => left * right, withoutDoubt)) / 100;

/** Claims that say it with a reservation are left out as long as others show it. */
function shownPlainly(judged: Judged, asked: Asked, again: Again): Judged {
  const { atoms } = asked.index;
  const left = new Set<number>();
  let best = judged;
  for (let tried = 0; tried < mostTries; tried++) {
    const doubted = best.credits.filter((one) => doubtOfClaim(one, asked));
    if (doubted.length === 0) return best;
    for (const { atom } of doubted) left.add(atom);
    const other = again(new Set(atoms.flatMap((_, atom) => (left.has(atom) ? [] : [atom]))));
    if (other.verdict !== 'met' || isFarther(doubted, other)) return judged;
    best = other;
  }
  return best;
}

/** What a claim says of the very thing weighs more than what others say of something like it. */
function isFarther(doubted: readonly Credit[], { credits }: Judged): boolean {
  const isSaid = ({ evidence }: Credit) => sharesAWord(evidence.requirement, evidence.atom);
  return doubted.some(
    (one) =>
      isSaid(one) &&
      credits.some(
        (other) =>
          other.evidence.requirement_span?.[0] === one.evidence.requirement_span?.[0] &&
          !isSaid(other) &&
          // Who has the profession has what belongs to it.
          !namesSomebody(other.evidence.atom),
      ),
  );
}
