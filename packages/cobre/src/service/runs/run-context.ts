import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { presentDate } from '@quadrivium/kernel/essentials';
import type { Case } from '../../case/model.js';
import type { RemoteWorkers, WorkersSettings } from '../../distribution/index.js';
import {
  type LinkedFolders,
  modelOfPolicy,
  modelWithBoundary,
  type OutputFolder,
  type RunIdentity,
  type RunInputs,
  runInputs,
  type SetupTimes,
  writeFittedPlanes,
} from '../../results/index.js';
import type { RunEvent } from '../../sddp/index.js';
import { fphaPlanes } from '../../stage/index.js';
import type { StochasticModel } from '../../stochastic/index.js';
import { version } from '../../version.js';
import type { Kept } from './full-disk.js';

export interface RunOptions {
  /** The case's `output` folder unless given. */
  readonly output?: string;
  /** Folders of the output directory that are links and may be followed; those that are there unless given. */
  readonly links?: LinkedFolders;
  /** Whoever started the run holds the lock of the output directory. */
  readonly locked?: boolean;
  readonly threads?: number;
  /** Workers elsewhere that do the work; threads of this process unless given. */
  readonly workers?: WorkersSettings;
  /** Digest of the files the case was read from, for the metadata. */
  readonly inputsDigest?: string;
  /** The digests of those files one by one, and settings that were changed for this run alone, for the proof. */
  readonly inputFiles?: Readonly<Record<string, string>>;
  readonly changes?: readonly string[];
  /** How long the files took to read and check, for the metadata. */
  readonly loadSeconds?: number;
  /** Ends the training with a proof of its bounds. */
  readonly prove?: boolean;
  /** As the settings say, unless given. */
  readonly phases?: 'training' | 'simulation' | 'both';
  /** Stops the run behind the iteration or scenario under way. */
  readonly signal?: AbortSignal;
  /** Stops it within the iteration. */
  readonly atOnce?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** The time of day. */
  readonly date?: () => Date;
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

/** What training, proof and simulation of one run share. */
export interface RunContext extends RunPlaces {
  readonly study: Case;
  readonly options: RunOptions;
  readonly stochastic: StochasticModel;
  readonly identity: RunIdentity;
  readonly inputs: RunInputs;
  readonly now: () => number;
  readonly date: () => Date;
  readonly policyDirectory: string;
  readonly setup: SetupTimes;
  /** Who is called on, where workers elsewhere do the work. */
  readonly remote: RemoteWorkers | undefined;
}

export async function runContext(
  study: Case,
  places: RunPlaces,
  options: RunOptions,
  remote?: RemoteWorkers,
): Promise<RunContext> {
  const now = options.now ?? (() => performance.now());
  const began = now();
  const { training } = phasesOf(study.settings, options.phases);
  const policyDirectory = resolve(places.path, study.settings.policy.path);
  const stochastic = training
    ? await modelWithBoundary(study, places.caseDirectory)
    : await modelOfPolicy(policyDirectory, study, places.caseDirectory);
  const fitted = now();
  // Planes are kept by whoever made them, so that this is the time they take.
  await writeFittedPlanes(places.output, study, fphaPlanes);
  return {
    ...places,
    study,
    options,
    stochastic,
    setup: {
      load: options.loadSeconds ?? null,
      stochasticFit: (fitted - began) / 1000,
      productionFit: (now() - fitted) / 1000,
    },
    identity: { cobre_version: version, hostname: hostname(), solver: 'simplex', solver_version: version },
    inputs: runInputs(study, options.inputsDigest ?? null),
    now,
    date: options.date ?? presentDate,
    policyDirectory,
    remote,
  };
}

/** Who names phases gets them, also where the settings leave one out; otherwise the settings decide. */
export function phasesOf({ training, simulation }: Case['settings'], asked: RunOptions['phases']) {
  if (asked === undefined) return { training: training.enabled, simulation: simulation.enabled };
  return { training: asked !== 'simulation', simulation: asked !== 'training' };
}

/** What both phases hand on to whoever computes. */
export function computing({ options, now, remote }: RunContext) {
  return {
    now,
    ...(remote ? { remote } : {}),
    threads: options.threads ?? 1,
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.atOnce ? { atOnce: options.atOnce } : {}),
  };
}
