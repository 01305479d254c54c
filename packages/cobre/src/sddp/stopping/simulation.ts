/**
 * Every `period` iterations, once the bound is calm, simulates the policy and compares the mean cost of each stage with
 * the simulation before; the policy has settled when their distance, relative to the costs, is small.
 */
import { relativeMove } from './bound-stalling.js';
import type { RuleOf } from './stopping-rule.js';

export const simulation: RuleOf<'simulation'> = ({ replications, period, boundWindow, distanceTol, boundTol }) => {
  let before: Float64Array | undefined;
  return {
    reason: 'simulation',
    converges: true,
    async reached({ iteration, lowerBounds, simulate }) {
      if (iteration % Math.max(1, period) !== 0) return false;
      if (!(relativeMove(lowerBounds, boundWindow) < boundTol)) return false;
      const now = await simulate(replications);
      const settled = before !== undefined && distance(now, before) < distanceTol;
      before = now;
      return settled;
    },
  };
};

function distance(now: Float64Array, before: Float64Array): number {
  let difference = 0;
  let size = 0;
  for (let t = 0; t < now.length; t++) {
    difference += (now[t]! - before[t]!) ** 2;
    size += before[t]! ** 2;
  }
  return Math.sqrt(difference) / Math.max(1, Math.sqrt(size));
}
