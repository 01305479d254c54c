import type { RuleOf } from './stopping-rule.js';

/** The exact upper bound is near enough to the lower one, in $ or relative to it as the gap is. */
export const gap: RuleOf<'gap'> = ({ tolerance, relativeTolerance }) => ({
  reason: 'gap',
  converges: true,
  reached({ lowerBounds, exactUpperBound }) {
    const lower = lowerBounds.at(-1);
    if (lower === undefined || exactUpperBound === null) return false;
    const distance = Math.max(0, exactUpperBound - lower);
    const scale = Math.max(1, Math.abs(exactUpperBound));
    return distance <= (tolerance ?? -1) || distance <= (relativeTolerance ?? -1) * scale;
  },
});
