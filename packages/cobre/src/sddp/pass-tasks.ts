/**
 * The work of one thread. A task is one trial of a forward pass, all that may follow a place at one trial state, or the
 * first stage for the lower bound. Each is a chain of solves that starts from the shared snapshot of its stage, so its
 * result does not depend on the thread or on what the thread did before.
 */
import type { CutPool } from '../lp/cuts/cut-pool.js';
import { addStatistics, emptyStatistics, type SolverStatistics } from '../lp/solver.js';
import type { CutActivity } from './cut-activity.js';
import type { DoubleBuffer } from './double-buffer.js';
import { type Heed, heedless } from './heed.js';
import type { MultistageProblem } from './multistage-problem.js';
import { type Outcomes, outcomesAfter, start } from './outcomes.js';
import type { PassMemory } from './pass-memory.js';
import { type RiskMeasure, riskMeasure } from './risk/index.js';
import { type SolverFactory, StageRunner } from './stage-runner.js';

/** What tasks ask of a memory; other threads can be shown it only where it has a handle. */
type OwnOrShared<T extends { handle: unknown }, Asked extends keyof T> = Pick<T, Asked> & Partial<Pick<T, 'handle'>>;

export interface Shared {
  /** Cuts on the future of each stage; undefined where nothing follows. */
  pools: (CutPool | undefined)[];
  activity: (OwnOrShared<CutActivity, 'note'> | undefined)[];
  pass: PassMemory;
  snapshots: OwnOrShared<DoubleBuffer, 'read' | 'writable'> | undefined;
  /** Where new cuts of a place are written; its pool unless given. */
  readonly written?: readonly (CutPool | undefined)[];
}

export class PassTasks {
  readonly shared: Shared;
  readonly runners: readonly StageRunner[];
  readonly #problem: MultistageProblem;
  readonly #heed: Heed;
  readonly #bindings: Int32Array;
  readonly #following: readonly (Following | null)[];
  readonly #first: Following;
  /** Of each outcome. */
  readonly #slopes: readonly Float64Array[];
  readonly #slope: Float64Array;
  #front = 0;

