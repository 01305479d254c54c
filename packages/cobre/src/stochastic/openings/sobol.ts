import { normalQuantile } from '../random/normal-quantile.js';
import { Pcg64 } from '../random/pcg64.js';
import { openingSeed, stageSeed, type Word64 } from '../random/seeds.js';
import type { OpeningMethod } from './method.js';
import { sobolDirections } from './sobol-directions.js';

/** Sobol points with a random linear map x → a·x + b (mod 2^32, a odd) per dimension. */
export const sobol: OpeningMethod = {
  name: 'qmc_sobol',
  independent: true,
  openings({ base, stageId, count, dimension }, out) {
    const directions = sobolDirections(dimension);
    const maps = linearMaps(stageSeed(base, stageId), dimension);
    const x = new Uint32Array(dimension);
    for (let n = 0; n < count; n++) {
      const bit = n === 0 ? -1 : 31 - Math.clz32(n & -n);
      for (let d = 0; d < dimension; d++) {
        if (bit >= 0) x[d]! ^= directions[d]![bit]!;
        out[n * dimension + d] = toNormal(maps, d, x[d]!);
      }
    }
  },
  point({ base, iteration, trajectory, group, dimension }, out) {
    const directions = sobolDirections(dimension);
    const maps = linearMaps(openingSeed(base, iteration, group), dimension);
    for (let d = 0; d < dimension; d++) {
      let x = 0;
      for (let j = 0; trajectory >>> j !== 0; j++) if ((trajectory >>> j) & 1) x ^= directions[d]![j]!;
      out[d] = toNormal(maps, d, x);
    }
  },
};

/** Pairs (a, b), one per dimension. */
function linearMaps(seed: Word64, dimension: number): Uint32Array {
  const rng = new Pcg64(seed);
  const maps = new Uint32Array(2 * dimension);
  for (let d = 0; d < dimension; d++) {
    maps[2 * d] = rng.nextUint32() | 1;
    maps[2 * d + 1] = rng.nextUint32();
  }
  return maps;
}

function toNormal(maps: Uint32Array, d: number, x: number): number {
  const mapped = (Math.imul(maps[2 * d]!, x) + maps[2 * d + 1]!) >>> 0;
  return normalQuantile(Math.max(0.5, mapped) * 2 ** -32);
}
