import * as z from 'zod';
import { workersSettings } from '../distribution/workers-settings.js';
import { runResult } from '../service/runs/run-result.js';
import { errorRecord, integer, record } from '../service/seed-schema.js';
import { operationOfThisProcess } from './operation.js';
import { caseDir, outputDir, phases } from './shared-fields.js';

export const runHere = operationOfThisProcess({
  name: 'cobre/run-here',
  title: 'Train and simulate a case in this process',
  description:
    'What cobre/run does, for the person at a terminal: into any directory, with any number of threads, and told of every event.',
  effect: 'write',
  cost: 'hours',
  tool: false,
  cli: { verb: 'run' },
  timeoutMs: 0,
  input: z.strictObject({
    case_dir: caseDir,
    output_dir: outputDir.optional(),
    threads: integer(1).optional(),
    workers: workersSettings
      .optional()
      .describe('Workers elsewhere that do the work, instead of threads of this process'),
    phases: phases.optional().describe('Execution phases to run. Those that the settings enable unless given'),
    resume: z.boolean().optional().describe('Go on from the last checkpoint, whatever policy.mode says'),
    prove: z.boolean().optional().describe('End the training with a proven interval for the optimal cost'),
    set: z.array(z.string()).optional().describe('Settings for this run, as key=value'),
  }),
  output: record({ ...runResult.shape, warnings: z.array(errorRecord) }),
  async run(request, { signal, tell }) {
    // A server runs cases in a thread and never needs the engine here.
    const { runHere: runInProcess } = await import('../service/runs/run-here.js');
    return runInProcess(request, { signal, tell });
  },
});
