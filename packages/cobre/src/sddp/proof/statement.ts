/** What a proof says in words, from what it says in numbers; whoever checks it says it again. */
import { gapOf } from '../bounds.js';
import type { Proof, ProofUpper } from './proof.js';
import { ceiling } from './reach.js';

type Parts = Pick<Proof, 'lower' | 'upper'>;
type Kept = Pick<Proof, 'limits_kept_to'>;

const money = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** The bounds that were proven; null where there is none. */
export function intervalOf({ lower: below, upper: above }: Parts): Proof['interval'] {
  const lower = 'kind' in below ? null : below.value;
  const upper = above.kind === 'tree' || above.kind === 'inner' ? above.value : null;
  return { lower, upper, gap: lower === null || upper === null ? null : gapOf(lower, upper) };
}

/** What has been proven, in a sentence. The tree of openings is the problem; nothing is said of scenarios outside it. */
export function statementOf(parts: Parts & Kept): string {
  const { lower, upper } = intervalOf(parts);
  const below = lower === null ? null : `at least $ ${money(lower)}`;
  if (below !== null && upper !== null) {
    const by = parts.upper.kind === 'tree' ? 'the exact tree' : 'inner approximation';
    return `Proven: the optimal cost over the openings is ${below} and at most $ ${money(upper)} (${by}; limits kept to ${parts.limits_kept_to} of their size).`;
  }
  const sample = sampleOf(parts.upper);
  if (below !== null) return `Proven: the optimal cost over the openings is ${below}; ${sample}.`;
  const reason = 'kind' in parts.lower ? parts.lower.reason : '';
  return `Nothing is proven, because ${reason}; ${sample}.`;
}

function sampleOf(upper: ProofUpper): string {
  const reason = 'reason' in upper ? upper.reason : '';
  if (upper.kind !== 'statistical') return `there is no upper bound, because ${reason}`;
  const { mean, low, high, samples } = upper;
  return `the upper bound is only statistical: mean $ ${money(mean)}, 95 % between $ ${money(low)} and $ ${money(high)} over ${samples} forward passes, because ${reason}`;
}

/** How rounding was met, and the numbers the proof rests on. */
export const rounding: Proof['rounding'] = {
  lower: 'all rounding of the duals, and what the limits may be missed by at their prices, is taken off the bound',
  upper:
    'costs and rows are added up again with all rounding; decisions that miss a limit by more than may be prove nothing',
  assumed_ceiling: ceiling,
};
