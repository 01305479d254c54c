/** Trains, simulates and writes everything, as the settings of a loaded case say. */
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import {
  beginPart,
  type ConvergenceRow,
  finishPart,
  type PolicyDetails,
  type RunIdentity,
  readConvergence,
  readPolicy,
  writeFittedPlanes,
  writePolicy,
  writeScenario,
  writeSimulationMetadata,
  writeStochastics,
  writeTraining,
} from '../../results/index.js';
import {
  type CutsSelected,
  gapOf,
  type MultistageProblem,
  type Policy,
  type RunEvent,
  type StopReason,
  type TrainOptions,
  trainPolicy,
} from '../../sddp/index.js';
import { type SimulationSummary, simulatePolicy } from '../../simulation/index.js';
import { fphaPlanes } from '../../stage/index.js';
import { buildStochasticModel, type StochasticModel } from '../../stochastic/index.js';
import { version } from '../../version.js';
import type { RunResult, SimulationRecord, TrainingSummary } from './run-result.js';

export interface RunOptions {
  /** The case's `output` folder unless given. */
  readonly output?: string;
  readonly threads?: number;
  /** As the settings say, unless given. */
  readonly phases?: 'training' | 'simulation' | 'both';
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** The time of day. */
  readonly date?: () => Date;
}

export async function runCase(study: Case, caseDirectory: string, options: RunOptions = {}): Promise<RunResult> {
  const run = new Run(study, resolve(options.output ?? join(caseDirectory, 'output')), caseDirectory, options);
  return run.execute();
}

class Run {
  readonly #study: Case;
  readonly #output: string;
  readonly #caseDirectory: string;
  readonly #options: RunOptions;
  readonly #stochastic: StochasticModel;
  readonly #identity: RunIdentity;
  readonly #now: () => number;
  readonly #date: () => Date;

  constructor(study: Case, output: string, caseDirectory: string, options: RunOptions) {
    this.#study = study;
    this.#output = output;
    this.#caseDirectory = caseDirectory;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#date = options.date ?? (() => new Date());
    this.#stochastic = buildStochasticModel(study);
    this.#identity = { cobre_version: version, hostname: hostname(), solver: 'simplex', solver_version: version };
  }

  get #policyDirectory(): string {
    return resolve(this.#output, this.#study.settings.policy.path);
  }

