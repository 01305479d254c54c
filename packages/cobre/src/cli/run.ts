import { relative, resolve } from 'node:path';
import {
  type Answer,
  argument,
  colors,
  dependent,
  exitCodes,
  type Io,
  oneOf,
  onSwitch,
  repeated,
  textValue,
  wholeNumber,
  withVariable,
} from '@quadrivium/kernel/shell';
import { workersFrom } from '../distribution/workers-settings.js';
import { runHere } from '../operations/run-here.js';
import { phaseNames } from '../operations/shared-fields.js';
import { halfWidth95 } from '../sddp/index.js';
import { natsFlags, workersFlag } from '../service/nats-flags.js';
import type { LocalRunNews } from '../service/runs/run-here.js';
import type { RunResult } from '../service/runs/run-result.js';
import { call, cobreCommand } from './calls.js';
import { type BoundsAt, convergenceChart } from './convergence-chart.js';
import { jsonLine } from './event-lines.js';
import { isMilestone, progressText } from './progress-text.js';
import { duration, facts, heading, money, percent, plural } from './text.js';
import { validateAnswer } from './validate.js';

/** More than any machine has. */
const mostThreads = 4096;

export const runCommand = cobreCommand({
  name: 'run',
  description: 'Train and simulate a case as its settings say',
  arguments: { case: argument('Case directory') },
  options: {
    output: textValue('output', 'Where results go; <case>/output unless given', 'directory'),
    threads: withVariable(
      wholeNumber('threads', 'Threads that share the work; as many as are worth it unless given', {
        min: 1,
        max: mostThreads,
      }),
      'COBRE_THREADS',
    ),
    ...natsFlags,
    workers: workersFlag,
    phases: dependent(oneOf('phases', 'What to do; as the settings say unless given', phaseNames)),
    resume: onSwitch('resume', 'Go on from the last checkpoint, whatever policy.mode says'),
    set: repeated(
      textValue(
        'set',
        'A setting for this run, such as simulation.selection.num_scenarios=200 (in release 0.5.1 simulation.num_scenarios); may be repeated',
        'key=value',
      ),
      'one-by-one',
    ),
    prove: onSwitch('prove', 'End the training with a proven interval for the optimal cost, in training/proof.json'),
    validateOnly: onSwitch('validate-only', 'Only check the case'),
  },
  async run(io, given) {
    const { case: directory, output: output_dir, threads, phases, resume, prove, set } = given;
    if (given.validateOnly) return validateAnswer(io, given, directory);
    const history: BoundsAt[] = [];
    const workers = workersFrom(given);
    io.signal.addEventListener('abort', () => sayStopping(io), { once: true });
    const request = { case_dir: directory, output_dir, threads, workers, phases, resume, prove, set: [...set] };
    const { warnings, ...outcome } = await call(runHere, request, io, given, (news: LocalRunNews) => {
      history.push(...boundsAt(news));
      tell(io, directory, news);
    });
    // The code of an interrupted run is the specification's, whoever asked it to stop.
    const exitCode = io.stoppedBy() === undefined ? exitCodes.ok : exitCodes.interrupted;
    const goOn = outcome.status === 'completed' || isEmpty(outcome) ? null : resumeCommand(given);
    return { ...answerOf(io, outcome, history, goOn), exitCode, warnings };
  },
});

function boundsAt({ event }: LocalRunNews): readonly BoundsAt[] {
  if (event.type !== 'iteration') return [];
  const { iteration, lowerBound: lower, upperBoundMean: upper, ci95: margin } = event;
  return [{ iteration, lower, upper, margin }];
}

/** Writing what was reached may take a moment: whoever stops a run has to know that he was heard. */
function sayStopping(io: Io): void {
  if (io.quiet) return;
  io.progress.end();
  io.note(
    'Stopping. The iteration under way is dropped, what the ones before it gave is kept. Asked again, the run ends at once, with its last checkpoint.\n',
  );
}

