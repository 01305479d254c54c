import { gapOf } from '../bounds.js';
import type { RuleOf } from './stopping-rule.js';

/** The exact upper bound is near enough to the lower one, in $ or relative to it as the gap is. */
export const gap: RuleOf<'gap'> = ({ tolerance, relativeTolerance }) => ({
  reason: 'gap',
  converges: true,
  reached({ lowerBounds, exactUpperBound }) {
    const lower = lowerBounds.at(-1);
    if (lower === undefined || exactUpperBound === null) return false;
    // Rounding may take the bounds past each other.
    const upper = Math.max(lower, exactUpperBound);
    return upper - lower <= (tolerance ?? -1) || gapOf(lower, upper) <= (relativeTolerance ?? -1);
  },
});
