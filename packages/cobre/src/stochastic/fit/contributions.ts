import { wrap } from './periodic-correlation.js';

/**
 * How much of an inflow k steps ago reaches the present, directly and through the seasons in between, in physical units.
 * A negative contribution means that the fitted chain would oscillate, which inflows do not.
 *
 * `coefficients[position]` are standardized and may have any length; `order` contributions of `position` are returned.
 */
export function chainedContributions(
  position: number,
  order: number,
  coefficients: readonly (readonly number[])[],
  stds: readonly number[],
): readonly number[] {
  const cycle = stds.length;
  const direct = (season: number, lag: number): number => {
    const lagged = stds[wrap(season - lag, cycle)]!;
    return lagged === 0 ? 0 : ((coefficients[season]![lag - 1] ?? 0) * stds[season]!) / lagged;
  };
  // `weights[j]` is what the inflow j+1 steps before the front still contributes, the front moving back one season a turn.
  let weights = Array.from({ length: order }, (_, j) => direct(position, j + 1));
  const contributions: number[] = [];
  for (let step = 1; step <= order; step++) {
    const front = weights[0]!;
    contributions.push(front);
    const season = wrap(position - step, cycle);
    weights = weights.slice(1).map((weight, j) => weight + front * direct(season, j + 1));
  }
  return contributions;
}
