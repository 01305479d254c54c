/** The passes of a training, done by workers elsewhere; the calling thread keeps the cuts, the bounds and the order of things. */
import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { addStatistics, emptyStatistics, type SolverStatistics } from '../../lp/solver.js';
import {
  type BackwardStep,
  type CutActivity,
  type DoubleBuffer,
  type PassTasks,
  singleThread,
  type WorkerPool,
} from '../../sddp/index.js';
import type { Answer, BackwardAnswer, ForwardAnswer } from '../wire/messages.js';
import type { Errand } from './errand.js';
import type { NumberedBasis } from './memory-source.js';
import type { CrewSession } from './session.js';

export class CrewPool implements WorkerPool {
  readonly tasks: PassTasks;
  readonly threads: number;
  readonly atWork: number;
  readonly #session: CrewSession;
  readonly #bases: NumberedBases;
  readonly #cutsOf: (receiver: number) => number;
  readonly #elsewhere = emptyStatistics();
  #front = 0;

  /** `cutsOf` is how many cuts a task gives a receiver. */
  constructor(tasks: PassTasks, bases: NumberedBases, session: CrewSession, cutsOf: (receiver: number) => number) {
    this.tasks = tasks;
    this.#cutsOf = cutsOf;
    this.#bases = bases;
    this.#session = session;
    this.threads = Math.max(1, threadsOf(session));
    this.atWork = this.threads;
  }

  get worked(): number {
    const { members, dispatcher } = this.#session;
    const elsewhere = members.filter(({ answered }) => answered > 0).reduce((sum, { threads }) => sum + threads, 0);
    return Math.max(1, elsewhere + (dispatcher.doneHere > 0 ? 1 : 0));
  }

  readFrom(front: number): void {
    this.#front = front;
    this.tasks.readFrom(front);
    this.#bases.readFrom(front);
  }

  attachPools(pools: (CutPool | undefined)[], activity: (CutActivity | undefined)[]): void {
    this.tasks.attachPools(pools, activity);
  }

  attachSnapshots(snapshots: DoubleBuffer): void {
    this.tasks.shared.snapshots = snapshots;
    this.#bases.attach(snapshots);
  }

  snapshotSizes(): number[] {
    return this.tasks.snapshotSizes();
  }

  syncCuts(): void {
    for (let place = 0; place < this.tasks.runners.length; place++) this.tasks.syncCuts(place);
  }

  async forward(iteration: number): Promise<void> {
    const places = this.tasks.runners.map((_, place) => place);
    const { trials } = this.tasks.shared.pass.shape;
    const errands = Array.from({ length: trials }, (_, trial) => this.#forwardErrand(trial, iteration, places));
    await this.#session.dispatcher.step(errands);
  }

  async backward(at: BackwardStep, iteration: number): Promise<void> {
    const places = [...this.tasks.runners[at.receiver]!.stage.successors];
    // A stage that follows itself is given cuts while it is solved; its trials have to see those from before the step only.
    if (places.includes(at.receiver)) singleThread(this.tasks).backward(at, iteration);
    else await this.#session.dispatcher.step(this.#backwardErrands(at, places, iteration));
    for (const place of places) this.#bases.published(place);
  }

  #backwardErrands({ step, receiver, slots }: BackwardStep, places: readonly number[], iteration: number): Errand[] {
    const publisher = slots.findIndex((slot) => slot >= 0);
    const errands: Errand[] = [];
    slots.forEach((slot, trial) => {
      if (slot < 0) return;
      const at = { trial, step, receiver, slot, iteration, publishes: trial === publisher };
      errands.push(this.#backwardErrand(at, places));
    });
    return errands;
  }

  bound(iteration: number): number {
    // Also for whoever looks at the policy between iterations, which happens here.
    this.syncCuts();
    const bound = this.tasks.bound(iteration);
    this.#bases.published(0);
    return bound;
  }

  statistics(): SolverStatistics {
    const sum = this.tasks.statistics;
    addStatistics(sum, this.#elsewhere);
    return sum;
  }

  async dispose(): Promise<void> {
    this.#session.close();
    this.tasks.dispose();
  }

  #forwardErrand(trial: number, iteration: number, places: readonly number[]): Errand {
    const { pass } = this.tasks.shared;
    const { steps, noiseDimension, stateCount } = pass.shape;
    const length = pass.length[trial]!;
    const noise = pass.noise.slice(pass.noiseOffset(trial, 0), pass.noiseOffset(trial, 0) + length * noiseDimension);
    const walked = pass.place.slice(trial * steps, trial * steps + length);
    return {
      task: { type: 'forward', iteration, state: pass.state(trial, 0).slice(), noise, places: walked },
      places,
      here: () => {
        this.syncCuts();
        this.tasks.forward(trial, iteration);
      },
      take: (answer) => {
        const { states, costs, bindings, statistics } = fitting<ForwardAnswer>(answer, 'forward');
        if (states.length !== length * stateCount || costs.length !== length) throw unfit();
        for (let step = 0; step < length; step++) {
          pass.state(trial, step + 1).set(states.subarray(step * stateCount, (step + 1) * stateCount));
          pass.cost[trial * steps + step] = costs[step]!;
        }
        this.#note(bindings, iteration, statistics);
      },
    };
  }

  #backwardErrand(
    { trial, step, receiver, slot, iteration, publishes }: BackwardPlace,
    places: readonly number[],
  ): Errand {
    const state = this.tasks.shared.pass.state(trial, step).slice();
    return {
      task: { type: 'backward', iteration, receiver, state, publishes },
      places,
      here: () => {
        this.tasks.syncAfter(receiver);
        this.tasks.backward(trial, step, receiver, slot, iteration, publishes);
      },
      take: (answer) => {
        const pool = this.tasks.shared.pools[receiver]!;
        const { stateCount } = pool;
        const cuts = fitting<BackwardAnswer>(answer, 'backward');
        const { intercept, slope, bindings, statistics, bases } = cuts;
        const fits = intercept.length === this.#cutsOf(receiver) && slope.length === intercept.length * stateCount;
        const published = new Set(bases.map(({ place }) => place));
        const expected = publishes ? places : [];
        if (!fits || bases.length !== expected.length || !expected.every((place) => published.has(place)))
          throw unfit();
        for (const { place, values } of bases) this.#bases.publish(place, values, 1 - this.#front);
        intercept.forEach((own, k) => {
          pool.write(slot + k, own, slope.subarray(k * stateCount, (k + 1) * stateCount), k);
        });
        this.#note(bindings, iteration, statistics);
      },
    };
  }

