/**
 * The tasks of one thread of a worker. Cuts lie in pools that all threads of the process share; bases, trial states and the cuts
 * it makes are its own, and what it has to say leaves with the answer.
 */
import { CutPool } from '../../lp/cuts/cut-pool.js';
import type { SolverStatistics } from '../../lp/solver.js';
import { outcomesAfter, PassMemory, PassTasks, type Shared, type SolverFactory } from '../../sddp/index.js';
import { ScenarioSimulator } from '../../simulation/index.js';
import { withoutZeros } from '../wire/basis-values.js';
import type { Answer, BackwardAnswer, BackwardTask, ForwardAnswer, ForwardTask, Task } from '../wire/messages.js';
import type { SentStudy } from '../wire/study.js';

/** Half of the double buffer that is read; the other one is what a task publishes. */
const front = 0;

export class SeatTasks {
  readonly #sent: SentStudy;
  readonly #makeSolver: SolverFactory;
  readonly #shared: Shared;
  readonly #bases = new Map<number, Float64Array>();
  readonly #published = new Map<number, Float64Array>();
  #bindings: number[] = [];
  #tasks: PassTasks | undefined;
  #simulator: ScenarioSimulator | undefined;

  constructor(sent: SentStudy, pools: (CutPool | undefined)[], notes: boolean, makeSolver: SolverFactory) {
    const { problem } = sent;
    this.#sent = sent;
    this.#makeSolver = makeSolver;
    this.#shared = {
      pools,
      activity: pools.map((pool, place) =>
        pool && notes ? { note: (slot: number) => void this.#bindings.push(place, slot) } : undefined,
      ),
      pass: this.#memoryFor(1),
      snapshots: {
        read: (place, half) => (half === front ? this.#bases.get(place) : undefined),
        writable: (place) => this.#toPublish(place),
      },
      written: pools.map((pool, place) => {
        const cuts = problem.formulation === 'multi' ? (outcomesAfter(problem, place)?.probabilities.length ?? 1) : 1;
        return pool && CutPool.create(pool.stateCount, cuts, pool.states);
      }),
    };
  }

  attachPools(pools: (CutPool | undefined)[]): void {
    if (this.#tasks) this.#tasks.attachPools(pools, this.#shared.activity);
    else this.#shared.pools = pools;
  }

  /** An empty one stands for none. */
  takeBasis(place: number, whole: Float64Array): void {
    if (whole.length === 0) this.#bases.delete(place);
    else this.#bases.set(place, whole);
  }

  async solve(task: Task): Promise<Answer> {
    this.#bindings = [];
    this.#published.clear();
    if (task.type === 'forward') return this.#forward(task);
    if (task.type === 'backward') return this.#backward(task);
    const simulated = this.#simulation().simulate(task);
    return {
      type: 'scenario',
      ...simulated,
      tables: simulated.tables.map(({ rowCount, columns }) => ({
        rowCount,
        columns: columns.map((cells) => [...cells]),
      })),
    };
  }

  dispose(): void {
    this.#tasks?.dispose();
    this.#simulator?.dispose();
  }

  async #forward({ iteration, state, noise, places }: ForwardTask): Promise<ForwardAnswer> {
    const tasks = this.#passes();
    if (this.#shared.pass.shape.steps < places.length) this.#shared.pass = this.#memoryFor(places.length);
    const { pass } = this.#shared;
    const { stateCount } = pass.shape;
    pass.length[0] = places.length;
    pass.place.set(places);
    pass.noise.set(noise);
    pass.state(0, 0).set(state);
    for (let step = 1; step <= places.length; step++) pass.state(0, step).fill(0);
    for (let place = 0; place < tasks.runners.length; place++) tasks.syncCuts(place);
    const statistics = await this.#counted(tasks, () => tasks.forward(0, iteration));
    const states = new Float64Array(places.length * stateCount);
    for (let step = 0; step < places.length; step++) states.set(pass.state(0, step + 1), step * stateCount);
    return { type: 'forward', states, costs: pass.cost.slice(0, places.length), bindings: this.#noted(), statistics };
  }

  async #backward({ iteration, receiver, state, publishes }: BackwardTask): Promise<BackwardAnswer> {
    const tasks = this.#passes();
    this.#shared.pass.state(0, 0).set(state);
    tasks.syncAfter(receiver);
    const statistics = await this.#counted(tasks, () => tasks.backward(0, 0, receiver, 0, iteration, publishes));
    const { intercept, slope } = this.#cuts(receiver);
    const bases = [...this.#published].map(([place, values]) => ({ place, values: withoutZeros(values) }));
    return { type: 'backward', intercept, slope, bindings: this.#noted(), statistics, bases };
  }

  /** Those that a task has just made, slot-major. */
  #cuts(receiver: number): { readonly intercept: Float64Array; readonly slope: Float64Array } {
    const pool = this.#shared.written![receiver]!;
    const slope = Float64Array.from({ length: pool.count * pool.stateCount }, (_, k) =>
      pool.slopeOf(Math.floor(k / pool.stateCount), k % pool.stateCount),
    );
    return { intercept: pool.intercept.slice(0, pool.count), slope };
  }

  async #counted(tasks: PassTasks, run: () => Promise<void>): Promise<Record<keyof SolverStatistics, number>> {
    const before = tasks.statistics;
    await run();
    const after = { ...tasks.statistics };
    // The largest of all solves so far; the others are sums.
    const { mostCutRows } = after;
    for (const key of Object.keys(after) as (keyof SolverStatistics)[]) after[key] -= before[key];
    return { ...after, mostCutRows };
  }

  #noted(): Int32Array {
    return Int32Array.from(this.#bindings);
  }

  #passes(): PassTasks {
    this.#tasks ??= new PassTasks(this.#sent.problem, this.#shared, this.#makeSolver);
    return this.#tasks;
  }

  #simulation(): ScenarioSimulator {
    const { study, problem } = this.#sent;
    const { pools } = this.#shared;
    const snapshots = problem.stages.map((_, place) => this.#bases.get(place) ?? new Float64Array(0));
    this.#simulator ??= new ScenarioSimulator({ study, problem, pools, snapshots }, this.#makeSolver);
    return this.#simulator;
  }

  #toPublish(place: number): Float64Array {
    const values = new Float64Array(this.#passes().runners[place]!.solver.snapshotSize);
    this.#published.set(place, values);
    return values;
  }

  #memoryFor(steps: number): PassMemory {
    const { space, stages } = this.#sent.problem;
    const noiseDimension = stages[0]?.noise.layout.dimension ?? 0;
    return PassMemory.create({ trials: 1, steps, stateCount: space.stateCount, noiseDimension });
  }
}
