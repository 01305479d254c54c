/** What waits from stage to stage besides water, against the extensive form: random studies with plants that decide ahead,
 * water that takes its time and units on several buses. */
import { expect, test } from 'vitest';
import { train } from '../../src/index.js';
import { caseOf } from '../random-case.js';
import { studyAhead } from './ahead.js';
import { askedSeeds } from './asked-seeds.js';
import { boundaryOf } from './boundary.js';
import { currentFilesOf } from './current-files.js';
import { extensiveOptimum } from './extensive-form.js';

test.each(askedSeeds('random studies with decisions ahead', 40, 5))(
  'random study %i reaches the optimum of its whole tree',
  async (seed) => {
    const study = studyAhead(seed);
    const exact = await extensiveOptimum(study);
    const given = await caseOf(currentFilesOf(study));
    const { policy } = await train(given, boundaryOf(study, given));
    expect(Math.abs(policy.lowerBound - exact) / Math.max(1, Math.abs(exact))).toBeLessThan(1e-6);
  },
);
