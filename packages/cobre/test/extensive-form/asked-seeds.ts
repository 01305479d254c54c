import { sampled } from '../../../../test/support/sampling.js';

const asked = process.env.EXTENSIVE_CASES;

/** As many as are asked for by `EXTENSIVE_CASES`, all of them; else `count`, sampled outside CI. */
export function askedSeeds(what: string, count: number, every: number): readonly number[] {
  const seeds = Array.from({ length: Number(asked ?? count) }, (_, k) => k + 1);
  return asked === undefined ? sampled(what, seeds, every) : seeds;
}
