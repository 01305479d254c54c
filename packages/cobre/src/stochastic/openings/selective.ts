import { Fault } from '@quadrivium/kernel/fault';
import type { OpeningMethod } from './method.js';
import { saa } from './saa.js';

/** Representative openings are chosen by the user: the tree has to be given. Forward passes draw independently. */
export const selective: OpeningMethod = {
  name: 'selective',
  independent: true,
  openings({ stageId }) {
    throw new Fault('IncompatibleSettings', `Stage ${stageId} uses selective sampling, which needs given openings.`, {
      context: { settings: ['sampling_method', 'noise_openings'], detail: 'selective without noise_openings.parquet' },
      suggestion: 'Add scenarios/noise_openings.parquet for this stage, or use saa, lhs, qmc_sobol or qmc_halton.',
    });
  },
  forward: saa.forward,
};
