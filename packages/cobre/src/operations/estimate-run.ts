import * as z from 'zod';
import { runEstimate } from '../service/runs/run-estimate.js';
import { operationOfThisProcess } from './operation.js';
import { caseDir } from './shared-fields.js';

export const estimateRun = operationOfThisProcess({
  name: 'cobre/estimate-run',
  title: 'What a run would take',
  description:
    'Linear programs, memory and time of a run, before it begins: counted, and measured on some of its problems in this process.',
  effect: 'read',
  cost: 'seconds',
  tool: false,
  cli: false,
  timeoutMs: 0,
  input: z.strictObject({ case_dir: caseDir }),
  output: runEstimate,
  async run(request, { signal, tell }) {
    const { estimateRun: estimate } = await import('../service/runs/estimate-run.js');
    return estimate(request, { signal, tell });
  },
});
