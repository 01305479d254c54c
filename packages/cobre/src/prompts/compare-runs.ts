import { completeDirectory, definePrompt } from '@quadrivium/kernel';
import { Fault } from '@quadrivium/kernel/fault';
import * as z from 'zod';
import type { QueryEngine } from '../query/query-engine.js';
import { comparePolicies } from '../service/answers/compare.js';
import { queryConvergence } from '../service/answers/convergence.js';
import { costSpread } from '../service/answers/statistics.js';
import type { Files } from '../service/files/files.js';
import { conversation } from './messages.js';
import { textTable } from './text-table.js';

export const compareRunsPrompt = (engine: QueryEngine) =>
  definePrompt({
    name: 'cobre/compare-runs',
    title: 'Compare runs',
    description: 'Compares two or more runs: policies, convergence, simulated costs; and asks for a recommendation.',
    arguments: z.object({
      output_dirs: z.array(z.string()).min(2).max(20).describe('Absolute paths to output directories to compare'),
    }),
    complete: { output_dirs: completeDirectory() },
    async run({ output_dirs }, { files, signal }) {
      const runs = [];
      for (const directory of output_dirs) runs.push(await readRun(files, engine, directory, signal));
      return conversation(
        {
          from: 'user',
          text: `Compare these runs and recommend one:\n${output_dirs.map((dir) => `- ${dir}`).join('\n')}`,
        },
        { from: 'user', text: `${runsTable(runs)}\n\n${await comparison(files, output_dirs)}` },
        { from: 'user', text: task(output_dirs) },
      );
    },
  });

type RunFacts = Awaited<ReturnType<typeof readRun>>;

async function readRun(files: Files, engine: QueryEngine, directory: string, signal: AbortSignal) {
  const history = await queryConvergence(files, directory);
  const last = history.iterations.at(-1);
  return {
    directory,
    iterations: history.total_iterations,
    lower: last?.lower_bound ?? null,
    upper: last?.upper_bound ?? null,
    gap: last?.gap ?? null,
    seconds: last ? last.wall_time_ms / 1000 : null,
    reason: history.termination_reason,
    cost: await costSpread(files, engine, directory, signal),
  };
}

function runsTable(runs: readonly RunFacts[]): string {
  const header = ['run', 'iterations', 'stopped by', 'lower bound', 'upper bound', 'gap', 'seconds'];
  const rows = runs.map((run) => [
    run.directory,
    run.iterations,
    run.reason,
    run.lower,
    run.upper,
    run.gap,
    run.seconds,
  ]);
  const costHeader = ['run', 'scenarios', 'mean cost $', 'std', 'p5', 'median', 'p95', 'standard error'];
  const costs = runs.map(({ directory, cost }) =>
    cost === null
      ? [directory, 0, null, null, null, null, null, null]
      : [directory, cost.count, cost.mean, cost.std, cost.p5, cost.median, cost.p95, cost.std / Math.sqrt(cost.count)],
  );
  return [
    'What the server knows about them.',
    textTable(header, rows),
    '',
    'Simulated discounted cost per scenario:',
    textTable(costHeader, costs),
  ].join('\n');
}

async function comparison(files: Files, outputDirectories: readonly string[]): Promise<string> {
  try {
    const compared = await comparePolicies(
      files,
      outputDirectories.map((directory) => `${directory}/policy`),
    );
    const differing = compared.differences.map(
      ({ field, values, note }) => `- ${field}: ${values.join(' | ')}. ${note}`,
    );
    return [
      differing.length === 0 ? 'Their metadata names no difference of inputs.' : 'In what the runs differ:',
      ...differing,
      `Comparison of the policies (deltas are second minus first, _pct are fractions):\n${JSON.stringify(compared)}`,
    ].join('\n');
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    return `The policies could not be compared: ${cause.message}.`;
  }
}

function task(outputDirectories: readonly string[]): string {
  return [
    'Now:',
    '1. Look closer where numbers differ: cobre/inspect-policy for cuts per stage, cobre/query-convergence for the speed of the lower bound, cobre/query-results (costs, then hydros, thermals, buses) for what the policies do differently.',
    '2. A higher lower bound of the same problem is better; a difference in simulated mean cost counts when it exceeds about two standard errors. Runs of different systems, horizons or risk measures are not comparable, and the comparison above says so.',
    `3. Summarise policy quality, convergence speed and cost (mean and p95) of the ${outputDirectories.length} runs, recommend one, and say what would change your mind.`,
  ].join('\n');
}
