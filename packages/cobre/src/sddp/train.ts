import { Fault } from '@quadrivium/kernel/fault';
import type { Case, TrainingSettings, UpperBoundSettings } from '../case/model.js';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import type { StochasticModel } from '../stochastic/model.js';
import { leastBoundary } from './boundary.js';
import { sharedCuts } from './cut-pools.js';
import { poolsAside } from './cuts-aside.js';
import type { RunEvent } from './events.js';
import { type Heed, heedOf } from './heed.js';
import { innerUpperBound } from './inner-approximation.js';
import { type MultistageProblem, multistageProblem } from './multistage-problem.js';
import { PassMemory } from './pass-memory.js';
import { PassTasks, type Shared } from './pass-tasks.js';
import type { PassWorkers } from './pass-workers.js';
import { basesFor, type Policy, type PolicyStage } from './policy.js';
import { forgetVisited } from './selection/visited.js';
import { loadSolver, type SolverChoice } from './solver-factory.js';
import { meanStageCosts } from './stage-costs.js';
import type { SolverFactory } from './stage-runner.js';
import { poolRoom, startingStages } from './starting-stages.js';
import { startThreads, terminateThreads, threadPool } from './threads/thread-pool.js';
import { runTraining, type TrainingOutcome } from './training.js';
import { extentOf } from './training-extent.js';
import { memoryForCuts, memoryShortage } from './training-memory.js';
import { treeSampler } from './tree-paths.js';
import { singleThread, type WorkerPool } from './worker-pool.js';

export interface TrainOptions {
  /** By size of the stages unless given. */
  readonly solver?: SolverChoice;
  readonly threads?: number;
  /** Begins only when every thread is ready, instead of letting threads join a training that has begun. */
  readonly awaitThreads?: boolean;
  /** Who does the passes instead of threads of this process. */
  readonly remote?: PassWorkers;
  /** Stops the training behind the iteration under way. */
  readonly signal?: AbortSignal;
  /** Stops it within the iteration, which is dropped. */
  readonly atOnce?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now?: () => number;
  /** A policy to begin with: `resume` goes on with its iterations, `warm_start` only takes its cuts. */
  readonly start?: { readonly mode: 'warm_start' | 'resume'; readonly policy: Policy };
  /** Cuts on the cost after the last stage, from another study. */
  readonly boundary?: CutPool;
  /** Bytes that cuts may take; what the machine has unless given. */
  readonly memoryBytes?: number;
  /** Called once, behind the first iteration; a training that is stopped before it is whole never calls it. */
  readonly begin?: () => Promise<void>;
  readonly checkpoint?: (policy: Policy, final: boolean) => Promise<void>;
  /** Called after every iteration, behind its checkpoint. */
  readonly iterated?: () => Promise<void>;
}

export interface Trained extends TrainingOutcome {
  readonly problem: MultistageProblem;
}

