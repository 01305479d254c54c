/** Policy graphs with nodes against the extensive form of their whole tree: lattices as well as trees, risk-averse ones among
 * them, with plants that decide ahead, water that takes its time and units on several buses. */
import { expect, test } from 'vitest';
import { train } from '../../src/index.js';
import { caseOf } from '../random-case.js';
import { askedSeeds } from './asked-seeds.js';
import { boundaryOf } from './boundary.js';
import { extensiveOptimum } from './extensive-form.js';
import { nodeFilesOf, nodeTree, studyOnNodes } from './nodes.js';

test.each(askedSeeds('random policy graphs', 40, 5))(
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
