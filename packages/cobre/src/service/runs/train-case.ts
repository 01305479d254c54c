/** The training of a run: its checkpoints and history while it goes on, its results and metadata when it is over. */
import type { Case } from '../../case/model.js';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import {
  beginPart,
  type ConvergenceRow,
  currentDetails,
  finishPart,
  type PolicyDetails,
  writeConvergence,
  writePolicy,
  writeTraining,
} from '../../results/index.js';
import {
  type CutsSelected,
  gapOf,
  type IterationDone,
  type MultistageProblem,
  type Policy,
  type StopReason,
  type TrainOptions,
  trainPolicy,
} from '../../sddp/index.js';
import { version } from '../../version.js';
import { policyPlace } from './policy-place.js';
import { computing, type RunContext } from './run-context.js';
import type { TrainingSummary } from './run-result.js';
import { earlierIterations, trainingStart } from './stored-policy.js';

export interface TrainedRun {
  readonly policy: Policy;
  readonly problem: MultistageProblem;
  readonly summary: TrainingSummary;
  readonly boundary: CutPool | undefined;
  readonly last: IterationDone | undefined;
}

/** How often a history is written while no checkpoint is due. */
const historyIntervalMs = 1000;

export async function trainCase(context: RunContext): Promise<TrainedRun> {
  const { study, output, options, now, date } = context;
  const started = now();
  const startedAt = date().toISOString();
  const { ends, ...start } = await trainingStart(context);
  const history = await earlierIterations(context, start);
  const earlier = history.length;
  const selections: CutsSelected[] = [];
  const place = await policyPlace(output, context.links, study.settings.policy.path);
  const trained = await trainPolicy(study, context.stochastic, {
    ...computing(context),
    onEvent: (event) => {
      if (event.type === 'cuts_selected') selections.push(event);
      if (event.type === 'iteration') history.push(event);
      options.onEvent?.(event);
    },
    ...start,
    ...keeping(context, place, history),
  }).finally(() => place.close());
  const { policy, reason, converged, iterations, problem, threads } = trained;
  const durationSeconds = (now() - started) / 1000;
  const summary = summaryOf(policy, reason, durationSeconds * 1000);
  const done = { policy, problem, summary, boundary: start.boundary, last: iterations.at(-1) };
  if (reason === 'shutdown' && iterations.length === 0) return done;
  await writeTraining(
    output,
    {
      study,
      earlier: history.slice(0, earlier),
      iterations,
      selections,
      policy,
      reason,
      converged,
      startedAt,
      completedAt: date().toISOString(),
      durationSeconds,
      threads,
      hosts: context.remote?.hosts() ?? null,
      maxIterations: maxIterations(context),
      inputs: context.inputs,
      boundary: ends,
      provenance: context.stochastic.provenance,
      setup: context.setup,
    },
    context.identity,
  );
  if (reason !== 'shutdown') await finishPart(output, 'training');
  context.kept.training = true;
  return done;
}

/** What is written while training goes on, so that a killed run can be resumed and asked about. */
function keeping(
  context: RunContext,
  place: Awaited<ReturnType<typeof policyPlace>>,
  history: readonly ConvergenceRow[],
): Pick<TrainOptions, 'begin' | 'checkpoint' | 'iterated'> {
  const { output, now, kept } = context;
  let writtenAt = now();
  return {
    // Results of an earlier run stay until this one has something of its own.
    begin: async () => {
      await beginPart(output, 'training');
      await beginPart(output, 'simulation');
    },
    checkpoint: async (policy) => {
      await output.requirePlace();
      await writeConvergence(output, history, isCurrent(context.study));
      await writePolicy(place, policy, { ...policyDetails(context), history });
      kept.checkpoint = policy.completedIterations;
      writtenAt = now();
    },
    iterated: async () => {
      if (now() - writtenAt < historyIntervalMs) return;
      await writeConvergence(output, history, isCurrent(context.study));
      writtenAt = now();
    },
  };
}

const maxIterations = ({ study }: RunContext): number =>
  study.settings.training.stoppingRules.find((rule) => rule.type === 'iteration_limit')?.limit ?? 100;

function policyDetails(context: RunContext): Omit<PolicyDetails, 'history'> {
  const { study } = context;
  const { settings, horizon } = study;
  return {
    ...(isCurrent(study) ? { current: currentDetails(study, context.stochastic) } : {}),
    version,
    createdAt: context.date().toISOString(),
    maxIterations: maxIterations(context),
    seed: settings.training.treeSeed,
    inputs: context.inputs,
    states: settings.exports.states,
    stageIds: horizon.stages.map((stage) => stage.id),
  };
}

/** Cases of today get policies of today. */
function isCurrent({ settings }: Case): boolean {
  return settings.generation === 'current';
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