export async function trainPolicy(
  study: Case,
  stochastic: StochasticModel,
  options: TrainOptions = {},
): Promise<Trained> {
  const { boundary, start, now = () => performance.now() } = options;
  const given = multistageProblem(
    study,
    stochastic,
    boundary ? { boundary: leastBoundary(study, stochastic, boundary) } : {},
  );
  const { training, policy } = study.settings;
  if (!training.enumerated) requireNoGapRule(training);
  const extent = extentOf(given, study, stochastic, start?.policy);
  const { path, tree, trials } = extent;
  const resumed = start?.mode === 'resume' ? start.policy : undefined;
  // More threads than trials would only wait.
  const threads = Math.min(options.threads ?? 1, trials);
  const room = { places: extent.places, stateCount: given.space.stateCount, threads };
  const memoryBytes = options.memoryBytes ?? memoryForCuts();
  const completed = resumed?.completedIterations ?? 0;
  const shortage = memoryShortage(training, { ...room, completed, memoryBytes });
  if (shortage !== null && extent.isCertain) throw shortage;
  if (shortage !== null) options.onEvent?.({ type: 'memory_short', reason: shortage.message });
  const stages = startingStages(
    given,
    extent.places,
    poolRoom(training, extent, { ...room, completed, memoryBytes }),
    options,
  );
  const problem = withPools(given, stages);
  const pass = PassMemory.create({
    trials,
    steps: path.steps,
    stateCount: problem.space.stateCount,
    noiseDimension: stochastic.noise.dimension,
  });
  const cuts = { ...sharedCuts(problem, training, stages), written: poolsAside(problem, trials) };
  const shared = { ...cuts, pass, snapshots: undefined };
  const solver = options.solver ?? 'simplex';
  const makeSolver = await loadSolver(solver);
  const heed = heedOf(options.atOnce);
  const workers = options.remote
    ? await options.remote.pool({
        study,
        problem,
        shared,
        solver,
        notes: training.cutSelection.enabled,
        signal: options.atOnce,
        heed,
      })
    : await poolOf(problem, shared, makeSolver, { ...options, threads, solver, heed });
  const simulationSampler = (count: number) => stochastic.sampler('simulation', count);
  const checker = study.settings.upperBoundEvaluation.enabled ? await loadSolver('highs') : makeSolver;
  try {
    const outcome = await runTraining({
      problem,
      settings: training,
      sampler: tree ? treeSampler(tree, study, stochastic) : stochastic.sampler('training', trials),
      tree,
      path,
      pass,
      workers,
      stages,
      startSnapshots: resumed ? startingBases(resumed, solver, stages) : [],
      solver,
      completedIterations: completed,
      lowerBounds: resumed?.lowerBounds ?? [],
      upperBound: resumed?.upperBound ?? Number.POSITIVE_INFINITY,
      now,
      emit: options.onEvent ?? (() => {}),
      signal: AbortSignal.any([options.signal ?? [], options.atOnce ?? []].flat()),
      simulate: (count) => meanStageCosts(problem, workers.tasks, simulationSampler(count), count),
      begin: options.begin ?? (async () => {}),
      checkpoint: options.checkpoint ?? (async () => {}),
      iterated: options.iterated ?? (async () => {}),
      checkpointDue: (iteration) => isDue(policy.checkpointing, iteration),
      deterministicUpperBound: (iteration) =>
        isDue(study.settings.upperBoundEvaluation, iteration)
          ? innerUpperBound(problem, stages, study.settings.upperBoundEvaluation, checker, heed)
          : null,
    });
    return { ...outcome, problem };
  } finally {
    forgetVisited(stages);
    await workers.dispose();
  }
}

/** A basis speaks of rows that other states make, so it is of no use where cuts got more of them. */
function startingBases(policy: Policy, solver: SolverChoice, stages: readonly PolicyStage[]): readonly Float64Array[] {
  const isWider = stages.some(({ pool }, t) => pool.stateCount !== policy.stages[t]?.pool.stateCount);
  return isWider ? [] : basesFor(policy, solver);
}

/** A policy to go on with may have cuts on the whole state where new ones would leave some of it out. */
function withPools(problem: MultistageProblem, stages: readonly PolicyStage[]): MultistageProblem {
  return {
    ...problem,
    stages: problem.stages.map((stage, t) => ({ ...stage, cutStates: stages[t]!.pool.states })),
  };
}

/** A sample of costs is no bound, so nothing can be said of its distance to one. */
function requireNoGapRule({ stoppingRules }: TrainingSettings): void {
  if (!stoppingRules.some(({ type }) => type === 'gap')) return;
  throw new Fault('IncompatibleSettings', "The stopping rule 'gap' needs the exact upper bound of enumerated paths.", {
    context: { settings: ['training.stopping_rules', 'training.selection'], detail: 'gap with sampled paths' },
    suggestion: "Use training.selection.method 'enumerated', or a bound_stalling rule.",
  });
}

interface PoolOptions extends Pick<TrainOptions, 'awaitThreads'> {
  readonly threads: number;
  readonly solver: SolverChoice;
  readonly heed: Heed;
}

async function poolOf(
  problem: MultistageProblem,
  shared: Shared,
  makeSolver: SolverFactory,
  { threads, solver, heed, awaitThreads = false }: PoolOptions,
): Promise<WorkerPool> {
  const tasks = () => new PassTasks(problem, shared, makeSolver, heed);
  if (threads <= 1) return singleThread(tasks());
  const started = startThreads(threads - 1, problem, shared, solver);
  try {
    return await threadPool(tasks(), started, heed, awaitThreads);
  } catch (cause) {
    await terminateThreads(started);
    throw cause;
  }
}

/** Something that happens every so many iterations from one on. */
function isDue(
  { enabled, initialIteration, intervalIterations }: Omit<UpperBoundSettings, 'lipschitz'>,
  iteration: number,
): boolean {
  if (!enabled || iteration < initialIteration) return false;
  return (iteration - initialIteration) % Math.max(1, intervalIterations) === 0;
}
