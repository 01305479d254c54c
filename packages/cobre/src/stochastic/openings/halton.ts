import { normalQuantile } from '../random/normal-quantile.js';
import { Pcg64 } from '../random/pcg64.js';
import { openingSeed, stageSeed, type Word64 } from '../random/seeds.js';
import { randomPermutation } from '../random/shuffle.js';
import type { OpeningMethod } from './method.js';
import { perIteration } from './per-iteration.js';

/**
 * Halton points: coordinate d of point n mirrors the digits of n in the d-th prime base behind the point. Every digit
 * position has its own random permutation, leading zeros included, and a point sits in the middle of its cell, so that
 * no coordinate is ever 0 (whose quantile would be minus infinity).
 */
export const halton: OpeningMethod = {
  name: 'qmc_halton',
  independent: true,
  openings({ base, stageId, count, dimension }, out) {
    const axes = scrambledAxes(stageSeed(base, stageId), dimension, count);
    for (let n = 0; n < count; n++) {
      for (let d = 0; d < dimension; d++) out[n * dimension + d] = normalQuantile(coordinate(axes[d]!, n));
    }
  },
  forward({ base, trajectories, dimension }) {
    const axesOf = perIteration((iteration, group) =>
      scrambledAxes(openingSeed(base, iteration, group), dimension, trajectories),
    );
    return {
      fill({ iteration, trajectory, group }, out) {
        const axes = axesOf(iteration, group);
        for (let d = 0; d < dimension; d++) out[d] = normalQuantile(coordinate(axes[d]!, trajectory));
      },
    };
  },
};

interface Axis {
  readonly prime: number;
  /** One permutation of the digits 0 … prime−1 per digit position. */
  readonly digits: readonly Uint32Array[];
}

function scrambledAxes(seed: Word64, dimension: number, points: number): readonly Axis[] {
  const rng = new Pcg64(seed);
  return firstPrimes(dimension).map((prime) => {
    const digits: Uint32Array[] = [];
    for (let reach = 1; digits.length === 0 || reach < points; reach *= prime) {
      const permutation = new Uint32Array(prime);
      randomPermutation(rng, permutation);
      digits.push(permutation);
    }
    return { prime, digits };
  });
}

function coordinate({ prime, digits }: Axis, n: number): number {
  let rest = n;
  let value = 0;
  let cell = 1;
  for (const permutation of digits) {
    cell /= prime;
    value += permutation[rest % prime]! * cell;
    rest = Math.floor(rest / prime);
  }
  return value + cell / 2;
}

function firstPrimes(count: number): readonly number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => prime * prime > candidate || candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
