/** A thread that helps with the passes: builds its own solvers on shared data and takes tasks until told to leave. */
import { receiveMessageOnPort, workerData } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import { CutPool } from '../../lp/cut-pool.js';
import { CutActivity } from '../cut-activity.js';
import { PassMemory } from '../pass-memory.js';
import { Snapshots } from '../snapshots.js';
import { loadSolver } from '../solver-factory.js';
import { Workbench } from '../workbench.js';
import { Control, commands } from './control.js';
import type { MemoryHandles, WorkerMessage, WorkerStart } from './messages.js';
import { workOn } from './tasks.js';

const start = workerData as WorkerStart;
const control = new Control(start.control);

function attached({ pools, activity, snapshots }: MemoryHandles) {
  return {
    pools: pools.map((handle) => (handle ? CutPool.attach(handle) : undefined)),
    activity: activity.map((handle) => (handle ? new CutActivity(handle) : undefined)),
    snapshots: snapshots ? new Snapshots(snapshots) : undefined,
  };
}

function attach(bench: Workbench): void {
  const message = receiveMessageOnPort(start.port)?.message as MemoryHandles;
  const { pools, activity, snapshots } = attached(message);
  bench.attachPools(pools, activity);
  bench.shared.snapshots = snapshots;
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

const makeSolver = await loadSolver(start.solver);
const bench = new Workbench(start.problem, { ...attached(start.memory), pass: new PassMemory(start.pass) }, makeSolver);
start.port.postMessage({ type: 'ready' } satisfies WorkerMessage);

for (let seen = 0; ; ) {
  const { number, order } = control.waitForOrder(seen);
  seen = number;
  try {
    if (order.command === commands.attach) attach(bench);
    else if (order.command !== commands.exit) workOn(bench, control, order);
  } catch (cause) {
    start.port.postMessage(failure(cause));
    control.reportFailure();
  }
  control.writeStatistics(start.worker, bench.statistics);
  control.reportDone();
  if (order.command === commands.exit) break;
}
bench.dispose();
start.port.close();
