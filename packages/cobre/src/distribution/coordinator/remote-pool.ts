/** The passes of a training, done by workers elsewhere; the calling thread keeps the cuts, the bounds and the order of things. */
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { addStatistics, type SolverStatistics } from '../../lp/solver.js';
import type { BackwardStep, CutActivity, DoubleBuffer, PassTasks, WorkerPool } from '../../sddp/index.js';
import type { NumberedBases } from './numbered-bases.js';
import { PassErrands } from './pass-errands.js';
import type { RemoteSession } from './session.js';

export class RemotePool implements WorkerPool {
  readonly tasks: PassTasks;
  readonly threads: number;
  readonly atWork: number;
  readonly #session: RemoteSession;
  readonly #bases: NumberedBases;
  readonly #errands: PassErrands;
  readonly #signal: AbortSignal | undefined;

  /** `cutsOf` is how many cuts a task gives a receiver. */
  constructor(
    tasks: PassTasks,
    bases: NumberedBases,
    session: RemoteSession,
    cutsOf: (receiver: number) => number,
    signal: AbortSignal | undefined,
  ) {
    this.tasks = tasks;
    this.#signal = signal;
    this.#bases = bases;
    this.#session = session;
    this.#errands = new PassErrands(tasks, bases, cutsOf);
    this.threads = Math.max(1, session.threads);
    this.atWork = this.threads;
  }

  get worked(): number {
    return this.#session.worked;
  }

  readFrom(front: number): void {
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
    await this.#session.dispatcher.step(this.#errands.forward(iteration), this.#signal);
  }

  async backward(at: BackwardStep, iteration: number): Promise<void> {
    const places = [...this.tasks.runners[at.receiver]!.stage.successors];
    await this.#session.dispatcher.step(this.#errands.backward(at, places, iteration), this.#signal);
    for (const place of places) this.#bases.published(place);
  }

  async bound(iteration: number): Promise<number> {
    // Also for whoever looks at the policy between iterations, which happens here.
    this.syncCuts();
    const bound = await this.tasks.bound(iteration);
    this.#bases.published(0);
    return bound;
  }

  statistics(): SolverStatistics {
    const sum = this.tasks.statistics;
    addStatistics(sum, this.#errands.statistics);
    return sum;
  }

  async dispose(): Promise<void> {
    this.#session.close();
    this.tasks.dispose();
  }
}
