/**
 * Stochastic dual dynamic programming. Every iteration walks some trials forward through the stages with the policy so
 * far, then goes back through the states they visited: a stage is solved for all its openings at each state, and the
 * weighted optima and slopes become a cut, a plane below the cost of everything from that stage on.
 */
import type { TrainingSettings } from '../case/model.js';
import type { SolverStatistics } from '../lp/solver.js';
import { moneyScale } from '../stage/index.js';
import { type BackwardParts, backwardPass, cutsPerPass } from './backward-pass.js';
import { gapOf, halfWidth95, spreadOf } from './bounds.js';
import { growPools, sharedCuts } from './cut-pools.js';
import { DoubleBuffer } from './double-buffer.js';
import type { IterationDone, PhaseStatistics, RunEvent } from './events.js';
import { type ForwardParts, forwardPass, trialCosts } from './forward-pass.js';
import { PassStopped } from './heed.js';
import { IterationMark } from './iteration-mark.js';
import { activeCuts, type Policy, type PolicyStage } from './policy.js';
import { RemainingTime } from './remaining-time.js';
import { selectCuts } from './selection/select-cuts.js';
import { type StopReason, stoppingJudge } from './stopping/index.js';
import { exactUpperBound } from './tree-paths.js';

export interface TrainingParts extends ForwardParts, BackwardParts {
  readonly settings: TrainingSettings;
  /** Pools, logs and activity of every stage; the training adds to them. */
  readonly stages: PolicyStage[];
  /** Basis of each stage to begin with, when a stopped training goes on. */
  readonly startSnapshots: readonly Float64Array[];
  /** Who solves; a basis is only good for the same. */
  readonly solver: string;
  readonly completedIterations: number;
  readonly lowerBounds: readonly number[];
  /** Upper bound a resumed training had reached, infinite otherwise. */
  readonly upperBound: number;
  readonly now: () => number;
  readonly emit: (event: RunEvent) => void;
  readonly signal: AbortSignal | undefined;
  /** Mean cost of each stage over some simulated trajectories, for the simulation rule. */
  readonly simulate: (replications: number, iteration: number) => Promise<Float64Array>;
  /** Called once, when there has been an iteration. */
  readonly begin: () => Promise<void>;
  /** Called after an iteration whose policy should be kept; `final` for the last one. */
  readonly checkpoint: (policy: Policy, final: boolean) => Promise<void>;
  readonly iterated: () => Promise<void>;
  readonly checkpointDue: (iteration: number) => boolean;
  readonly deterministicUpperBound: (iteration: number) => Promise<number> | null;
}

export interface TrainingOutcome {
  readonly policy: Policy;
  readonly reason: StopReason;
  readonly converged: boolean;
  readonly iterations: readonly IterationDone[];
  /** Threads that took part, however many were asked for. */
  readonly threads: number;
}

export async function runTraining(parts: TrainingParts): Promise<TrainingOutcome> {
  const training = new Training(parts);
  return training.run();
}

/** News of an iteration under way come this often at most. */
const progressIntervalMs = 2000;

class Training {
  readonly #parts: TrainingParts;
  readonly #done: IterationDone[] = [];
  readonly #lowerBounds: number[];
  readonly #judge: ReturnType<typeof stoppingJudge>;
  #snapshots: DoubleBuffer;
  #iteration: number;
  #front = 0;
  #atWork: number;
  #exactUpperBound: number | null = null;
  readonly #remaining = new RemainingTime();

