/** Trains, simulates and writes everything, as the settings of a loaded case say. */
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Fault } from '@quadrivium/kernel/fault';
import type { Case } from '../../case/model.js';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import {
  beginPart,
  type ConvergenceRow,
  currentDetails,
  finishPart,
  type LinkedFolders,
  OutputFolder,
  type PolicyDetails,
  type RunIdentity,
  type RunInputs,
  readBoundary,
  readConvergence,
  readPolicy,
  readPolicyHistory,
  readRunMetadata,
  runInputs,
  type SimulationTimes,
  SimulationWriter,
  writeConvergence,
  writeFittedPlanes,
  writePolicy,
  writeStochastics,
  writeTraining,
} from '../../results/index.js';
import {
  type CutsSelected,
  gapOf,
  type IterationDone,
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
import { plainFiles } from '../files/files.js';
import { type Kept, writeFailure } from './full-disk.js';
import { lockOutput, type RunLock } from './lock/run-lock.js';
import { policyPlace } from './policy-place.js';
import { proveRun } from './prove-run.js';
import { linksIn } from './run-paths.js';
import type { ProofSummary, RunResult, SimulationRecord, TrainingSummary } from './run-result.js';

export interface RunOptions {
  /** The case's `output` folder unless given. */
  readonly output?: string;
  /** Folders of the output directory that are links and may be followed; those that are there unless given. */
  readonly links?: LinkedFolders;
  /** Whoever started the run holds the lock of the output directory. */
  readonly locked?: boolean;
  readonly threads?: number;
  /** Digest of the files the case was read from, for the metadata. */
  readonly inputsDigest?: string;
  /** The digests of those files one by one, and settings that were changed for this run alone, for the proof. */
  readonly inputFiles?: Readonly<Record<string, string>>;
  readonly changes?: readonly string[];
  /** Ends the training with a proof of its bounds. */
  readonly prove?: boolean;
  /** As the settings say, unless given. */
  readonly phases?: 'training' | 'simulation' | 'both';
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** The time of day. */
  readonly date?: () => Date;
}

/** How often a history is written while no checkpoint is due. */
const historyIntervalMs = 1000;

export async function runCase(study: Case, caseDirectory: string, options: RunOptions = {}): Promise<RunResult> {
  const path = resolve(options.output ?? join(caseDirectory, 'output'));
  const links = options.links ?? (await linksIn(plainFiles('/'), path));
  const output = await OutputFolder.open(path, links);
  const kept: Kept = { checkpoint: null, training: false };
  const asked = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, asked.signal]) : asked.signal;
  let lock: RunLock | undefined;
  try {
    if (!options.locked) lock = await lockOutput(output.path, { onStop: () => asked.abort() });
    const places = { output, links, path, kept, caseDirectory };
    return await new Run(study, places, { ...options, signal }).execute();
  } catch (cause) {
    throw writeFailure(cause, kept);
  } finally {
    await lock?.release();
    await output.close();
  }
}

/** Where a run reads and writes, and what of it is whole. */
interface RunPlaces {
  readonly output: OutputFolder;
  readonly links: LinkedFolders;
  /** The output directory as the caller calls it. */
  readonly path: string;
  readonly caseDirectory: string;
  readonly kept: Kept;
}

interface TrainedRun {
  readonly policy: Policy;
  readonly problem: MultistageProblem;
  readonly summary: TrainingSummary;
  readonly boundary: CutPool | undefined;
  readonly last: IterationDone | undefined;
}

class Run {
  readonly #study: Case;
  readonly #places: RunPlaces;
  readonly #output: OutputFolder;
  readonly #options: RunOptions;
  readonly #stochastic: StochasticModel;
  readonly #identity: RunIdentity;
  readonly #inputs: RunInputs;
  readonly #now: () => number;
  readonly #date: () => Date;

  constructor(study: Case, places: RunPlaces, options: RunOptions) {
    this.#study = study;
    this.#places = places;
    this.#output = places.output;
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#date = options.date ?? (() => new Date());
    this.#stochastic = buildStochasticModel(study);
    this.#inputs = runInputs(study, options.inputsDigest ?? null);
    this.#identity = { cobre_version: version, hostname: hostname(), solver: 'simplex', solver_version: version };
  }

