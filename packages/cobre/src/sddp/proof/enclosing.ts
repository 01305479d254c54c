/**
 * Few states whose hull holds a whole box. A box of n sides has 2ⁿ corners, a simplex around it n + 1, which lie n times as far
 * away. For storages far is harmless: what is too much is spilled. A memory or a promise that far leads out of what is
 * enclosed, or cannot be kept; these take the corners of their own box while there are not too many.
 */
import type { Box } from './reach.js';

/** Up to this many sides, every corner is taken. */
const boxDimensions = 5;
const mostCorners = 512;

/** The first `storages` states are storages. */
export function corners(box: Box, storages: number): Float64Array[] {
  const moving = [...box.low.keys()].filter((s) => box.high[s]! > box.low[s]!);
  if (moving.length <= boxDimensions) return boxAround(moving).map((weights) => at(box, weights));
  const far = simplexAround(moving.filter((s) => s < storages));
  const near = moving.filter((s) => s >= storages);
  if (2 ** near.length * far.length > mostCorners) return simplexAround(moving).map((weights) => at(box, weights));
  return boxAround(near).flatMap((one) => far.map((other) => at(box, new Map([...one, ...other]))));
}

/** By state that is not at its lowest: how many widths of the box it is above. */
type Weights = ReadonlyMap<number, number>;

function boxAround(moving: readonly number[]): Weights[] {
  return Array.from({ length: 2 ** moving.length }, (_, bits) => new Map(moving.map((s, k) => [s, (bits >> k) & 1])));
}

function simplexAround(moving: readonly number[]): Weights[] {
  return [new Map(), ...moving.map((s) => new Map([[s, moving.length * (1 + 1e-12)]]))];
}

function at({ low, high }: Box, weights: Weights): Float64Array {
  return Float64Array.from(low, (least, s) => {
    const weight = weights.get(s) ?? 0;
    return weight === 1 ? high[s]! : least + weight * (high[s]! - least);
  });
}
