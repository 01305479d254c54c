import { relative, resolve } from 'node:path';
import { colors } from '@quadrivium/kernel/shell';
import type { RunEvent } from '../sddp/index.js';
import type { LocalRunNews } from '../service/runs/run-here.js';
import type { RunResult } from '../service/runs/run-result.js';
import type { Answer, CliCommand } from './command.js';
import { type BoundsAt, convergenceChart } from './convergence-chart.js';
import { exitCodes } from './envelope.js';
import { jsonLine } from './event-lines.js';
import { threadsOption } from './options.js';
import { ProgressLine } from './progress-line.js';
import type { Shell } from './shell.js';
import { stopOnSignals } from './signals.js';
import { duration, facts, heading, money, percent, plural } from './text.js';
import { validateAnswer } from './validate.js';

interface RunOptions {
  readonly output?: string;
  readonly threads?: number;
  readonly phases?: 'training' | 'simulation' | 'both';
  readonly validateOnly?: boolean;
}

export const runCommand: CliCommand = {
  name: 'run',
  declare(command, does) {
    command
      .description('Train and simulate a case as its settings say')
      .argument('<case>', 'Case directory')
      .option('--output <directory>', 'Where results go; <case>/output unless given')
      .addOption(threadsOption())
      .addOption(command.createOption('--phases <phases>', 'What to do').choices(['training', 'simulation', 'both']))
      .option('--validate-only', 'Only check the case')
      .action(does(run));
  },
};

async function run(shell: Shell, directory: string, options: RunOptions): Promise<Answer> {
  if (options.validateOnly) return validateAnswer(shell, directory);
  const signals = stopOnSignals();
  const progress = new ProgressLine(shell, () => performance.now());
  const history: BoundsAt[] = [];
  try {
    const { output: output_dir, threads, phases } = options;
    const { warnings, ...outcome } = await shell.call(
      'runHere',
      { case_dir: directory, output_dir, threads, phases },
      {
        signal: signals.signal,
        onNews({ event, ...size }: LocalRunNews) {
          if (event.type === 'iteration') {
            history.push({
              iteration: event.iteration,
              lower: event.lowerBound,
              upper: event.upperBoundMean,
              margin: event.ci95,
            });
          }
          if (shell.outputFormat === 'json-lines')
            printEvent(shell, event, (date) => jsonLine(event, size, resolve(directory), date));
          if (shell.outputFormat === 'human' && shell.progress && !shell.quiet) progress.on(event);
        },
      },
    );
    progress.end();
    return answerOf(shell, outcome, history, {
      exitCode: signals.signal.aborted ? exitCodes.interrupted : exitCodes.ok,
      warnings,
    });
  } finally {
    progress.end();
    signals.release();
  }
}

function printEvent(shell: Shell, event: RunEvent, line: (timestamp: string) => object | null): void {
  const isProgress = event.type === 'iteration' || event.type === 'simulation_progress';
  if (shell.quiet || (isProgress && !shell.progress)) return;
  const record = line(new Date().toISOString());
  if (record !== null) shell.print(`${JSON.stringify(record)}\n`);
}

function answerOf(
  shell: Shell,
  outcome: RunResult,
  history: readonly BoundsAt[],
  ending: Pick<Answer, 'exitCode' | 'warnings'>,
): Answer {
  const { training, simulation, status, output_dir } = outcome;
  const bounds = training
    ? `lower bound ${training.final_lower_bound}, ${training.termination_reason} after ${training.iterations} iterations`
    : 'no training';
  const costs = simulation ? `, mean cost ${simulation.mean_cost} over ${simulation.scenarios} scenarios` : '';
  return {
    ...ending,
    data: { output_directory: output_dir, ...outcome },
    summary:
      shell.outputFormat === 'human' && !shell.quiet
        ? nextSteps(shortest(output_dir))
        : `${status}: ${bounds}${costs}; results in ${output_dir}`,
    details: () => describe(outcome, history, shell.width),
  };
}

function describe({ training, simulation, status }: RunResult, history: readonly BoundsAt[], width: number): string {
  const parts: string[] = [];
  const chart = convergenceChart(history, width);
  if (chart !== '') parts.push(heading('Convergence'), chart);
  const lines: [string, string][] = [];
  if (training) {
    lines.push(
      [
        'Training',
        `${plural(training.iterations, 'iteration')} in ${duration(training.wall_time_ms)}, stopped by ${training.termination_reason}`,
      ],
      ['Lower bound', colors.blue(money(training.final_lower_bound))],
      [
        'Upper bound',
        `${colors.yellow(money(training.final_upper_bound))} ± ${money(history.at(-1)?.margin ?? 0)}   gap ${percent(training.final_gap)}`,
      ],
      ['Cuts', plural(training.total_cuts, 'cut')],
    );
  }
  if (simulation) {
    const { scenarios, mean_cost, std_cost, wall_time_ms } = simulation;
    lines.push(
      ['Simulation', `${plural(scenarios, 'scenario')} in ${duration(wall_time_ms)}`],
      [
        'Mean cost',
        `${colors.bold(money(mean_cost))} ± ${money(scenarios > 1 ? (1.96 * std_cost) / Math.sqrt(scenarios) : 0)}   deviation ${money(std_cost)}`,
      ],
    );
  }
  if (status === 'partial') lines.push(['Status', colors.yellow('stopped before its end; what was reached is kept')]);
  parts.push(heading('Result'), facts(lines));
  return parts.join('\n');
}

function nextSteps(output: string): string {
  const step = (command: string, what: string) =>
    `  ${colors.green(command.padEnd(30 + output.length))} ${colors.dim(what)}`;
  return [
    `\nResults in ${colors.bold(output)}. Look further with`,
    step(`cobre summary ${output}`, 'plants, reservoirs, prices'),
    step(`cobre plot ${output} --format png`, 'charts'),
    step(`cobre query ${output} hydros`, 'rows'),
  ].join('\n');
}

function shortest(path: string): string {
  const near = relative(process.cwd(), path) || '.';
  return near.startsWith('..') ? path : near;
}
