/**
 * Known answers of current cases that come with the specification: `../shared/cases/cobre-current/*`, whose `expected.json`
 * states value, tolerance and origin.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadCase, train } from '../src/index.js';
import { sharedCasesDir, skipShared } from './case/shared-cases.js';

const cases = join(sharedCasesDir, 'cobre-current');
const present = existsSync(cases);

/** Features whose equations stand elsewhere or are still to come. */
const elsewhere = /^d(37|44|45|47|51)-/;

const names = present
  ? readdirSync(cases).filter((name) => existsSync(join(cases, name, 'config.json')) && !elsewhere.test(name))
  : ['(current shared cases are absent)'];

interface Expected {
  readonly final_lower_bound: number;
  readonly tolerance: number;
}

describe.skipIf(skipShared)('current shared cases', () => {
  test.each(names)('%s reaches its known lower bound', async (name) => {
    const expected = JSON.parse(readFileSync(join(cases, name, 'expected.json'), 'utf8')) as Expected;
    const { case: study } = await loadCase(join(cases, name));
    expect(study.settings.generation).toBe('current');
    const { policy } = await train(study);
    expect(Math.abs(policy.lowerBound - expected.final_lower_bound)).toBeLessThanOrEqual(expected.tolerance);
  });
});
