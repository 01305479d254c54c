/**
 * The engine against an extensive form that was written from the specification and shares no line with it: random studies
 * with several features at once, a cycle unrolled until the discount ends it, and cuts behind the last stage.
 */
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { type TrainOptions, train } from '../../src/index.js';
import { CutPool } from '../../src/lp/cuts/cut-pool.js';
import { caseOf, dice } from '../random-case.js';
import { askedSeeds } from './asked-seeds.js';
import { extensiveOptimum } from './extensive-form.js';
import { asCycle, randomStudy } from './random-study.js';
import { filesOf, type RawStudy } from './raw-study.js';

const seeds = askedSeeds('random studies against their extensive form', 24, 6);

async function expectOptimum(study: RawStudy, exact: number, options: TrainOptions = {}): Promise<void> {
  const { policy, iterations } = await train(await caseOf(filesOf(study)), options);
  const size = Math.max(1, Math.abs(exact));
  for (const { lowerBound } of iterations) expect((lowerBound - exact) / size).toBeLessThan(1e-7);
  expect(Math.abs(policy.lowerBound - exact) / size).toBeLessThan(1e-5);
}

describe('training reaches the optimum of an independent extensive form', () => {
  test.each(seeds)('seed %i', async (seed) => {
    const study = randomStudy(seed);
    await expectOptimum(study, await extensiveOptimum(study));
  });

  test.each(sampled('random studies against their extensive form', [3, 29, 65], 3))(
    'seed %i as an endless cycle',
    async (seed) => {
      const study = asCycle(randomStudy(seed));
      const turns = Math.ceil(100 / study.stages.length);
      const path = Array.from({ length: turns * study.stages.length }, (_, step) => step % study.stages.length);
      await expectOptimum(study, await extensiveOptimum(study, { path }));
    },
  );

  test.each(sampled('random studies against their extensive form', [4, 6, 11, 21], 2))(
    'seed %i with cuts behind the last stage',
    async (seed) => {
      const study = randomStudy(seed);
      const { between } = dice(seed);
      const terminalCuts = Array.from({ length: 3 }, () => ({
        intercept: between(100, 900),
        slope: study.hydros.map(() => -between(1, 30)),
      }));
      const exact = await extensiveOptimum(study, { terminalCuts });
      const { problem } = await train(await caseOf(filesOf({ ...study, iterations: 1 })));
      const boundary = CutPool.create(problem.space.stateCount, terminalCuts.length);
      for (const { intercept, slope } of terminalCuts) {
        const padding = new Array<number>(problem.space.stateCount - slope.length).fill(0);
        boundary.add(intercept, [...slope, ...padding]);
      }
      await expectOptimum(study, exact, { boundary });
    },
  );
});
