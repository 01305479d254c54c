import { resolve } from 'node:path';
import { colors } from '@quadrivium/kernel/shell';
import { diagnose } from '../service/answers/diagnosis.js';
import type { Answer, CliCommand } from './command.js';
import { convergenceChart } from './convergence-chart.js';
import { resultsDirectory } from './results-directory.js';
import type { Shell } from './shell.js';
import { duration, facts, heading, money, percent } from './text.js';

type Metadata = Readonly<Record<string, unknown>>;

export const reportCommand: CliCommand = {
  name: 'report',
  declare(command, does) {
    command
      .description('How a run went: status, times, convergence, and what to try next')
      .argument('<results>', 'Output directory of a run, or its case')
      .action(does(report));
  },
};

async function report(shell: Shell, asked: string): Promise<Answer> {
  const directory = await resultsDirectory(shell, asked);
  const { training, simulation } = await shell.call('runMetadata', { output_dir: directory });
  const status = statusOf(training, simulation);
  const shown = shell.outputFormat === 'human' ? await describe(shell, directory, training, simulation) : '';
  return {
    data: { output_directory: resolve(directory), status, training, simulation },
    summary: `${status}: ${resolve(directory)}`,
    details: () => shown,
  };
}

/** The one word for both parts: the less finished one counts. */
function statusOf(training: Metadata | null, simulation: Metadata | null): string {
  const states = [training, simulation].flatMap((part) => (part === null ? [] : String(part.status)));
  return states.find((state) => state !== 'complete') ?? 'complete';
}

async function describe(
  shell: Shell,
  directory: string,
  training: Metadata | null,
  simulation: Metadata | null,
): Promise<string> {
  const parts = training === null ? [] : await trainingText(shell, directory, training);
  if (simulation !== null) parts.push(heading('Simulation'), facts(simulationFacts(simulation)));
  return parts.join('\n');
}

async function trainingText(shell: Shell, directory: string, training: Metadata): Promise<string[]> {
  const history = await shell.call('queryConvergence', { output_dir: directory });
  const found = diagnose(history);
  const bounds = history.iterations.map((at) => ({
    iteration: at.iteration,
    lower: at.lower_bound,
    upper: at.upper_bound,
    margin: at.ci_95,
  }));
  const lines: [string, string][] = [
    ...whereAndWhen(training),
    ['Iterations', `${history.total_iterations}, stopped by ${history.termination_reason}`],
  ];
  if (found !== null) {
    lines.push(
      ['Lower bound', colors.blue(money(found.last.lower_bound))],
      ['Upper bound', `${colors.yellow(money(found.last.upper_bound))} ± ${money(found.last.ci_95)}`],
      ['Gap', percent(found.last.gap)],
    );
  }
  const advice = found?.advice ?? [];
  return [
    heading('Convergence'),
    convergenceChart(bounds, shell.width),
    heading('Training'),
    facts(lines),
    ...(advice.length > 0 ? [heading('What to try'), ...advice.map((text) => `  • ${text}`)] : []),
  ];
}

function whereAndWhen(part: Metadata): [string, string][] {
  return [
    ['Started', `${part.started_at} on ${part.hostname}`],
    ['Took', duration(Number(part.duration_seconds) * 1000)],
    ['Status', String(part.status)],
  ];
}

function simulationFacts(simulation: Metadata): [string, string][] {
  const scenarios = (simulation.scenarios ?? {}) as Metadata;
  const costs = (simulation.costs ?? {}) as Metadata;
  return [
    ...whereAndWhen(simulation),
    ['Scenarios', `${scenarios.completed} of ${scenarios.total}`],
    ['Mean cost', `${money(Number(costs.mean))}   deviation ${money(Number(costs.std))}`],
  ];
}
