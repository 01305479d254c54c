import type { Pcg64 } from './pcg64.js';

/** Fills `out` with a uniformly random permutation of 0 … n−1 (Fisher and Yates, from the end). */
export function randomPermutation(rng: Pcg64, out: Uint32Array): void {
  for (let i = 0; i < out.length; i++) out[i] = i;
  for (let i = out.length - 1; i > 0; i--) {
    const j = rng.below(i + 1);
    const kept = out[i]!;
    out[i] = out[j]!;
    out[j] = kept;
  }
}
