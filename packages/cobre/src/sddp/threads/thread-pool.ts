import { once } from 'node:events';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { addStatistics, type SolverStatistics } from '../../lp/solver.js';
import type { CutActivity } from '../cut-activity.js';
import type { DoubleBuffer } from '../double-buffer.js';
import type { Heed } from '../heed.js';
import type { MultistageProblem } from '../multistage-problem.js';
import type { PassTasks, Shared } from '../pass-tasks.js';
import type { SolverChoice } from '../solver-factory.js';
import type { BackwardStep, WorkerPool } from '../worker-pool.js';
import { Control, commands, type Order } from './control.js';
import { returnThread, takeThread } from './idle-threads.js';
import type { Admission, MemoryHandles, WorkerMessage, WorkerStart } from './messages.js';
import { syncAll, takeTasks } from './take-tasks.js';
import { lifeOf, threadLost } from './thread-life.js';

interface PoolThread {
  readonly thread: Worker;
  readonly port: MessagePort;
  /** Settles when the thread has left the pool. */
  readonly left: Promise<unknown>;
  joined: boolean;
  /** What ended it, and who listens for that. */
  end: Fault | undefined;
  readonly failed: (cause: unknown) => void;
  readonly ended: () => void;
}

/** Workers that prepare themselves for a training. */
export interface StartedThreads {
  readonly control: Control;
  readonly members: readonly PoolThread[];
}

/** Calls so many workers to a problem; they build their solvers while the caller builds its own. */
export function startThreads(
  workers: number,
  problem: MultistageProblem,
  { pass, written = [] }: Pick<Shared, 'pass' | 'written'>,
  solver: SolverChoice,
): StartedThreads {
  const control = Control.create(workers, pass.shape.trials);
  const members = Array.from({ length: workers }, (_, worker) => {
    const { port1, port2 } = new MessageChannel();
    const memory = { pass: pass.handle, written: written.map((pool) => pool?.handle ?? null) };
    return startThread({ worker, problem, solver, control: control.handle, ...memory, port: port2 }, port1);
  });
  return { control, members };
}

/**
 * The calling thread and the started ones share every pass. It begins alone and the others join it, unless it is told to wait
 * until all of them are ready.
 */
export async function threadPool(
  tasks: PassTasks,
  started: StartedThreads,
  heed: Heed,
  awaitThreads: boolean,
): Promise<WorkerPool> {
  const workers = new ThreadPool(tasks, started, heed);
  if (awaitThreads) await workers.allJoined();
  // Those that began meanwhile become known, so that they may join in the first iteration.
  else await new Promise((resolve) => setImmediate(resolve));
  return workers;
}

function startThread(start: WorkerStart, port: MessagePort): PoolThread {
  const thread = takeThread();
  const left = once(port, 'close');
  const member: PoolThread = { thread, port, left, joined: false, end: undefined, failed, ended };
  function failed(cause: unknown): void {
    member.end = threadLost('training', cause);
  }
  function ended(): void {
    member.end ??= threadLost('training');
  }
  thread.on('error', failed);
  thread.on('exit', ended);
  thread.postMessage(start, [start.port]);
  port.unref();
  return member;
}

/** When nothing comes of the training: whoever was started waits for orders that will not come. */
export async function terminateThreads({ members }: StartedThreads): Promise<void> {
  await Promise.all(members.map(({ thread }) => thread.terminate()));
}

/** Whether a thread that others count on has ended; once its end was heard, its life cannot be told any more. */
function isLost({ thread, joined, end }: PoolThread): boolean {
  return joined && (end !== undefined || lifeOf(thread) === 'ended');
}

/** A thread that is still starting is of no use to others either: it knows only this problem. */
async function release({ thread, port, joined, left, failed, ended }: PoolThread, isSound: boolean): Promise<void> {
  thread.off('error', failed);
  thread.off('exit', ended);
  // Nothing else may keep the process alive while we wait.
  thread.ref();
  port.ref();
  // The port closes behind what a failed thread had to say, so somebody has to hear it.
  port.on('message', () => {});
  if (joined) await left;
  if (joined && isSound && lifeOf(thread) === 'running') returnThread(thread);
  else await thread.terminate();
  port.close();
}

function handlesOf({ shared }: PassTasks): MemoryHandles {
  return {
    pools: shared.pools.map((pool) => pool?.handle ?? null),
    activity: shared.activity.map((activity) => activity?.handle ?? null),
    snapshots: shared.snapshots?.handle ?? null,
  };
}

class ThreadPool implements WorkerPool {
  readonly tasks: PassTasks;
  readonly #control: Control;
  readonly #members: readonly PoolThread[];
  readonly #heed: Heed;
  #front = 0;

  constructor(tasks: PassTasks, { control, members }: StartedThreads, heed: Heed) {
    this.tasks = tasks;
    this.#heed = heed;
    this.#control = control;
    this.#members = members;
  }

  get threads(): number {
    return this.#members.length + 1;
  }