  /** Passes may be stopped between two problems by whoever is heeded. */
  constructor(problem: MultistageProblem, shared: Shared, makeSolver: SolverFactory, heed = heedless) {
    this.#problem = problem;
    this.#heed = heed;
    this.shared = shared;
    this.runners = problem.stages.map((stage, t) => new StageRunner(stage, shared.pools[t], makeSolver));
    this.#following = problem.stages.map((_, place) => followingOf(problem, place));
    this.#first = followingOf(problem, start)!;
    const most = Math.max(this.#first.costs.length, ...this.#following.map((next) => next?.costs.length ?? 0));
    this.#slopes = Array.from({ length: most }, () => new Float64Array(problem.space.stateCount));
    this.#slope = new Float64Array(problem.space.stateCount);
    this.#bindings = new Int32Array(4096);
  }

  get statistics(): SolverStatistics {
    const sum = emptyStatistics();
    for (const runner of this.runners) addStatistics(sum, runner.solver.statistics);
    return sum;
  }

  /** How many numbers the snapshot of each stage needs with the pools as they are. */
  snapshotSizes(): number[] {
    return this.runners.map((runner) => runner.solver.snapshotSize);
  }

  /** Which half of the double buffer chains read; the other is written. */
  readFrom(front: number): void {
    this.#front = front;
  }

  attachPools(pools: (CutPool | undefined)[], activity: Shared['activity']): void {
    pools.forEach((pool, t) => {
      if (pool && pool !== this.shared.pools[t]) this.runners[t]!.solver.attachCuts(pool);
    });
    this.shared.pools = pools;
    this.shared.activity = activity;
  }

  syncCuts(stage: number): void {
    this.runners[stage]!.solver.syncCuts();
  }

  /** Of all places that may follow one. */
  syncAfter(receiver: number): void {
    for (const { place } of this.#following[receiver]?.places ?? []) this.syncCuts(place);
  }

  /** One trajectory through the stages, or through as many turns of the cycle as the trial takes. */
  forward(trial: number, iteration: number): Promise<void> {
    return this.forwardFrom(trial, iteration, 0, false);
  }

  /** The same from a step on. What cuts behind the last stage say may count as the cost of that stage. */
  async forwardFrom(trial: number, iteration: number, from: number, endCounts: boolean): Promise<void> {
    const { pass } = this.shared;
    for (let step = from; step < pass.length[trial]!; step++) {
      if (this.#heed.isDue()) await this.#heed.look();
      const stage = pass.placeOf(trial, step);
      const runner = this.runners[stage]!;
      this.#start(stage);
      runner.solveNoise(pass.state(trial, step), pass.noise, pass.noiseOffset(trial, step));
      const future = endCounts && runner.stage.successors.length === 0 ? 0 : runner.future;
      pass.cost[trial * pass.shape.steps + step] = runner.objective - future;
      runner.readOutgoing(pass.state(trial, step + 1));
      this.#noteBindings(stage, iteration);
    }
  }

  /** One solve from the snapshot of a stage: returns its own cost and writes the state it leaves. */
  async step(stage: number, state: Float64Array, noise: Float64Array, next: Float64Array): Promise<number> {
    if (this.#heed.isDue()) await this.#heed.look();
    const runner = this.runners[stage]!;
    this.#start(stage);
    runner.solveNoise(state, noise, 0);
    runner.readOutgoing(next);
    return runner.objective - runner.future;
  }

  /**
   * Solves all that may follow the receiver for every opening at the state a trial reached, and writes the receiver's cut. One
   * trial of a step publishes the bases the next iteration begins with.
   */
  async backward(
    trial: number,
    step: number,
    receiver: number,
    slot: number,
    iteration: number,
    publishes: boolean,
  ): Promise<void> {
    const state = this.shared.pass.state(trial, step);
    const following = this.#following[receiver]!;
    await this.#solveAll(following, state, { iteration, publishes, heed: this.#heed });
    if (this.#problem.formulation === 'multi') this.#writeMany(following, receiver, slot, state);
    else this.#writeOne(following, receiver, slot, state);
  }

  /** The risk-adjusted cost of the first stage from the initial state. It ends an iteration, so nobody stops it. */
  async bound(iteration: number): Promise<number> {
    await this.#solveAll(this.#first, this.#problem.initialState, { iteration, publishes: true, heed: heedless });
    const { costs, weights } = this.#first;
    weigh(this.#first);
    let sum = 0;
    for (let k = 0; k < costs.length; k++) sum += weights[k]! * costs[k]!;
    return sum;
  }

  dispose(): void {
    for (const runner of this.runners) runner.solver.dispose();
  }

  /** Where the cuts of a backward step go. */
  written(receiver: number): CutPool {
    return this.shared.written?.[receiver] ?? this.shared.pools[receiver]!;
  }

  #start(stage: number): void {
    this.runners[stage]!.startFrom(this.shared.snapshots?.read(stage, this.#front));
  }

  #publish(stage: number): void {
    const into = this.shared.snapshots?.writable(stage, 1 - this.#front);
    if (into) this.runners[stage]!.solver.snapshot(into);
  }

  async #solveAll({ places, costs }: Following, state: Float64Array, how: ChainOptions): Promise<void> {
    for (const { place, first } of places) {
      await this.#chain(place, first, costs, state, how);
      if (how.publishes) this.#publish(place);
    }
  }

  /** A chain begins where the chain of the iteration before ended, hence the turns. */
  async #chain(
    stage: number,
    first: number,
    costs: Float64Array,
    state: Float64Array,
    { iteration, heed }: ChainOptions,
  ): Promise<void> {
    const runner = this.runners[stage]!;
    const { order } = runner.stage;
    this.#start(stage);
    for (let k = 0; k < order.length; k++) {
      if (heed.isDue()) await heed.look();
      const opening = order[iteration % 2 === 1 ? k : order.length - 1 - k]!;
      runner.solveOpening(state, opening);
      costs[first + opening] = runner.objective;
      const slope = this.#slopes[first + opening]!;
      slope.fill(0);
      runner.addSlopes(1, slope);
      this.#noteBindings(stage, iteration);
    }
  }

  #writeOne(following: Following, receiver: number, slot: number, whole: Float64Array): void {
    const { costs, weights } = following;
    const pool = this.written(receiver);
    weigh(following);
    const state = spoken(pool, whole);
    const slope = this.#slope.subarray(0, pool.stateCount).fill(0);
    let intercept = 0;
    for (let k = 0; k < weights.length; k++) {
      const weight = weights[k]!;
      if (weight === 0) continue;
      const own = spoken(pool, this.#slopes[k]!);
      intercept += weight * (costs[k]! - dot(own, state));
      for (let s = 0; s < slope.length; s++) slope[s]! += weight * own[s]!;
    }
    pool.write(slot, intercept, slope);
  }

  #writeMany({ costs }: Following, receiver: number, slot: number, whole: Float64Array): void {
    const pool = this.written(receiver);
    const state = spoken(pool, whole);
    for (let k = 0; k < costs.length; k++) {
      const slope = spoken(pool, this.#slopes[k]!);
      pool.write(slot + k, costs[k]! - dot(slope, state), slope, k);
    }
  }

  #noteBindings(stage: number, iteration: number): void {
    const activity = this.shared.activity[stage];
    if (!activity) return;
    const found = this.runners[stage]!.solver.bindingCuts(this.#bindings);
    for (let k = 0; k < found; k++) activity.note(this.#bindings[k]!, iteration);
  }
}

interface ChainOptions {
  readonly iteration: number;
  readonly publishes: boolean;
  readonly heed: Heed;
}

/** What cuts of a pool speak of. */
function spoken({ states }: CutPool, whole: Float64Array): Float64Array {
  return states === null ? whole : Float64Array.from(states, (state) => whole[state]!);
}

/** The outcomes after a place, with room for what each of them costs and weighs. */
interface Following extends Outcomes {
  readonly costs: Float64Array;
  readonly weights: Float64Array;
  readonly measure: RiskMeasure;
}

function followingOf(problem: MultistageProblem, place: number): Following | null {
  const outcomes = outcomesAfter(problem, place);
  if (outcomes === null) return null;
  const { length } = outcomes.probabilities;
  return {
    ...outcomes,
    costs: new Float64Array(length),
    weights: new Float64Array(length),
    measure: riskMeasure(outcomes.risk),
  };
}

function weigh({ measure, costs, probabilities, weights }: Following): void {
  measure.weigh(costs, probabilities, weights);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
