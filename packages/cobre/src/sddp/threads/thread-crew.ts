import { once } from 'node:events';
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../../lp/cuts/cut-pool.js';
import { addStatistics, type SolverStatistics } from '../../lp/solver.js';
import type { Crew } from '../crew.js';
import type { CutActivity } from '../cut-activity.js';
import type { PassMemory } from '../pass-memory.js';
import type { Problem } from '../problem.js';
import type { Snapshots } from '../snapshots.js';
import type { SolverChoice } from '../solver-factory.js';
import type { Workbench } from '../workbench.js';
import { Control, commands, type Order } from './control.js';
import type { MemoryHandles, Welcome, WorkerMessage, WorkerStart } from './messages.js';
import { returnThread, takeThread } from './pass-threads.js';
import { workOn } from './tasks.js';

interface Colleague {
  readonly thread: Worker;
  readonly port: MessagePort;
  /** Settles when the thread has left the crew. */
  readonly left: Promise<unknown>;
  joined: boolean;
  /** What stopped it before it could join, and who listens for that. */
  failure: unknown;
  readonly blame: (cause: unknown) => void;
}

/** Workers that prepare themselves for a training. */
export interface Hired {
  readonly control: Control;
  readonly colleagues: readonly Colleague[];
}

/** Calls so many workers to a problem; they build their solvers while the caller builds its own. */
export function hireThreads(workers: number, problem: Problem, pass: PassMemory, solver: SolverChoice): Hired {
  const control = Control.create(workers, pass.shape.trials);
  const colleagues = Array.from({ length: workers }, (_, worker) => {
    const { port1, port2 } = new MessageChannel();
    return hire({ worker, problem, solver, control: control.handle, pass: pass.handle, port: port2 }, port1);
  });
  return { control, colleagues };
}

/**
 * The calling thread and the hired ones share every pass. It begins alone and the others join it, unless it is told to wait
 * until all of them are ready.
 */
export async function threadCrew(bench: Workbench, hired: Hired, awaitThreads: boolean): Promise<Crew> {
  const crew = new ThreadCrew(bench, hired);
  if (awaitThreads) await crew.allJoined();
  return crew;
}

function hire(start: WorkerStart, port: MessagePort): Colleague {
  const thread = takeThread();
  const left = once(port, 'close');
  const colleague: Colleague = { thread, port, left, joined: false, failure: undefined, blame };
  function blame(cause: unknown): void {
    colleague.failure = cause;
  }
  thread.on('error', blame);
  thread.postMessage(start, [start.port]);
  port.unref();
  return colleague;
}

/** When nothing comes of the training: whoever was hired waits for orders that will not come. */
export async function dismissAll({ colleagues }: Hired): Promise<void> {
  await Promise.all(colleagues.map(({ thread }) => thread.terminate()));
}

/** A thread that is still starting is of no use to others either: it knows only this problem. */
async function dismiss({ thread, port, joined, left, blame }: Colleague): Promise<void> {
  thread.off('error', blame);
  // Nothing else may keep the process alive while we wait.
  thread.ref();
  port.ref();
  if (joined) await left.then(() => returnThread(thread));
  else await thread.terminate();
  port.close();
}

function handlesOf({ shared }: Workbench): MemoryHandles {
  return {
    pools: shared.pools.map((pool) => pool?.handle ?? null),
    activity: shared.activity.map((activity) => activity?.handle ?? null),
    snapshots: shared.snapshots?.handle ?? null,
  };
}

class ThreadCrew implements Crew {
  readonly bench: Workbench;
  readonly #control: Control;
  readonly #colleagues: readonly Colleague[];
  #side = 0;

  constructor(bench: Workbench, { control, colleagues }: Hired) {
    this.bench = bench;
    this.#control = control;
    this.#colleagues = colleagues;
  }

  get threads(): number {
    return this.#colleagues.length + 1;
  }

  get atWork(): number {
    return this.#colleagues.filter(({ joined }) => joined).length + 1;
  }

  useSide(side: number): void {
    this.#side = side;
    this.bench.useSide(side);
  }

  attachPools(pools: (CutPool | undefined)[], activity: (CutActivity | undefined)[]): void {
    this.bench.attachPools(pools, activity);
    this.#announceMemory();
  }

  attachSnapshots(snapshots: Snapshots): void {
    this.bench.shared.snapshots = snapshots;
    this.#announceMemory();
  }

  snapshotSizes(): number[] {
    return this.bench.snapshotSizes();
  }

  syncCuts(): void {
    this.#together({ command: commands.syncCuts });
  }

  forward(iteration: number): void {
    this.#together({ command: commands.forward, iteration });
  }

  backward({ step, stage, receiver, slots }: Parameters<Crew['backward']>[0], iteration: number): void {
    this.#control.slots.set(slots);
    this.#together({ command: commands.backward, iteration, step, stage, receiver });
  }

  bound(iteration: number): number {
    this.bench.syncCuts(0);
    return this.bench.bound(iteration);
  }

  statistics(): SolverStatistics {
    const sum = this.bench.statistics;
    for (let worker = 0; worker < this.#colleagues.length; worker++) {
      addStatistics(sum, this.#control.readStatistics(worker));
    }
    return sum;
  }

  async dispose(): Promise<void> {
    this.#control.give({ ...idle, command: commands.exit, side: this.#side });
    await Promise.all(this.#colleagues.map(dismiss));
    this.bench.dispose();
  }

  async allJoined(): Promise<void> {
    while (this.#colleagues.some(({ joined }) => !joined)) {
      this.#welcome();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  /** Workers that became ready take part from the next order on. */
  #welcome(): void {
    for (const colleague of this.#colleagues) {
      if (colleague.failure !== undefined) throw colleague.failure;
      if (colleague.joined || receiveMessageOnPort(colleague.port) === undefined) continue;
      const welcome: Welcome = { lastOrder: this.#control.admit(), memory: handlesOf(this.bench) };
      colleague.port.postMessage(welcome);
      colleague.joined = true;
    }
  }

  #announceMemory(): void {
    for (const { port, joined } of this.#colleagues) if (joined) port.postMessage(handlesOf(this.bench));
    this.#together({ command: commands.attach });
  }

  #together(order: Partial<Order> & Pick<Order, 'command'>): void {
    const whole = { ...idle, ...order, side: this.#side };
    if (order.command !== commands.attach) this.#welcome();
    this.#control.give(whole);
    let failure: unknown;
    try {
      workOn(this.bench, this.#control, whole);
    } catch (cause) {
      failure = cause;
    }
    this.#control.waitForAll();
    if (failure !== undefined) throw failure;
    if (this.#control.hasFailed) this.#raise();
  }

  #raise(): never {
    for (const { port } of this.#colleagues) {
      const message = receiveMessageOnPort(port)?.message as WorkerMessage | undefined;
      if (message?.type !== 'failed') continue;
      const { kind, message: text, context, suggestion, stack } = message;
      if (kind === 'Bug') throw new Error(`A worker failed: ${text}\n${stack ?? ''}`);
      throw new Fault(kind, text, { context, ...(suggestion === undefined ? {} : { suggestion }) });
    }
    throw new Error('A worker failed without saying why.');
  }
}

const idle = { command: commands.syncCuts, iteration: 0, step: 0, stage: 0, receiver: 0, side: 0 } as const;
