import { asTask, operation } from '@quadrivium/kernel';
import * as z from 'zod';
import { isRecord } from '../service/cases/case-json.js';
import type { CaseRunner } from '../service/runs/case-runner.js';
import type { Phases } from '../service/runs/run-messages.js';
import { progressOf } from '../service/runs/run-progress.js';
import type { TaskRegistry } from '../service/runs/task-registry.js';
import { taskState } from '../service/runs/task-states.js';
import { runResult } from './run-result.js';
import { caseDir } from './shared-fields.js';

const runArguments = z.strictObject({
  case_dir: caseDir,
  phases: z
    .enum(['training', 'simulation', 'both'])
    .optional()
    .describe('Execution phases to run. Defaults to "both"')
    .meta({ default: 'both' }),
  background: z
    .boolean()
    .default(false)
    .describe('Return at once with a task_id for cobre/get-task-status and cobre/cancel-task'),
});

/** The schema wants a word; the list of one that an older example sends is understood too. */
function withPhasesAsWord(given: unknown): unknown {
  if (!isRecord(given) || !Array.isArray(given.phases) || given.phases.length !== 1) return given;
  return { ...given, phases: given.phases[0] };
}

/** Phases that are left out are those the settings of the case enable. */
function phasesOf(phases: Phases | undefined): { readonly phases?: Phases } {
  return phases === undefined ? {} : { phases };
}

export const runTool = (runner: CaseRunner, tasks: TaskRegistry) =>
  operation({
    name: 'cobre/run',
    title: 'Train and simulate a case',
    description:
      'Trains a policy by stochastic dual dynamic programming and simulates it, as the settings of the case say; phases that are named are run even where the settings leave them out. Results go to output/ below the case. It may take minutes to hours: ask for progress and cancel when it stalls, or run it in the background and ask cobre/get-task-status. A cancelled run stops after the iteration at hand, keeps its checkpoint and can be resumed with policy.mode "resume". One run at a time.',
    effect: 'write',
    timeoutMs: 0,
    task: 'by-handler',
    input: z.preprocess(withPhasesAsWord, runArguments),
    output: {
      ...runResult,
      properties: {
        ...runResult.properties,
        status: { type: 'string', enum: ['completed', 'partial', 'running'] },
        task_id: { type: 'string', description: 'Only for a run in the background' },
      },
    },
    async run({ case_dir, phases: wanted, background }, { files, signal, progress, client }) {
      if (background || client.acceptsTasks) {
        const task = await tasks.start(files, { caseDirectory: case_dir, ...phasesOf(wanted) });
        // Who asks for a background run wants the tools for it; who knows tasks gets one for every run.
        if (!background) return asTask(taskState(task));
        const { task_id, output_dir } = task;
        return { status: 'running', output_dir, task_id, training: null, simulation: null };
      }
      const step = progressOf();
      const run = await runner.start(files, {
        caseDirectory: case_dir,
        ...phasesOf(wanted),
        onEvent(event, limit) {
          const update = step(event, limit);
          if (update) progress.report(update);
        },
      });
      const stop = (): void => run.stop();
      if (signal.aborted) stop();
      signal.addEventListener('abort', stop, { once: true });
      return run.result.finally(() => signal.removeEventListener('abort', stop));
    },
  });
