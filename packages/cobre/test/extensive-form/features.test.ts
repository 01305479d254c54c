/** Features of which no study would notice the absence would prove nothing: each of them binds in studies of the generator. */
import { expect, test } from 'vitest';
import { studyAhead } from './ahead.js';
import { extensiveOptimum } from './extensive-form.js';
import { features } from './features.js';

const all = process.env.EXTENSIVE_CASES;
const seeds = Array.from({ length: Number(all ?? 40) }, (_, k) => k + 1);

/** Optima of the studies as they are, each worked out once. */
const optima = new Map<number, Promise<number>>();
function optimumOf(seed: number): Promise<number> {
  const known = optima.get(seed) ?? extensiveOptimum(studyAhead(seed));
  optima.set(seed, known);
  return known;
}

test.each(features)('$name: some optimum is another without it', async ({ name, without }) => {
  let [has, binds] = [0, 0];
  for (const seed of seeds) {
    const other = without(studyAhead(seed));
    if (other === null) continue;
    has++;
    const exact = await optimumOf(seed);
    const loose = await extensiveOptimum(other).catch(() => Number.NaN);
    // Without it there may be no solution at all, which says nothing.
    if (Math.abs(loose - exact) > 1e-6 * Math.max(1, Math.abs(exact))) binds++;
    // One is enough; who asks for more studies wants to know how many.
    if (binds > 0 && all === undefined) break;
  }
  if (all !== undefined) console.info(`${name}: binds in ${binds} of ${has} studies that have it`);
  expect(binds).toBeGreaterThan(0);
});
