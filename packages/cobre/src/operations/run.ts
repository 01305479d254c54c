import { asTask } from '@quadrivium/kernel';
import { isObject } from '@quadrivium/kernel/essentials';
import * as z from 'zod';
import { caseApart } from '../reader/apart.js';
import { progressOf } from '../service/runs/run-progress.js';
import { runReply } from '../service/runs/run-result.js';
import { taskState } from '../service/runs/task-states.js';
import { trainingNews } from '../service/runs/training-news.js';
import { questionBeforeRun } from './consent-to-run.js';
import { operationOfThisProcess } from './operation.js';
import { caseDir, phases } from './shared-fields.js';

const runArguments = z.strictObject({
  case_dir: caseDir,
  phases: phases.default('both'),
  prove: z
    .boolean()
    .default(false)
    .describe('End the training with a proven interval for the optimal cost, in output/training/proof.json'),
  background: z
    .boolean()
    .default(false)
    .describe('Return at once with a task_id for cobre/get-task-status and cobre/cancel-task'),
});

/** The schema wants a word; the list of one that an older example sends is understood too. */
function withPhasesAsWord(given: unknown): unknown {
  if (!isObject(given) || !Array.isArray(given.phases) || given.phases.length !== 1) return given;
  return { ...given, phases: given.phases[0] };
}

export const run = operationOfThisProcess({
  name: 'cobre/run',
  title: 'Train and simulate a case',
  description:
    'Trains a policy by stochastic dual dynamic programming and simulates it; phases says which of the two, both unless it is given, also where the settings of the case leave one out. Results go to output/ below the case. It may take minutes to hours: ask for progress and cancel when it stalls, or run it in the background and ask cobre/get-task-status. A cancelled run stops after the iteration at hand, keeps its checkpoint and can be resumed with policy.mode "resume". One run at a time.',
  effect: 'write',
  cost: 'hours',
  // At a terminal cobre/run-here is `cobre run`.
  cli: false,
  timeoutMs: 0,
  task: 'by-handler',
  input: z.preprocess(withPhasesAsWord, runArguments),
  output: runReply,
  async run({ case_dir, phases: wanted, prove, background }, { app, files, signal, progress, client, tell }) {
    const question = await questionBeforeRun({ files, signal, client, readers: app.readers }, case_dir, wanted);
    if (question) return question;
    const request = {
      caseDirectory: case_dir,
      phases: wanted,
      prove,
      watcher: trainingNews(case_dir, tell),
      ...(app.readers ? { digests: await caseApart(app.readers, case_dir, { files, signal }) } : {}),
    };
    if (background || client.acceptsTasks) {
      const task = await app.tasks.start(files, request);
      tell({ kind: 'task', case_dir, task_id: task.task_id });
      // Who asks for a background run wants the tools for it; who knows tasks gets one for every run.
      if (!background) return asTask(taskState(task));
      const { task_id, output_dir } = task;
      return { status: 'running' as const, output_dir, task_id, training: null, simulation: null };
    }
    const step = progressOf();
    const started = await app.runner.start(files, {
      ...request,
      onEvent(event, limit) {
        const update = step(event, limit);
        if (update) progress.report(update);
      },
    });
    const stop = (): void => started.stop();
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    return started.result.finally(() => signal.removeEventListener('abort', stop));
  },
});
