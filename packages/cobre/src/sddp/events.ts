import type { StopReason } from './stopping/index.js';

/** Everything that happens during a run, as one stream: the command line, MCP and files listen to the same. Money in $. */
export type RunEvent =
  | MemoryShort
  | WorkersAwaited
  | WorkerJoined
  | WorkerRefused
  | WorkersAtWork
  | TrainingStarted
  | ThreadJoined
  | TrainingProgress
  | IterationDone
  | CutsSelected
  | CheckpointWritten
  | TrainingFinished
  | ProofImpossible
  | ProofStarted
  | ProofProgress
  | ProofFinished
  | SimulationStarted
  | SimulationProgress
  | SimulationFinished;

/** The cuts of the training may not fit, as far as can be told before it begins. */
export interface MemoryShort {
  readonly type: 'memory_short';
  readonly reason: string;
}

/** Nothing is solved before so many workers are there. */
export interface WorkersAwaited {
  readonly type: 'workers_awaited';
  readonly atLeast: number;
}

/** A worker elsewhere takes its share from now on. */
export interface WorkerJoined {
  readonly type: 'worker_joined';
  readonly worker: string;
  readonly host: string;
  readonly threads: number;
}

/** Who takes part and how fast each of them is, every now and then. */
export interface WorkersAtWork {
  readonly type: 'workers_at_work';
  readonly workers: readonly {
    readonly worker: string;
    readonly host: string;
    readonly threads: number;
    /** Linear programs per second, and solved for this run. */
    readonly speed: number;
    readonly lpSolves: number;
  }[];
}

/** A worker that is there and cannot take part. */
export interface WorkerRefused {
  readonly type: 'worker_refused';
  readonly worker: string;
  readonly host: string;
  readonly reason: string;
}

export interface TrainingStarted {
  readonly type: 'training_started';
  readonly stages: number;
  readonly stateCount: number;
  readonly forwardPasses: number;
  readonly threads: number;
  /** Iterations a resumed training had already done. */
  readonly completedIterations: number;
}

/** A thread has started up and takes its share from now on. */
export interface ThreadJoined {
  readonly type: 'thread_joined';
  readonly iteration: number;
  /** Threads at work, this one included. */
  readonly atWork: number;
}

/** Within an iteration that takes long; how much of its problems is solved, and how long the training may still take. */
export interface TrainingProgress {
  readonly type: 'training_progress';
  readonly iteration: number;
  /** Of the iteration, 0 to 1. */
  readonly share: number;
  /** Where an iteration limit ends the training, the last of them. */
  readonly iterations: number | null;
  /** Null where no rule says how many iterations there will be. */
  readonly remainingMs: number | null;
  readonly elapsedMs: number;
}

export interface IterationDone {
  readonly type: 'iteration';
  readonly iteration: number;
  readonly lowerBound: number;
  readonly upperBoundMean: number;
  readonly upperBoundStd: number;
  /** Whether the upper bound is the cost over all paths or that of a sample. */
  readonly upperBoundKind: 'exact' | 'statistical';
  /** Half width of the 95 % interval of the upper bound. */
  readonly ci95: number;
  /** (upper − lower) / max(1, |upper|). */
  readonly gap: number;
  /** A true upper bound by inner approximation; null in iterations that did not compute one. */
  readonly deterministicUpperBound: number | null;
  readonly cutsAdded: number;
  readonly cutsRemoved: number;
  readonly cutsActive: number;
  readonly forwardPasses: number;
  readonly lpSolves: number;
  /** Cuts that were rows of a problem when it was solved, on average. */
  readonly meanRowsInLp: number;
  /** The most of them in one solve, since the training began. */
  readonly mostRowsInLp: number;
  readonly timeForwardMs: number;
  readonly timeBackwardMs: number;
  readonly timeSelectionMs: number;
  readonly timeLowerBoundMs: number;
  readonly timeTotalMs: number;
  readonly elapsedMs: number;
  /** How long the training may still take; null where no rule says how many iterations there will be. */
  readonly remainingMs: number | null;
  readonly phases: readonly PhaseStatistics[];
}

/** What the solvers did in one phase of an iteration. */
export interface PhaseStatistics {
  readonly phase: 'forward' | 'backward' | 'lower_bound' | 'simulation';
  readonly lpSolves: number;
  readonly pivots: number;
  /** Solves that a second solver had to do again. */
  readonly fallbacks: number;
  readonly timeMs: number;
}

export interface CutsSelected {
  readonly type: 'cuts_selected';
  readonly iteration: number;
  readonly stage: number;
  readonly populated: number;
  readonly activeBefore: number;
  readonly deactivated: number;
  /** Cuts that had been dropped and are wanted again. */
  readonly reactivated: number;
  readonly evictedByBudget: number;
  readonly activeAfter: number;
  readonly timeMs: number;
}

export interface CheckpointWritten {
  readonly type: 'checkpoint';
  readonly iteration: number;
}

export interface TrainingFinished {
  readonly type: 'training_finished';
  readonly reason: StopReason;
  readonly converged: boolean;
  readonly iterations: number;
  readonly lowerBound: number;
  readonly upperBound: number;
  readonly gap: number;
  readonly totalCuts: number;
  readonly elapsedMs: number;
}

/** A proof was asked for and cannot be given; told before anything is solved. */
export interface ProofImpossible {
  readonly type: 'proof_impossible';
  readonly reason: string;
}

/** What a proof is about to cost; told before it begins, so that it can be called off. */
export interface ProofStarted {
  readonly type: 'proof_started';
  /** How the cost will be bounded from above; null where it cannot be. */
  readonly upper: 'tree' | 'inner' | null;
  /** Linear programs that will be solved, about. */
  readonly lpSolves: number;
  /** At the speed of the last iteration of the training; null where there was none. */
  readonly estimateMs: number | null;
}

export interface ProofProgress {
  readonly type: 'proof_progress';
  /** Of the present part of the proof: states, nodes or corners. */
  readonly done: number;
  readonly of: number;
  readonly elapsedMs: number;
}

export interface ProofFinished {
  readonly type: 'proof_finished';
  readonly statement: string;
  readonly elapsedMs: number;
}

export interface SimulationStarted {
  readonly type: 'simulation_started';
  readonly scenarios: number;
}

export interface SimulationProgress {
  readonly type: 'simulation_progress';
  readonly completed: number;
  readonly scenarios: number;
  readonly elapsedMs: number;
}

export interface SimulationFinished {
  readonly type: 'simulation_finished';
  readonly scenarios: number;
  readonly meanCost: number;
  readonly stdCost: number;
  readonly elapsedMs: number;
}
