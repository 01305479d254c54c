/**
 * Known answers of current cases that come with the specification: `../shared/cases/cobre-current/*`, whose `expected.json`
 * states value, tolerance and origin.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CaseFileAccess, nodeFileAccess } from '../src/case/read/files.js';
import { loadCase, train } from '../src/index.js';
import { intervalOf, prove } from '../src/sddp/index.js';
import { buildStochasticModel } from '../src/stochastic/index.js';
import { sharedCasesDir, skipShared } from './case/shared-cases.js';

const cases = join(sharedCasesDir, 'cobre-current');
const present = existsSync(cases);

const names = present
  ? readdirSync(cases).filter((name) => existsSync(join(cases, name, 'config.json')))
  : ['(current shared cases are absent)'];

interface Expected {
  readonly final_lower_bound: number | null;
  /** What an independent program found; the only number of cases whose demand is not that of the original. */
  readonly verified_by_own_lp?: number;
  readonly tolerance?: number;
}

/** With the limit of a plant on the sum of its units, which the original forgets (section 2.9 of the specification). */
const ours: Readonly<Record<string, { readonly value: number; readonly tolerance: number }>> = {
  'd51-split-plant-two-bus': { value: 10_064_658.53, tolerance: 0.01 },
};

describe.skipIf(skipShared)('current shared cases', () => {
  test.each(names)('%s reaches its known lower bound', async (name) => {
    const expected = JSON.parse(readFileSync(join(cases, name, 'expected.json'), 'utf8')) as Expected;
    const { case: study } = await loadCase(join(cases, name));
    expect(study.settings.generation).toBe('current');
    const { policy, iterations } = await train(study);
    const value = ours[name]?.value ?? expected.final_lower_bound ?? expected.verified_by_own_lp!;
    const tolerance = ours[name]?.tolerance ?? expected.tolerance ?? 1e-6;
    expect(Math.abs(policy.lowerBound - value)).toBeLessThanOrEqual(tolerance);
    // All of them have small trees, so what is proven is the number itself.
    const last = iterations.at(-1)!;
    const proof = await prove(study, buildStochasticModel(study), policy, { step: async () => {}, last });
    const { lower, upper } = intervalOf(proof);
    expect(lower! - value).toBeLessThanOrEqual(tolerance);
    expect(value - upper!).toBeLessThanOrEqual(tolerance);
    expect(upper! - lower!).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(value)));
  });

  /** The number that the original asserts is that of its own convention. */
  test.skipIf(!present)('d51 gives the number of the original where the case asks for its conventions', async () => {
    const dir = join(cases, 'd51-split-plant-two-bus');
    const asked = JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8')) as { modeling: object };
    const config = JSON.stringify({ ...asked, modeling: { ...asked.modeling, compatibility: 'cobre-0.16' } });
    const access: CaseFileAccess = {
      ...nodeFileAccess,
      read: async (path) =>
        path.endsWith('config.json') ? new TextEncoder().encode(config) : nodeFileAccess.read(path),
    };
    const { policy } = await train((await loadCase(dir, access)).case);
    expect(policy.lowerBound).toBeCloseTo(2_277_012.2000560663, 2);
  });
});
