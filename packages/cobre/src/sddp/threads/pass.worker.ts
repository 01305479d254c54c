/**
 * A thread that helps with the passes of one training after another: builds its own solvers, warms up, joins the pool between
 * two orders, and takes tasks until told to leave. What it solves does not depend on when it joined.
 */
import { once } from 'node:events';
import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { loadHighs } from '../../lp/index.js';
import { CutActivity } from '../cut-activity.js';
import { DoubleBuffer } from '../double-buffer.js';
import { PassStopped } from '../heed.js';
import { PassMemory } from '../pass-memory.js';
import { PassTasks } from '../pass-tasks.js';
import { solversOf } from '../solver-factory.js';
import type { SolverFactory } from '../stage-runner.js';
import { Control, commands } from './control.js';
import type { Admission, MemoryHandles, WorkerMessage, WorkerStart } from './messages.js';
import { syncAll, takeTasks } from './take-tasks.js';
import { emptyPools, warmUp } from './warm-up.js';

function attach(tasks: PassTasks, memory: MemoryHandles): void {
  tasks.attachPools(
    memory.pools.map((handle) => (handle ? CutPool.attach(handle) : undefined)),
    memory.activity.map((handle) => (handle ? new CutActivity(handle) : undefined)),
  );
  tasks.shared.snapshots = memory.snapshots ? new DoubleBuffer(memory.snapshots) : undefined;
}

function failure(cause: unknown): WorkerMessage {
  if (cause instanceof Fault) return { type: 'failed', ...cause.toRecord() };
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return {
    type: 'failed',
    kind: 'Bug',
    message: error.message,
    context: {},
    ...(error.stack ? { stack: error.stack } : {}),
  };
}

/** On empty pools until the pool hands over its own, because those are being written to meanwhile. */
function newTasks({ problem, pass, written }: WorkerStart, control: Control, makeSolver: SolverFactory): PassTasks {
  const pools = emptyPools(problem, 1);
  const activity = pools.map(() => undefined);
  const aside = written.map((handle) => (handle ? CutPool.attach(handle) : undefined));
  const shared = { pools, activity, snapshots: undefined, pass: new PassMemory(pass), written: aside };
  return new PassTasks(problem, shared, makeSolver, control.heed);
}

/** Returns the number of the last order before the thread became one of the pool. */
async function join(tasks: PassTasks, control: Control, port: MessagePort): Promise<number> {
  port.postMessage({ type: 'ready' } satisfies WorkerMessage);
  const [{ memory, lastOrder }] = (await once(port, 'message')) as [Admission];
  attach(tasks, memory);
  control.reportAttached();
  return lastOrder;
}

async function followOrders(
  tasks: PassTasks,
  control: Control,
  { worker, port }: WorkerStart,
  lastOrder: number,
): Promise<void> {
  for (let seen = lastOrder, leaving = false; !leaving; ) {
    const { number, order } = control.waitForOrder(seen);
    seen = number;
    leaving = order.command === commands.exit;
    try {
      if (order.command === commands.attach) attach(tasks, receiveMessageOnPort(port)?.message as MemoryHandles);
      else if (order.command === commands.syncCuts) syncAll(tasks);
      else if (!leaving) await takeTasks(tasks, control, order);
    } catch (cause) {
      if (!(cause instanceof PassStopped)) {
        port.postMessage(failure(cause));
        control.reportFailure();
      }
    }
    control.writeStatistics(worker, tasks.statistics);
    control.reportDone();
  }
}

async function takePart(start: WorkerStart): Promise<void> {
  const makeSolver = solversOf(runtime, start.solver);
  const control = new Control(start.control);
  const tasks = newTasks(start, control, makeSolver);
  if (isCold) await warmUp(start.problem, makeSolver);
  isCold = false;
  await followOrders(tasks, control, start, await join(tasks, control, start.port));
  tasks.dispose();
  start.port.close();
}

const runtime = await loadHighs();
let isCold = true;
parentPort!.on('message', takePart);