  #note(bindings: Int32Array, iteration: number, statistics: Readonly<Record<string, number>>): void {
    for (let k = 0; k + 1 < bindings.length; k += 2) {
      this.tasks.shared.activity[bindings[k]!]?.note(bindings[k + 1]!, iteration);
    }
    addStatistics(this.#elsewhere, { ...emptyStatistics(), ...statistics });
  }
}

interface BackwardPlace {
  readonly trial: number;
  readonly step: number;
  readonly receiver: number;
  readonly slot: number;
  readonly iteration: number;
  readonly publishes: boolean;
}

/** The bases of the present iteration, each with a number that changes when it does. */
export class NumberedBases {
  readonly #numbers: number[];
  readonly #changed = new Set<number>();
  #snapshots: DoubleBuffer | undefined;
  #front = 0;
  #last = 0;

  constructor(places: number) {
    this.#numbers = Array.from({ length: places }, () => 0);
  }

  attach(snapshots: DoubleBuffer): void {
    const isFirst = this.#snapshots === undefined;
    this.#snapshots = snapshots;
    if (isFirst) for (const place of this.#numbers.keys()) this.#changed.add(place);
  }

  /** Tasks read another half from now on, with what was published since. */
  readFrom(front: number): void {
    this.#front = front;
    this.#last++;
    for (const place of this.#changed) this.#numbers[place] = this.#snapshots?.read(place, front) ? this.#last : 0;
    this.#changed.clear();
  }

  published(place: number): void {
    this.#changed.add(place);
  }

  publish(place: number, values: Float64Array, half: number): void {
    const into = this.#snapshots?.writable(place, half);
    if (into === undefined || values.length > into.length) throw unfit();
    into.fill(0);
    into.set(values);
  }

  readonly of = (place: number): NumberedBasis => {
    const number = this.#numbers[place]!;
    return { number, values: number === 0 ? undefined : this.#snapshots?.read(place, this.#front) };
  };
}

export function threadsOf({ ready }: CrewSession): number {
  return ready.reduce((sum, { threads }) => sum + threads, 0);
}

function fitting<T extends Answer>(answer: Answer, type: T['type']): T {
  if (answer.type !== type) throw unfit();
  return answer as T;
}

function unfit(): Fault<'MpiError'> {
  return new Fault('MpiError', 'A worker answered with numbers that do not fit its task.', {
    context: {},
    suggestion: 'Use the same version of cobre everywhere, and let nobody else publish below its prefix.',
  });
}
