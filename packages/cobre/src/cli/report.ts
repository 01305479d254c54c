import { resolve } from 'node:path';
import { type Answer, argument, colors, type Io, onSwitch, textValue } from '@quadrivium/kernel/shell';
import { queryConvergence } from '../operations/query-convergence.js';
import { type RunParts, runMetadata } from '../operations/run-metadata.js';
import { simulatedCosts } from '../operations/simulated-costs.js';
import type { ConvergenceHistory } from '../service/answers/convergence.js';
import { diagnose } from '../service/answers/diagnosis.js';
import { call, cobreCommand, type GlobalOptions } from './calls.js';
import { convergenceChart } from './convergence-chart.js';
import { type Planning, planningOf } from './planning.js';
import { planningFacts } from './planning-lines.js';
import { writeReportPage } from './report-page.js';
import { resultsDirectory } from './results-directory.js';
import { duration, facts, heading, money, percent } from './text.js';

type Metadata = Readonly<Record<string, unknown>>;

export const reportCommand = cobreCommand({
  name: 'report',
  description: 'How a run went: status, times, convergence, and what to try next',
  arguments: { results: argument('Output directory of a run, or its case') },
  options: {
    html: onSwitch('html', 'Write a page with tables and charts, one file that needs nothing else'),
    output: textValue('output', 'File of the page; <results>/report.html unless given', 'path'),
  },
  run: (io, given) => report(io, given, resultsDirectory(given.results)),
});

interface ReportOptions extends GlobalOptions {
  readonly html: boolean;
  readonly output: string | undefined;
}

async function report(io: Io, given: ReportOptions, directory: string): Promise<Answer> {
  const { training, simulation, parts } = await call(runMetadata, { output_dir: directory }, io, given);
  const status = statusOf(training, simulation, parts);
  const shortfall = shortfallOf(parts.simulation);
  const asPage = given.html || given.output !== undefined;
  const trained =
    training === null || !(io.forPeople || asPage) ? null : await trainingOf(io, given, directory, training);
  const planning = simulation === null || !(io.forPeople || asPage) ? null : await planningOf(io, given, directory);
  const simulated = simulation === null ? [] : simulationFacts(simulation);
  if (planning !== null) simulated.push(...(await brokenLimitLines(io, given, directory)));
  const known = { status: `${status}${shortfall}`, training: trained?.facts ?? [], simulation: simulated, planning };
  const page = asPage ? await writeReportPage(io, given, directory, known, given.output) : null;
  return {
    data: { output_directory: resolve(directory), status, training, simulation, parts, ...(page ? { page } : {}) },
    summary: `${status}${shortfall}: ${page?.file ?? resolve(directory)}`,
    details: () => (page === null ? texts(io, trained, simulated, planning) : ''),
  };
}

function texts(
  io: Io,
  trained: Trained | null,
  simulated: readonly [string, string][],
  planning: Planning | null,
): string {
  const planned = planning === null ? [] : planningFacts(planning);
  return [
    ...(trained === null ? [] : trainingText(io, trained)),
    ...(simulated.length === 0 ? [] : [heading('Simulation'), facts(simulated)]),
    ...(planned.length === 0 ? [] : [heading('For planning'), facts(planned)]),
  ].join('\n');
}

/** The one word for both parts: the less finished one counts. */
function statusOf(training: Metadata | null, simulation: Metadata | null, parts: RunParts): string {
  const states = [training, simulation].flatMap((part) => (part === null ? [] : String(part.status)));
  const begun = [
    training === null || parts.training.finished,
    parts.simulation.finished || (simulation === null && parts.simulation.scenarios === null),
  ];
  if (parts.running) return 'running';
  const word = states.find((state) => state !== 'complete') ?? 'complete';
  return word === 'complete' && begun.includes(false) ? 'interrupted' : word;
}

function shortfallOf({ finished, scenarios, scenarios_completed }: RunParts['simulation']): string {
  return finished || scenarios === null ? '' : ` (${scenarios_completed ?? 0} of ${scenarios} scenarios)`;
}

interface Trained {
  readonly history: ConvergenceHistory;
  readonly facts: readonly [string, string][];
  readonly advice: readonly string[];
}

async function trainingOf(io: Io, given: GlobalOptions, directory: string, training: Metadata): Promise<Trained> {
  const history = await call(queryConvergence, { output_dir: directory }, io, given);
  const found = diagnose(history);
  const bounds: [string, string][] =
    found === null
      ? []
      : [
          ['Lower bound', colors.blue(money(found.last.lower_bound))],
          ['Upper bound', `${colors.yellow(money(found.last.upper_bound))} ± ${money(found.last.ci_95)}`],
          ['Gap', percent(found.last.gap)],
        ];
  const iterations = `${history.total_iterations}, stopped by ${history.termination_reason}`;
  return {
    history,
    facts: [...whereAndWhen(training), ['Iterations', iterations], ...bounds],
    advice: found?.advice ?? [],
  };
}

function trainingText(io: Io, { history, facts: lines, advice }: Trained): string[] {
  const bounds = history.iterations.map((at) => ({
    iteration: at.iteration,
    lower: at.lower_bound,
    upper: at.upper_bound,
    margin: at.ci_95,
  }));
  return [
    heading('Convergence'),
    convergenceChart(bounds, io.width),
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

/** Money that only the program pays is told apart: a short training buys water that is not there. */
async function brokenLimitLines(io: Io, given: GlobalOptions, directory: string): Promise<[string, string][]> {
  const { costs, broken_limits: broken } = await call(simulatedCosts, { output_dir: directory }, io, given);
  if (costs === null || broken.length === 0) return [];
  const all = broken.reduce((sum, { mean }) => sum + mean, 0);
  const told = broken.map(({ description, mean }) => `${description.toLowerCase()} ${money(mean)}`).join(', ');
  return [['Broken limits', `${percent(all / costs.mean)} of the mean cost: ${told}`]];
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
