import { normalQuantile } from '../random/normal-quantile.js';
import { Pcg64 } from '../random/pcg64.js';
import { openingSeed, stageSeed, type Word64 } from '../random/seeds.js';
import type { OpeningMethod } from './method.js';
import { perIteration } from './per-iteration.js';
import { sobolDirections } from './sobol-directions.js';

/**
 * Sobol points with Matoušek's random linear scramble: in every dimension the digits of a coordinate are multiplied by a
 * random lower triangular binary matrix and shifted by random digits. Unlike arithmetic modulo 2^32 this keeps the net:
 * every elementary box that held one point still does.
 */
export const sobol: OpeningMethod = {
  name: 'qmc_sobol',
  independent: true,
  openings({ base, stageId, count, dimension }, out) {
    const axes = scrambledAxes(stageSeed(base, stageId), dimension);
    const x = Uint32Array.from(axes, ({ shift }) => shift);
    for (let n = 0; n < count; n++) {
      const bit = n === 0 ? -1 : 31 - Math.clz32(n & -n);
      for (let d = 0; d < dimension; d++) {
        if (bit >= 0) x[d]! ^= axes[d]!.directions[bit]!;
        out[n * dimension + d] = toNormal(x[d]!);
      }
    }
  },
  forward({ base, dimension }) {
    const axesOf = perIteration((iteration, group) => scrambledAxes(openingSeed(base, iteration, group), dimension));
    return {
      fill({ iteration, trajectory, group }, out) {
        const axes = axesOf(iteration, group);
        for (let d = 0; d < dimension; d++) out[d] = toNormal(pointOf(axes[d]!, trajectory));
      },
    };
  },
};

interface Axis {
  readonly directions: Uint32Array;
  readonly shift: number;
}

function scrambledAxes(seed: Word64, dimension: number): readonly Axis[] {
  const rng = new Pcg64(seed);
  return sobolDirections(dimension).map((plain) => {
    const columns = Uint32Array.from({ length: 32 }, (_, i) => triangularColumn(rng.nextUint32(), i));
    return { directions: plain.map((word) => multiply(columns, word)), shift: rng.nextUint32() };
  });
}

/** Column i has nothing above the diagonal, a one on it and random digits below; digit 0 is the most significant. */
function triangularColumn(random: number, i: number): number {
  const diagonal = 2 ** (31 - i);
  return diagonal + (random % diagonal);
}

function multiply(columns: Uint32Array, word: number): number {
  let product = 0;
  for (let i = 0; i < 32; i++) if ((word >>> (31 - i)) & 1) product ^= columns[i]!;
  return product >>> 0;
}

function pointOf({ directions, shift }: Axis, n: number): number {
  let x = shift;
  for (let j = 0; n >>> j !== 0; j++) if ((n >>> j) & 1) x ^= directions[j]!;
  return x >>> 0;
}

/** The middle of the point's cell, which is never 0. */
function toNormal(x: number): number {
  return normalQuantile((x + 0.5) * 2 ** -32);
}
