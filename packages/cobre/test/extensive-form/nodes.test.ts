/** Policy graphs with nodes against the extensive form of their whole tree: lattices as well as trees, risk-averse ones among
 * them, with plants that decide ahead, water that takes its time and units on several buses. */
import { expect, test } from 'vitest';
import { sampled } from '../../../../test/support/sampling.js';
import { train } from '../../src/index.js';
import { caseOf } from '../random-case.js';
import { boundaryOf } from './boundary.js';
import { extensiveOptimum } from './extensive-form.js';
import { nodeFilesOf, nodeTree, studyOnNodes } from './nodes.js';

const seeds = Array.from({ length: Number(process.env.EXTENSIVE_CASES ?? 40) }, (_, k) => k + 1);

test.each(sampled('random policy graphs', seeds, 5))(
  'random graph %i reaches the optimum of its whole tree',
  async (seed) => {
    const given = studyOnNodes(seed);
    const exact = await extensiveOptimum(given.study, { roots: nodeTree(given) });
    const study = await caseOf(nodeFilesOf(given));
    const { policy, iterations } = await train(study, boundaryOf(given.study, study));
    const size = Math.max(1, Math.abs(exact));
    expect(Math.abs(policy.lowerBound - exact) / size).toBeLessThan(1e-6);
    if (!given.enumerated) return;
    const { upperBoundMean, upperBoundKind } = iterations.at(-1)!;
    expect(upperBoundKind).toBe('exact');
    expect(Math.abs(upperBoundMean - exact) / size).toBeLessThan(1e-6);
  },
);
