import * as z from 'zod';
import { brokenLimit, brokenLimits } from '../service/answers/broken-limits.js';
import { incompleteField, mayBeIncomplete } from '../service/answers/completeness.js';
import { costSpread, spread } from '../service/answers/statistics.js';
import { orNull, record } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { outputDir } from './shared-fields.js';

export const simulatedCosts = operation({
  name: 'cobre/simulated-costs',
  title: 'Cost of scenarios',
  description:
    'How the discounted cost of scenarios spreads, in $, and what of it broken limits cost; null where nothing was simulated.',
  effect: 'read',
  tool: false,
  input: z.strictObject({ output_dir: outputDir }),
  output: record({ costs: orNull(spread), broken_limits: z.array(brokenLimit), incomplete: incompleteField }),
  async run({ output_dir }, { app, files, signal }) {
    const costs = await costSpread(files, app.engine, output_dir, signal);
    const broken_limits = costs === null ? [] : await brokenLimits(files, app.engine, output_dir, signal);
    const { incomplete } = await mayBeIncomplete(files, output_dir);
    // A run without simulation lacks nothing.
    const tells = incomplete !== undefined && (costs !== null || incomplete.scenarios !== null);
    return { costs, broken_limits, ...(tells ? { incomplete } : {}) };
  },
});