  get atWork(): number {
    return this.#members.filter(({ joined }) => joined).length + 1;
  }

  get worked(): number {
    return 1 + this.#members.filter((_, worker) => this.#control.readStatistics(worker).solves > 0).length;
  }

  readFrom(front: number): void {
    this.#front = front;
    this.tasks.readFrom(front);
  }

  attachPools(pools: (CutPool | undefined)[], activity: (CutActivity | undefined)[]): void {
    this.tasks.attachPools(pools, activity);
    this.#announceMemory();
  }

  attachSnapshots(snapshots: DoubleBuffer): void {
    this.tasks.shared.snapshots = snapshots;
    this.#announceMemory();
  }

  snapshotSizes(): number[] {
    return this.tasks.snapshotSizes();
  }

  syncCuts(): void {
    this.#admitReady();
    this.#give({ command: commands.syncCuts });
    syncAll(this.tasks);
    this.#waitForAll();
  }

  async forward(iteration: number): Promise<void> {
    await this.#together({ command: commands.forward, iteration });
  }

  async backward({ step, receiver, slots }: BackwardStep, iteration: number): Promise<void> {
    this.#control.slots.set(slots);
    await this.#together({ command: commands.backward, iteration, step, receiver });
  }

  bound(iteration: number): Promise<number> {
    this.tasks.syncCuts(0);
    return this.tasks.bound(iteration);
  }

  statistics(): SolverStatistics {
    const sum = this.tasks.statistics;
    for (let worker = 0; worker < this.#members.length; worker++) {
      addStatistics(sum, this.#control.readStatistics(worker));
    }
    return sum;
  }

  async dispose(): Promise<void> {
    this.#control.give({ ...idle, command: commands.exit, front: this.#front });
    // What ended one of them may soon end the others, so that no later training should count on them.
    const areSound = !this.#members.some(isLost);
    await Promise.all(this.#members.map((member) => release(member, areSound)));
    this.tasks.dispose();
  }

  async allJoined(): Promise<void> {
    while (this.#members.some(({ joined, end }) => !joined && end === undefined)) {
      this.#admitReady();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  /**
   * Workers that became ready take part from the next order on; one of which nobody could tell whether it lives waits until
   * the event loop has heard of it. One that ended before leaves no work undone: the others go on without it.
   */
  #admitReady(): void {
    for (const member of this.#members) {
      if (member.joined && member.end !== undefined) throw member.end;
      if (member.joined || lifeOf(member.thread) !== 'running') continue;
      if (receiveMessageOnPort(member.port) === undefined) continue;
      const admission: Admission = { lastOrder: this.#control.admit(), memory: handlesOf(this.tasks) };
      member.port.postMessage(admission);
      member.joined = true;
    }
    this.#control.waitForAttached(() => this.#requireLife());
  }

  #announceMemory(): void {
    for (const { port, joined } of this.#members) if (joined) port.postMessage(handlesOf(this.tasks));
    this.#requireLife();
    this.#give({ command: commands.attach });
    this.#waitForAll();
  }

  #give(order: Partial<Order> & Pick<Order, 'command'>): Order {
    const whole = { ...idle, ...order, front: this.#front };
    this.#control.give(whole);
    return whole;
  }

  #waitForAll(): void {
    this.#control.waitForAll(() => this.#requireLife());
    if (this.#control.hasFailed) this.#raise();
  }

  /** A pass, in which the calling thread takes part; it ends when nobody works on it any more. */
  async #together(pass: Partial<Order> & Pick<Order, 'command'>): Promise<void> {
    this.#admitReady();
    const order = this.#give(pass);
    let failure: unknown;
    const noteFailure = (cause: unknown): void => {
      // The first is told; whatever it is, the others need not go on.
      failure ??= cause;
      this.#control.stop();
    };
    await takeTasks(this.tasks, this.#control, order).catch(noteFailure);
    await this.#control
      .allDone(async () => {
        this.#requireLife();
        await this.#heed.look().catch(noteFailure);
      })
      .catch(noteFailure);
    if (failure !== undefined) throw failure;
    if (this.#control.hasFailed) this.#raise();
  }

  #requireLife(): void {
    const lost = this.#members.find(isLost);
    if (lost !== undefined) throw lost.end ?? threadLost('training');
  }

  #raise(): never {
    for (const { port } of this.#members) {
      const message = receiveMessageOnPort(port)?.message as WorkerMessage | undefined;
      if (message?.type !== 'failed') continue;
      const { kind, message: text, context, suggestion, stack } = message;
      if (kind === 'Bug') throw new Error(`A worker failed: ${text}\n${stack ?? ''}`);
      throw new Fault(kind, text, { context, ...(suggestion === undefined ? {} : { suggestion }) });
    }
    throw new Error('A worker failed without saying why.');
  }
}

const idle = { command: commands.syncCuts, iteration: 0, step: 0, receiver: 0, front: 0 } as const;