/** Programs get a line of JSON, people a line of progress. */
function tell(io: Io, directory: string, { event, ...size }: LocalRunNews): void {
  const milestone = isMilestone(event);
  const record = jsonLine(event, size, resolve(directory), io.now().toISOString());
  if (record !== null) io.event(record, milestone ? undefined : 'progress');
  const text = progressText(event);
  if (text !== null) io.progress.show(text, { milestone });
}

/** Stopped before it had anything to keep. */
function isEmpty({ status, training, simulation }: RunResult): boolean {
  return status === 'partial' && training === null && simulation === null;
}

const unwritten = 'stopped before its first iteration was whole; earlier results are as they were';

/** How the same run is taken up again; what was set for it has to be said again, and stands in the history of the shell. */
function resumeCommand({
  case: directory,
  output,
}: {
  readonly case: string;
  readonly output: string | undefined;
}): string {
  return `cobre run ${directory}${output === undefined ? '' : ` --output ${output}`} --resume`;
}

function answerOf(io: Io, outcome: RunResult, history: readonly BoundsAt[], goOn: string | null): Answer {
  const { training, simulation, proof, status, output_dir } = outcome;
  const bounds = training
    ? `lower bound ${training.final_lower_bound}, ${training.termination_reason} after ${training.iterations} iterations`
    : 'no training';
  const costs = simulation ? `, mean cost ${simulation.mean_cost} over ${simulation.scenarios} scenarios` : '';
  return {
    data: { output_directory: output_dir, ...outcome },
    summary:
      io.forPeople && !io.quiet
        ? isEmpty(outcome)
          ? ''
          : nextSteps(shortest(output_dir), goOn)
        : `${status}: ${bounds}${costs}${proof ? `; ${proof.statement}` : ''}; results in ${output_dir}`,
    details: () => describe(outcome, history, io.width),
  };
}

function describe(outcome: RunResult, history: readonly BoundsAt[], width: number): string {
  const { training, simulation, proof, status } = outcome;
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
        `${colors.yellow(money(training.final_upper_bound))}${marginOf(history)}   gap ${percent(training.final_gap)}`,
      ],
      ['Cuts', plural(training.total_cuts, 'cut')],
    );
  }
  if (proof) {
    const cost = `${duration(proof.wall_time_ms)}, ${plural(proof.lp_solves, 'linear program')}`;
    lines.push(['Proof', `${colors.bold(proof.statement)} ${colors.dim(`It took ${cost}.`)}`]);
  }
  if (simulation) {
    const { scenarios, mean_cost, std_cost, wall_time_ms } = simulation;
    lines.push(
      ['Simulation', `${plural(scenarios, 'scenario')} in ${duration(wall_time_ms)}`],
      [
        'Mean cost',
        `${colors.bold(money(mean_cost))} ± ${money(halfWidth95(std_cost, scenarios))}   deviation ${money(std_cost)}`,
      ],
    );
  }
  if (status === 'partial')
    lines.push([
      'Status',
      colors.yellow(isEmpty(outcome) ? unwritten : 'stopped before its end; what was reached is kept'),
    ]);
  parts.push(heading('Result'), facts(lines));
  return parts.join('\n');
}

/** A training that is taken up at its end has iterated nothing, and knows no spread. */
function marginOf(history: readonly BoundsAt[]): string {
  const last = history.at(-1);
  return last === undefined ? '' : ` ± ${money(last.margin)}`;
}

function nextSteps(output: string, goOn: string | null): string {
  const step = (command: string, what: string) =>
    `  ${colors.green(command.padEnd(30 + output.length))} ${colors.dim(what)}`;
  return [
    `\nResults in ${colors.bold(output)}. Look further with`,
    ...(goOn === null ? [] : [step(goOn, 'go on where it stopped')]),
    step(`cobre summary ${output}`, 'plants, reservoirs, prices'),
    step(`cobre plot ${output} --format png`, 'charts'),
    step(`cobre query ${output} hydros`, 'rows'),
  ].join('\n');
}

function shortest(path: string): string {
  const near = relative(process.cwd(), path) || '.';
  return near.startsWith('..') ? path : near;
}