  async execute(): Promise<RunResult> {
    const { settings } = this.#study;
    await writeFittedPlanes(this.#output, this.#study, fphaPlanes);
    if (settings.exports.stochastic) await this.#exportStochastics();
    const wanted = phasesOf(settings, this.#options.phases);
    const trained = wanted.training ? await this.#train() : undefined;
    const stopped = trained?.summary.termination_reason === 'shutdown';
    const simulation = wanted.simulation && !stopped ? await this.#simulate(trained) : null;
    const partial = stopped || (simulation !== null && simulation.completed < simulation.scenarios);
    return {
      status: partial ? 'partial' : 'completed',
      output_dir: this.#output,
      // Stopped before its first iteration, a training has no bounds to tell of.
      training: trained !== undefined && trained.summary.iterations > 0 ? trained.summary : null,
      simulation: simulation?.record ?? null,
    };
  }

  async #train(): Promise<{ policy: Policy; problem: MultistageProblem; summary: TrainingSummary }> {
    const started = this.#now();
    const startedAt = this.#date().toISOString();
    const earlier = await this.#earlierIterations();
    const selections: CutsSelected[] = [];
    const trained = await trainPolicy(this.#study, this.#stochastic, {
      threads: this.#options.threads ?? 1,
      now: this.#now,
      ...(this.#options.signal ? { signal: this.#options.signal } : {}),
      onEvent: (event) => {
        if (event.type === 'cuts_selected') selections.push(event);
        this.#options.onEvent?.(event);
      },
      ...(await this.#start()),
      // Results of an earlier run stay until this one has something of its own.
      begin: async () => {
        await beginPart(this.#output, 'training');
        await beginPart(this.#output, 'simulation');
      },
      checkpoint: (policy) => writePolicy(this.#policyDirectory, policy, this.#policyDetails()),
    });
    const { policy, reason, converged, iterations, problem, threads } = trained;
    const durationSeconds = (this.#now() - started) / 1000;
    const summary = summaryOf(policy, reason, durationSeconds * 1000);
    if (reason === 'shutdown' && iterations.length === 0) return { policy, problem, summary };
    await writeTraining(
      this.#output,
      {
        study: this.#study,
        earlier: earlier.filter((row) => row.iteration <= policy.completedIterations - iterations.length),
        iterations,
        selections,
        policy,
        reason,
        converged,
        startedAt,
        completedAt: this.#date().toISOString(),
        durationSeconds,
        threads,
        maxIterations: this.#maxIterations,
      },
      this.#identity,
    );
    if (reason !== 'shutdown') await finishPart(this.#output, 'training');
    return { policy, problem, summary };
  }

  /** A resumed training continues the history of the run before. */
  async #earlierIterations(): Promise<readonly ConvergenceRow[]> {
    if (this.#study.settings.policy.mode !== 'resume') return [];
    return readConvergence(this.#output).catch(() => []);
  }

  /** Where to begin: nothing, cuts of an earlier policy, or exactly where one stopped; and what follows the last stage. */
  async #start(): Promise<Pick<TrainOptions, 'start' | 'boundary'>> {
    const { mode, boundary } = this.#study.settings.policy;
    const start = mode === 'fresh' ? {} : { start: { mode, policy: await this.#readPolicy() } };
    if (boundary === null) return start;
    const other = await readPolicy(resolve(this.#caseDirectory, boundary.path));
    const stage = other.stages[boundary.sourceStage];
    if (stage === undefined) {
      throw new Fault('IncompatibleSettings', `The boundary policy has no stage ${boundary.sourceStage}.`, {
        context: { settings: 'policy.boundary', detail: `it has ${other.stages.length} stages` },
        suggestion: 'Choose a source_stage of that policy.',
      });
    }
    return { ...start, boundary: stage.pool };
  }

  async #readPolicy(): Promise<Policy> {
    const policy = await readPolicy(this.#policyDirectory);
    const { validateCompatibility } = this.#study.settings.policy;
    const expected = this.#study.horizon.stages.length;
    if (validateCompatibility && policy.stages.length !== expected) {
      throw new Fault('IncompatibleSettings', 'The stored policy belongs to a case with another horizon.', {
        context: { settings: 'policy.mode', detail: `${policy.stages.length} stages instead of ${expected}` },
        suggestion: 'Start fresh, or point policy.path to a policy of this case.',
      });
    }
    return policy;
  }

  async #simulate(trained: { policy: Policy; problem: MultistageProblem } | undefined) {
    const policy = trained?.policy ?? (await this.#readPolicy());
    const started = this.#now();
    const startedAt = this.#date().toISOString();
    await beginPart(this.#output, 'simulation');
    const scenarios = simulatePolicy(this.#study, this.#stochastic, policy, {
      now: this.#now,
      threads: this.#options.threads ?? 1,
      ...(this.#options.signal ? { signal: this.#options.signal } : {}),
      ...(this.#options.onEvent ? { onEvent: this.#options.onEvent } : {}),
      ...(trained ? { problem: trained.problem } : {}),
    });
    const folders = new Set<string>();
    let step = await scenarios.next();
    while (!step.done) {
      await writeScenario(this.#output, step.value);
      for (const { table, rowCount } of step.value.tables) if (rowCount > 0) folders.add(`simulation/${table.folder}/`);
      step = await scenarios.next();
    }
    const summary: SimulationSummary = step.value;
    const durationSeconds = (this.#now() - started) / 1000;
    const times = {
      startedAt,
      completedAt: this.#date().toISOString(),
      durationSeconds,
      threads: summary.threads,
    };
    await writeSimulationMetadata(this.#output, summary, times, this.#identity);
    if (summary.completed === summary.scenarios) await finishPart(this.#output, 'simulation');
    const record: SimulationRecord = {
      scenarios: summary.completed,
      mean_cost: summary.meanCost,
      std_cost: summary.stdCost,
      output_files: [...folders],
      wall_time_ms: Math.round(durationSeconds * 1000),
    };
    return { ...summary, record };
  }

  async #exportStochastics(): Promise<void> {
    const { provenance, stages, noise } = this.#stochastic;
    await writeStochastics(this.#output, this.#study, {
      inflow: provenance.inflow,
      fits: provenance.fits,
      path: provenance.path,
      noiseDimension: noise.dimension,
      openings: stages.map((stage) => stage.openings),
    });
  }

  get #maxIterations(): number {
    return this.#study.settings.training.stoppingRules.find((rule) => rule.type === 'iteration_limit')?.limit ?? 100;
  }

  #policyDetails(): PolicyDetails {
    return {
      version,
      createdAt: this.#date().toISOString(),
      maxIterations: this.#maxIterations,
      seed: this.#study.settings.training.treeSeed,
      states: this.#study.settings.exports.states,
      stageIds: this.#study.horizon.stages.map((stage) => stage.id),
    };
  }
}

/** Who names phases gets them, also where the settings leave one out; otherwise the settings decide. */
function phasesOf({ training, simulation }: Case['settings'], asked: RunOptions['phases']) {
  if (asked === undefined) return { training: training.enabled, simulation: simulation.enabled };
  return { training: asked !== 'simulation', simulation: asked !== 'training' };
}

function summaryOf(policy: Policy, reason: StopReason, wallTimeMs: number): TrainingSummary {
  const { lowerBound, upperBound } = policy;
  return {
    iterations: policy.completedIterations,
    final_lower_bound: lowerBound,
    final_upper_bound: upperBound,
    final_gap: gapOf(lowerBound, upperBound),
    termination_reason: reason,
    total_cuts: policy.stages.reduce((sum, { pool }) => sum + pool.count, 0),
    wall_time_ms: Math.round(wallTimeMs),
  };
}
