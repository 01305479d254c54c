/**
 * What a run of a case would take, told before it begins: linear programs and the memory of cuts by counting, time and the
 * memory of everything else by training on one path for a moment, here and now.
 */
import { availableParallelism } from 'node:os';
import type { Case } from '../../case/model.js';
import { parseChange, withSettings } from '../../case/read/changed-settings.js';
import { nodeFileAccess } from '../../case/read/files.js';
import { modelWithBoundary } from '../../results/index.js';
import {
  expectedTraining,
  type IterationDone,
  memoryOfMachine,
  type Policy,
  type RunEvent,
  trainPolicy,
} from '../../sddp/index.js';
import { simulatePolicy } from '../../simulation/index.js';
import type { StochasticModel } from '../../stochastic/index.js';
import { loadCase } from '../../validation/load-case.js';
import type { RunEstimate } from './run-estimate.js';
import { threadsFor } from './run-here.js';

interface Asked {
  readonly case_dir: string;
  readonly threads?: number | undefined;
  readonly set?: readonly string[] | undefined;
}

interface Means {
  readonly signal: AbortSignal;
  readonly tell: (event: RunEvent) => void;
}

export async function estimateRun({ case_dir, threads, set = [] }: Asked, means: Means): Promise<RunEstimate> {
  const access = withSettings(nodeFileAccess, case_dir, set.map(parseChange));
  const { case: study } = await loadCase(case_dir, access);
  const stochastic = await modelWithBoundary(study, case_dir);
  const asked = threads ?? threadsFor(study, availableParallelism());
  const { shortage, programs, ...expected } = expectedTraining(study, stochastic, asked);
  const { training, simulation } = study.settings;
  const simulated = simulation.enabled ? programs.simulation : 0;
  const before = process.memoryUsage.rss();
  const sample = shortage === null && training.enabled ? await sampled(study, stochastic, means) : null;
  const now = process.memoryUsage.rss();
  const { iterations, isLimited, forward, backward } = programs;
  return {
    iterations: isLimited ? iterations : null,
    threads: expected.threads,
    states: expected.slopes,
    linear_programs: {
      per_iteration: Math.round((forward + backward) / Math.max(1, iterations)),
      training: isLimited ? forward + backward : null,
      simulation: simulated,
    },
    memory: {
      process_bytes: now + (expected.threads - 1) * Math.max(0, now - before),
      cuts_bytes: expected.cutBytes,
      machine_bytes: memoryOfMachine(),
    },
    fits: shortage === null,
    to_reduce: shortage === null ? null : `${shortage.message} ${shortage.suggestion ?? ''}`.trim(),
    time: sample && {
      seconds: isLimited
        ? (forward * sample.forward_ms + backward * sample.backward_ms + simulated * (sample.simulation_ms ?? 0)) /
          expected.threads /
          1000
        : null,
      ...sample,
    },
  };
}

/** Iterations of one path until they have taken so long; the last is what later ones are like, with its code compiled. */
const sampleMs = 4000;
const leastIterations = 2;
const mostIterations = 20;

async function sampled(study: Case, stochastic: StochasticModel, { signal, tell }: Means) {
  const enough = new AbortController();
  const iterations: IterationDone[] = [];
  let cpu = process.cpuUsage();
  let share = 1;
  const { policy } = await trainPolicy(onePath(study), stochastic, {
    signal: enough.signal,
    atOnce: signal,
    onEvent: (event) => {
      tell(event);
      if (event.type !== 'iteration') return;
      const { user, system } = process.cpuUsage(cpu);
      cpu = process.cpuUsage();
      share = Math.min(1, (user + system) / 1000 / event.timeTotalMs);
      iterations.push(event);
      if (iterations.length >= leastIterations && event.elapsedMs >= sampleMs) enough.abort();
    },
  });
  signal.throwIfAborted();
  const { phases } = iterations.at(-1)!;
  return {
    forward_ms: perProgram(phases, ['forward']),
    backward_ms: perProgram(phases, ['backward', 'lower_bound']),
    simulation_ms: study.settings.simulation.enabled ? await simulatedMs(study, stochastic, policy, signal) : null,
    cpu_share: share,
    sampled: sumOf(iterations, ({ lpSolves }) => lpSolves),
  };
}

/** Scenarios that are played; the last is what later ones are like. */
const mostScenarios = 2;

/** Of a program with the rows of its results. */
async function simulatedMs(study: Case, stochastic: StochasticModel, policy: Policy, signal: AbortSignal) {
  const scenarios = Math.min(mostScenarios, study.settings.simulation.numScenarios);
  let since = performance.now();
  let perProgram = 0;
  for await (const { work } of simulatePolicy(study, stochastic, policy, { scenarios, signal })) {
    perProgram = (performance.now() - since) / work.lpSolves;
    since = performance.now();
  }
  signal.throwIfAborted();
  return perProgram;
}

function perProgram(phases: IterationDone['phases'], names: readonly string[]): number {
  const own = phases.filter(({ phase }) => names.includes(phase));
  return (
    sumOf(own, ({ timeMs }) => timeMs) /
    Math.max(
      1,
      sumOf(own, ({ lpSolves }) => lpSolves),
    )
  );
}

function onePath(study: Case): Case {
  const { settings } = study;
  const training = {
    ...settings.training,
    forwardPasses: 1,
    enumerated: false,
    stoppingRules: [{ type: 'iteration_limit', limit: mostIterations }] as const,
  };
  const upperBoundEvaluation = { ...settings.upperBoundEvaluation, enabled: false };
  return { ...study, settings: { ...settings, training, upperBoundEvaluation } };
}

const sumOf = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);