  constructor(parts: TrainingParts) {
    this.#parts = parts;
    this.#iteration = parts.completedIterations;
    this.#atWork = parts.workers.atWork;
    this.#lowerBounds = [...parts.lowerBounds];
    this.#judge = stoppingJudge(parts.settings.stoppingRules, parts.settings.stoppingMode);
    this.#snapshots = DoubleBuffer.startingWith(parts.startSnapshots, parts.workers.snapshotSizes());
    parts.workers.attachSnapshots(this.#snapshots);
  }

  async run(): Promise<TrainingOutcome> {
    const { problem, pass, workers, emit, now } = this.#parts;
    const started = now();
    emit({
      type: 'training_started',
      stages: 1 + problem.stages.at(-1)!.model.index,
      stateCount: Math.max(...this.#parts.stages.map(({ pool }) => pool.stateCount)),
      forwardPasses: pass.shape.trials,
      threads: workers.threads,
      completedIterations: this.#iteration,
    });
    let stop = this.#stopBefore();
    while (stop === undefined) {
      const isWhole = await this.#iterated(started);
      stop = isWhole ? await this.#stopAfter(started) : shutdown;
      if (this.#done.length > 0) await this.#keep(stop !== undefined);
    }
    return this.#finish(stop, started);
  }

  /** Whether an iteration came to its end; one that was stopped amid its passes leaves nothing behind. */
  async #iterated(started: number): Promise<boolean> {
    const mark = new IterationMark(this.#parts.stages);
    const snapshots = this.#snapshots;
    this.#iteration++;
    try {
      await this.#iterate(started);
    } catch (cause) {
      if (!(cause instanceof PassStopped)) throw cause;
      this.#iteration--;
      this.#snapshots = snapshots;
      mark.restore(this.#parts.stages);
      return false;
    }
    if (this.#done.length === 1) await this.#parts.begin();
    return true;
  }

  /** A resumed training may already be where its limit is. */
  #stopBefore(): Stop | undefined {
    if (this.#parts.signal?.aborted) return shutdown;
    const limit = this.#parts.settings.stoppingRules.find((rule) => rule.type === 'iteration_limit')?.limit;
    const reached = limit !== undefined && this.#iteration >= limit && this.#iteration > 0;
    return reached && this.#parts.settings.stoppingMode === 'any'
      ? { reason: 'iteration_limit', converged: false }
      : undefined;
  }

  async #stopAfter(started: number): Promise<Stop | undefined> {
    if (this.#parts.signal?.aborted) return shutdown;
    const rule = await this.#judge({
      iteration: this.#iteration,
      elapsedSeconds: (this.#parts.now() - started) / 1000,
      lowerBounds: this.#lowerBounds,
      exactUpperBound: this.#exactUpperBound,
      simulate: (replications) => this.#parts.simulate(replications, this.#iteration),
    }).catch(stoppedAmid);
    if (rule === stopped) return shutdown;
    return rule && { reason: rule.reason, converged: rule.converges };
  }

  async #keep(final: boolean): Promise<void> {
    const { checkpointDue, checkpoint, iterated, emit } = this.#parts;
    if (final || checkpointDue(this.#iteration)) {
      await checkpoint(this.policy(), final);
      emit({ type: 'checkpoint', iteration: this.#iteration });
    }
    await iterated();
    // Lets messages in, above all the wish to stop.
    await new Promise((resolve) => setImmediate(resolve));
  }

  async #iterate(started: number): Promise<void> {
    const { workers, now, emit, pass, path } = this.#parts;
    const began = now();
    this.#growPools();
    const phases: PhaseStatistics[] = [];
    let before = workers.statistics();
    const { cutRows } = before;
    const closePhase = (phase: PhaseStatistics['phase'], from: number) => {
      const after = workers.statistics();
      phases.push(phaseOf(phase, before, after, now() - from));
      before = after;
    };
    workers.readFrom(this.#front);
    await forwardPass(this.#parts, this.#iteration);
    closePhase('forward', began);
    const walked = now();
    const tell = this.#tellsProgress(started, began, walked);
    const added = await backwardPass(this.#parts, this.#iteration, (left) => tell(1 - left / path.steps));
    closePhase('backward', walked);
    const cut = now();
    const removed = selectCuts(this.#parts, this.#iteration);
    const trimmed = now();
    const lowerBound = (await workers.bound(this.#iteration)) * moneyScale;
    closePhase('lower_bound', trimmed);
    this.#swapBuffers();
    this.#lowerBounds.push(lowerBound);
    const { mean, std, kind } = this.#upperBound();
    this.#exactUpperBound = kind === 'exact' ? mean : null;
    const lpSolves = phases.reduce((sum, phase) => sum + phase.lpSolves, 0);
    const deterministicUpperBound = await this.#innerBound();
    const ended = now();
    this.#remaining.iterated(ended - began);
    const done: IterationDone = {
      type: 'iteration',
      iteration: this.#iteration,
      lowerBound,
      upperBoundMean: mean,
      upperBoundStd: std,
      upperBoundKind: kind,
      ci95: halfWidth95(std, pass.shape.trials),
      gap: gapOf(lowerBound, mean),
      deterministicUpperBound,
      cutsAdded: added,
      cutsRemoved: removed,
      cutsActive: this.#parts.stages.reduce((sum, { pool }) => sum + activeCuts(pool), 0),
      forwardPasses: pass.shape.trials,
      lpSolves,
      mostRowsInLp: before.mostCutRows,
      meanRowsInLp: lpSolves === 0 ? 0 : (before.cutRows - cutRows) / lpSolves,
      timeForwardMs: walked - began,
      timeBackwardMs: cut - walked,
      timeSelectionMs: trimmed - cut,
      timeLowerBoundMs: ended - trimmed,
      timeTotalMs: ended - began,
      elapsedMs: ended - started,
      remainingMs: this.#timeLeft(started, 0, 0, 0),
      phases,
    };
    this.#done.push(done);
    emit(done);
    this.#noteThreads();
  }

  /** Null as well where it was stopped: the iteration is whole without it. */
  async #innerBound(): Promise<number | null> {
    const bound = await this.#parts.deterministicUpperBound(this.#iteration)?.catch(stoppedAmid);
    return bound === undefined || bound === stopped ? null : bound;
  }

  #upperBound(): { mean: number; std: number; kind: IterationDone['upperBoundKind'] } {
    const { tree, problem, pass } = this.#parts;
    if (tree === null) return { ...spreadOf(trialCosts(this.#parts)), kind: 'statistical' };
    return { mean: exactUpperBound(problem, tree, pass), std: 0, kind: 'exact' };
  }

  /** Says how far an iteration is that takes long: the problems of the backward pass, which began at `walked`, are counted. */
  #tellsProgress(started: number, began: number, walked: number): (share: number) => void {
    const { now, emit } = this.#parts;
    let toldAt = began;
    return (share) => {
      const at = now();
      if (share >= 1 || at - toldAt < progressIntervalMs) return;
      toldAt = at;
      emit({
        type: 'training_progress',
        iteration: this.#iteration,
        share,
        iterations: this.#lastIteration,
        remainingMs: this.#timeLeft(started, share, at - began, walked - began),
        elapsedMs: at - started,
      });
    };
  }

  /** Where a limit of iterations ends the training, the last of them. */
  get #lastIteration(): number | null {
    const { stoppingRules, stoppingMode } = this.#parts.settings;
    const limit = stoppingRules.find((rule) => rule.type === 'iteration_limit')?.limit;
    return limit === undefined || (stoppingMode === 'all' && stoppingRules.length > 1) ? null : limit;
  }

  /** Rules that look at bounds may end it before, one that looks at the clock ends it at the latest. */
  #timeLeft(started: number, share: number, spentMs: number, beforeMs: number): number | null {
    const { settings, now } = this.#parts;
    const last = this.#lastIteration;
    const toCome = last === null ? null : Math.max(0, last - this.#iteration);
    const left = toCome === null ? null : this.#remaining.left(toCome, share, spentMs, beforeMs);
    const clock = settings.stoppingRules.find((rule) => rule.type === 'time_limit');
    if (clock === undefined || settings.stoppingMode === 'all') return left;
    const untilThen = Math.max(0, clock.seconds * 1000 - (now() - started));
    return left === null ? untilThen : Math.min(left, untilThen);
  }

  #noteThreads(): void {
    const { workers, emit } = this.#parts;
    while (this.#atWork < workers.atWork)
      emit({ type: 'thread_joined', iteration: this.#iteration, atWork: ++this.#atWork });
  }

  /** Room for the cuts of this iteration, and for bases that mention them. */
  #growPools(): void {
    const { workers, problem, settings, stages } = this.#parts;
    const toCome = this.#lastIteration === null ? Number.POSITIVE_INFINITY : 1 + this.#lastIteration - this.#iteration;
    if (!growPools(stages, (stage) => cutsPerPass(this.#parts, stage), Math.max(1, toCome))) return;
    const { pools, activity } = sharedCuts(problem, settings, stages);
    workers.attachPools(pools, activity);
    this.#snapshots = this.#snapshots.grown(workers.snapshotSizes());
    workers.attachSnapshots(this.#snapshots);
  }

  #swapBuffers(): void {
    this.#snapshots.swap(this.#front);
    this.#front = 1 - this.#front;
  }

  policy(): Policy {
    const { problem, pass, stages, workers } = this.#parts;
    const snapshots = stages.map((_, t) => Float64Array.from(this.#snapshots.read(t, this.#front) ?? []));
    return {
      stateCount: problem.space.stateCount,
      stages: [...stages],
      completedIterations: this.#iteration,
      forwardPasses: pass.shape.trials,
      lowerBound: this.#lowerBounds.at(-1) ?? 0,
      upperBound: this.#done.at(-1)?.upperBoundMean ?? this.#parts.upperBound,
      lowerBounds: [...this.#lowerBounds],
      solver: this.#parts.solver,
      snapshots,
      bases: snapshots.map((snapshot, t) => workers.tasks.runners[t]!.solver.describeBasis(snapshot)),
    };
  }

  #finish(stop: Stop, started: number): TrainingOutcome {
    const policy = this.policy();
    this.#parts.emit({
      type: 'training_finished',
      ...stop,
      iterations: this.#iteration,
      lowerBound: policy.lowerBound,
      upperBound: policy.upperBound,
      gap: gapOf(policy.lowerBound, policy.upperBound),
      totalCuts: policy.stages.reduce((sum, { pool }) => sum + pool.count, 0),
      elapsedMs: this.#parts.now() - started,
    });
    return { policy, ...stop, iterations: this.#done, threads: this.#parts.workers.worked };
  }
}

function phaseOf(
  phase: PhaseStatistics['phase'],
  before: SolverStatistics,
  after: SolverStatistics,
  timeMs: number,
): PhaseStatistics {
  return {
    phase,
    lpSolves: after.solves - before.solves,
    pivots: after.pivots - before.pivots,
    fallbacks: after.fallbacks - before.fallbacks,
    timeMs,
  };
}

const stopped = Symbol('stopped');

/** For what ends an iteration and may be left out. */
function stoppedAmid(cause: unknown): typeof stopped {
  if (cause instanceof PassStopped) return stopped;
  throw cause;
}

const shutdown = { reason: 'shutdown', converged: false } as const;

interface Stop {
  readonly reason: StopReason;
  readonly converged: boolean;
}
