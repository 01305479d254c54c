import type { RuleOf } from './stopping-rule.js';

/** The bound moved by less than the tolerance, relative to its size, over a window of iterations. */
export const boundStalling: RuleOf<'bound_stalling'> = ({ iterations, tolerance }) => ({
  reason: 'bound_stalling',
  converges: true,
  reached: ({ lowerBounds }) => relativeMove(lowerBounds, iterations) < tolerance,
});

/** Change of the bound over the last `window` values, or infinity while there are fewer. */
export function relativeMove(lowerBounds: readonly number[], window: number): number {
  const newest = lowerBounds.at(-1);
  const earlier = lowerBounds.at(-window);
  if (newest === undefined || earlier === undefined || lowerBounds.length < window) return Number.POSITIVE_INFINITY;
  return Math.abs(newest - earlier) / Math.max(1, Math.abs(newest));
}
