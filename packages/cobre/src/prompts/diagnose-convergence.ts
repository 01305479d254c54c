import { completeDirectory, definePrompt } from '@quadrivium/kernel';
import * as z from 'zod';
import { type ConvergenceHistory, queryConvergence, statedRiskMeasure } from '../service/answers/convergence.js';
import { type Diagnosis, diagnose, percent } from '../service/answers/diagnosis.js';
import { conversation } from './messages.js';
import { sample, textTable } from './text-table.js';

export const diagnoseConvergencePrompt = () =>
  definePrompt({
    name: 'cobre/diagnose-convergence',
    title: 'Diagnose convergence',
    description: 'Analyses the convergence of a training run: stalling, noise of the upper bound, what to change.',
    arguments: z.object({
      output_dir: z.string().describe('Absolute path to the output directory of a completed training run'),
    }),
    complete: { output_dir: completeDirectory() },
    async run({ output_dir }, { files }) {
      const history = await queryConvergence(files, output_dir);
      const found = diagnose(history, await statedRiskMeasure(files, output_dir));
      return conversation(
        {
          from: 'user',
          text: `Diagnose the convergence of the training run in ${output_dir} and tell me what to change in its settings, if anything.`,
        },
        { from: 'user', text: found === null ? 'The run completed no iteration.' : knowledge(history, found) },
        { from: 'user', text: task(output_dir) },
      );
    },
  });

function knowledge(history: ConvergenceHistory, found: Diagnosis): string {
  const { last, stall, noiseShare } = found;
  const facts = [
    `Iterations: ${found.iterations}; stopped by: ${history.termination_reason}; ${found.secondsPerIteration.toPrecision(3)} s per iteration.`,
    `Lower bound: ${found.first.lower_bound} at iteration ${found.first.iteration}, ${last.lower_bound} at iteration ${last.iteration}.`,
    `Upper bound at the end: ${last.upper_bound} (95 % interval +- ${last.ci_95}); gap ${percent(last.gap)}.`,
    stall === null
      ? `No stall: the lower bound still gained ${percent(found.recentGain)} in the last tenth of the iterations.`
      : `Stall: the lower bound is flat since iteration ${stall.since}, for ${stall.length} iterations, and rose by ${stall.rise} in them.`,
    `Upper bound volatility over the last iterations: ${percent(found.upperVolatility)}.`,
    noiseShare === null ? 'The bounds are equal.' : `The interval explains ${percent(noiseShare)} of the gap.`,
  ];
  const advice = found.advice.map((line) => `- ${line}`);
  return [
    'What the server found in convergence.parquet:',
    ...facts.map((line) => `- ${line}`),
    '',
    advice.length === 0 ? 'Nothing stands out.' : 'What this suggests:',
    ...advice,
    '',
    trajectory(history),
  ].join('\n');
}

function trajectory({ iterations }: ConvergenceHistory): string {
  const rows = sample(iterations, 15).map((it) => [it.iteration, it.lower_bound, it.upper_bound, it.ci_95, it.gap]);
  return textTable(['iteration', 'lower bound', 'upper bound', 'ci 95', 'gap'], rows);
}

function task(outputDirectory: string): string {
  return [
    'Now:',
    `1. Load the history where the table is too coarse: call cobre/query-convergence with output_dir "${outputDirectory}" and an iteration_range.`,
    '2. Look for stalling: a plateau of the lower bound, a volatile upper bound.',
    '3. Follow the gap over the iterations and weigh the termination reason: say whether the policy has converged, is still improving, or is stuck, and which numbers show it.',
    '4. Recommend changes with values: stopping rules (iteration_limit, bound_stalling iterations and tolerance), training.forward_passes, openings per stage (num_scenarios in stages.json), cut_selection, the risk measure and its parameters (alpha, lambda). Change one thing at a time.',
    '5. Name the check that would prove you right: a resumed run (policy.mode "resume") or a simulation whose mean cost lies near the lower bound.',
  ].join('\n');
}
