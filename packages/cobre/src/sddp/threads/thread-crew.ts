import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import type { CutPool } from '../../lp/cut-pool.js';
import { addStatistics, type SolverStatistics } from '../../lp/solver.js';
import type { Crew } from '../crew.js';
import type { CutActivity } from '../cut-activity.js';
import type { Problem } from '../problem.js';
import type { Snapshots } from '../snapshots.js';
import type { SolverChoice } from '../solver-factory.js';
import type { Workbench } from '../workbench.js';
import { Control, commands, type Order } from './control.js';
import type { MemoryHandles, WorkerMessage, WorkerStart } from './messages.js';
import { workOn } from './tasks.js';
import { startWorker } from './worker-file.js';

interface Colleague {
  readonly worker: Worker;
  readonly port: MessagePort;
  readonly gone: Promise<unknown>;
}

/** The calling thread and `threads − 1` workers share every pass. */
export async function threadCrew(
  problem: Problem,
  bench: Workbench,
  threads: number,
  solver: SolverChoice,
): Promise<Crew> {
  const control = Control.create(threads - 1, bench.shared.pass.shape.trials);
  const colleagues = await Promise.all(
    Array.from({ length: threads - 1 }, (_, worker) => hire(worker, problem, bench, control, solver)),
  );
  return new ThreadCrew(bench, control, colleagues);
}

async function hire(
  worker: number,
  problem: Problem,
  bench: Workbench,
  control: Control,
  solver: SolverChoice,
): Promise<Colleague> {
  const { port1, port2 } = new MessageChannel();
  const data: WorkerStart = {
    worker,
    problem,
    solver,
    control: control.handle,
    pass: bench.shared.pass.handle,
    memory: handlesOf(bench),
    port: port2,
  };
  const thread = startWorker('pass', import.meta.url, { workerData: data, transferList: [port2] });
  const gone = new Promise((resolve) => thread.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    port1.once('message', () => resolve());
    thread.once('error', reject);
  });
  port1.unref();
  return { worker: thread, port: port1, gone };
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

  constructor(bench: Workbench, control: Control, colleagues: readonly Colleague[]) {
    this.bench = bench;
    this.#control = control;
    this.#colleagues = colleagues;
  }

  get threads(): number {
    return this.#colleagues.length + 1;
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
    await Promise.all(this.#colleagues.map(({ gone }) => gone));
    for (const { port } of this.#colleagues) port.close();
    this.bench.dispose();
  }

  #announceMemory(): void {
    for (const { port } of this.#colleagues) port.postMessage(handlesOf(this.bench));
    this.#together({ command: commands.attach });
  }

  #together(order: Partial<Order> & Pick<Order, 'command'>): void {
    const whole = { ...idle, ...order, side: this.#side };
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
