/** Policy graphs whose inflows are drawn and remember, against the extensive form of their whole tree. */
import { expect, test } from 'vitest';
import { train } from '../../src/index.js';
import { buildStochasticModel } from '../../src/stochastic/index.js';
import { caseOf } from '../random-case.js';
import { askedSeeds } from './asked-seeds.js';
import { boundaryOf } from './boundary.js';
import { extensiveOptimum } from './extensive-form.js';
import { drawnFilesOf, drawnTree, studyOnDrawnNodes } from './remembering-nodes.js';

const remembering = askedSeeds('random policy graphs with a memory', 20, 3).filter(
  (seed) => studyOnDrawnNodes(seed) !== null,
);

test.each(remembering)('random graph %i with a memory reaches the optimum of its whole tree', async (seed) => {
  const given = studyOnDrawnNodes(seed)!;
  const study = await caseOf(drawnFilesOf(given));
  const { nodes, noise } = buildStochasticModel(study);
  const placeOf = new Map(study.horizon.policyGraph.nodes.map(({ id }, place) => [id, place]));
  const draws = (id: number) => {
    const { openings, openingCount } = nodes[placeOf.get(id)!]!;
    return Array.from({ length: openingCount }, (_, k) =>
      openings.slice(k * noise.dimension, (k + 1) * noise.dimension),
    );
  };
  const exact = await extensiveOptimum(given.study, { roots: drawnTree(given, draws) });
  const { policy } = await train(study, boundaryOf(given.study, study));
  expect(Math.abs(policy.lowerBound - exact) / Math.max(1, Math.abs(exact))).toBeLessThan(1e-6);
});