  get #policyDirectory(): string {
    return resolve(this.#places.path, this.#study.settings.policy.path);
  }

  async execute(): Promise<RunResult> {
    const { settings } = this.#study;
    await writeFittedPlanes(this.#output, this.#study, fphaPlanes);
    if (settings.exports.stochastic) await this.#exportStochastics();
    const wanted = phasesOf(settings, this.#options.phases);
    const trained = wanted.training ? await this.#train() : undefined;
    const stopped = trained?.summary.termination_reason === 'shutdown';
    const proof = this.#options.prove && trained && !stopped ? await this.#prove(trained) : null;
    const simulation = wanted.simulation && !stopped ? await this.#simulate(trained) : null;
    await this.#output.requirePlace();
    const partial = stopped || (simulation !== null && simulation.completed < simulation.scenarios);
    return {
      status: partial ? 'partial' : 'completed',
      output_dir: this.#places.path,
      // Stopped before its first iteration, a training has no bounds to tell of.
      training: trained !== undefined && trained.summary.iterations > 0 ? trained.summary : null,
      simulation: simulation?.record ?? null,
      ...(this.#options.prove ? { proof } : {}),
    };
  }

  async #train(): Promise<TrainedRun> {
    const started = this.#now();
    const startedAt = this.#date().toISOString();
    const start = await this.#start();
    const history = await this.#earlierIterations(start);
    const earlier = history.length;
    const selections: CutsSelected[] = [];
    const place = await policyPlace(this.#output, this.#places.links, this.#study.settings.policy.path);
    let writtenAt = this.#now();
    const trained = await trainPolicy(this.#study, this.#stochastic, {
      threads: this.#options.threads ?? 1,
      now: this.#now,
      ...(this.#options.signal ? { signal: this.#options.signal } : {}),
      onEvent: (event) => {
        if (event.type === 'cuts_selected') selections.push(event);
        if (event.type === 'iteration') history.push(event);
        this.#options.onEvent?.(event);
      },
      ...start,
      // Results of an earlier run stay until this one has something of its own.
      begin: async () => {
        await beginPart(this.#output, 'training');
        await beginPart(this.#output, 'simulation');
      },
      checkpoint: async (policy) => {
        await this.#output.requirePlace();
        await writeConvergence(this.#output, history, isCurrent(this.#study));
        await writePolicy(place, policy, { ...this.#policyDetails(policy.stateCount), history });
        this.#places.kept.checkpoint = policy.completedIterations;
        writtenAt = this.#now();
      },
      iterated: async () => {
        if (this.#now() - writtenAt < historyIntervalMs) return;
        await writeConvergence(this.#output, history, isCurrent(this.#study));
        writtenAt = this.#now();
      },
    }).finally(() => place.close());
    const { policy, reason, converged, iterations, problem, threads } = trained;
    const durationSeconds = (this.#now() - started) / 1000;
    const summary = summaryOf(policy, reason, durationSeconds * 1000);
    const done = { policy, problem, summary, boundary: start.boundary, last: iterations.at(-1) };
    if (reason === 'shutdown' && iterations.length === 0) return done;
    await writeTraining(
      this.#output,
      {
        study: this.#study,
        earlier: history.slice(0, earlier),
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
        inputs: this.#inputs,
      },
      this.#identity,
    );
    if (reason !== 'shutdown') await finishPart(this.#output, 'training');
    this.#places.kept.training = true;
    return done;
  }

  async #prove({ policy, boundary, last }: TrainedRun): Promise<ProofSummary | null> {
    await this.#output.requirePlace();
    return proveRun({
      study: this.#study,
      stochastic: this.#stochastic,
      policy,
      boundary,
      last,
      caseDirectory: this.#places.caseDirectory,
      output: this.#output,
      outputPath: this.#places.path,
      inputFiles: this.#options.inputFiles ?? {},
      changes: this.#options.changes ?? [],
      now: this.#now,
      emit: this.#options.onEvent ?? (() => {}),
      signal: this.#options.signal,
    });
  }

  /** A resumed training continues the history of its policy, and never that of another run that left a table behind. */
  async #earlierIterations({ start }: Pick<TrainOptions, 'start'>): Promise<ConvergenceRow[]> {
    if (start?.mode !== 'resume') return [];
    const { completedIterations, lowerBound } = start.policy;
    const own = await readPolicyHistory(this.#policyDirectory);
    const history = own ?? (await this.#historyBeside(lowerBound, completedIterations));
    return history.filter(({ iteration }) => iteration <= completedIterations);
  }

  /** Policies of earlier versions keep no history; the table of their run is theirs if it is whole and says the same. */
  async #historyBeside(lowerBound: number, iterations: number): Promise<ConvergenceRow[]> {
    try {
      await readRunMetadata(this.#places.path, 'training');
      const rows = await readConvergence(this.#places.path);
      const last = rows.find(({ iteration }) => iteration === iterations);
      return last?.lowerBound === lowerBound ? rows : [];
    } catch (cause) {
      if (cause instanceof Fault) return [];
      throw cause;
    }
  }

  /** Where to begin: nothing, cuts of an earlier policy, or exactly where one stopped; and what follows the last stage. */
  async #start(): Promise<Pick<TrainOptions, 'start' | 'boundary'>> {
    const { mode } = this.#study.settings.policy;
    const start = mode === 'fresh' ? {} : { start: { mode, policy: await this.#readPolicy() } };
    const cuts = await readBoundary(this.#study, this.#places.caseDirectory);
    return cuts === undefined ? start : { ...start, boundary: cuts };
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
    const { simulationLayout } = this.#study.settings.exports;
    const writer = await SimulationWriter.begin(
      this.#output,
      simulationLayout,
      this.#study.settings.simulation.numScenarios,
    );
    const scenarios = simulatePolicy(this.#study, this.#stochastic, policy, {
      now: this.#now,
      threads: this.#options.threads ?? 1,
      ...(this.#options.signal ? { signal: this.#options.signal } : {}),
      ...(this.#options.onEvent ? { onEvent: this.#options.onEvent } : {}),
      ...(trained ? { problem: trained.problem } : {}),
    });
    const { summary, files } = await this.#write(scenarios, writer, (threads) => ({
      startedAt,
      completedAt: this.#date().toISOString(),
      durationSeconds: (this.#now() - started) / 1000,
      threads,
    }));
    const record: SimulationRecord = {
      scenarios: summary.completed,
      mean_cost: summary.meanCost,
      std_cost: summary.stdCost,
      output_files: [...files],
      wall_time_ms: Math.round(this.#now() - started),
    };
    return { ...summary, record };
  }

  async #write(
    scenarios: ReturnType<typeof simulatePolicy>,
    writer: SimulationWriter,
    times: (threads: number) => SimulationTimes,
  ): Promise<{ summary: SimulationSummary; files: readonly string[] }> {
    try {
      let step = await scenarios.next();
      while (!step.done) {
        await writer.take(step.value);
        step = await scenarios.next();
      }
      const summary = step.value;
      return { summary, files: await writer.finish(summary, times(summary.threads), this.#identity) };
    } catch (cause) {
      // Ends the threads of the simulation as well.
      await scenarios.return(undefined as never).catch(() => {});
      await writer.abandon();
      throw cause;
    }
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

  #policyDetails(stateCount: number): Omit<PolicyDetails, 'history'> {
    return {
      ...(isCurrent(this.#study) ? { current: currentDetails(this.#study, stateCount) } : {}),
      version,
      createdAt: this.#date().toISOString(),
      maxIterations: this.#maxIterations,
      seed: this.#study.settings.training.treeSeed,
      inputs: this.#inputs,
      states: this.#study.settings.exports.states,
      stageIds: this.#study.horizon.stages.map((stage) => stage.id),
    };
  }
}

/** Cases of today get policies of today. */
function isCurrent({ settings }: Case): boolean {
  return settings.generation === 'current';
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
