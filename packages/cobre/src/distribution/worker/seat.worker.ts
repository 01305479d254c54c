/** A thread of a worker: solves one task after the other for the study it was started with, in one session after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import { CutPool, type CutPoolHandle } from '../../lp/cuts/cut-pool.js';
import { loadSolver, type SolverChoice, type SolverFactory, warmUp } from '../../sddp/index.js';
import type { SeatMessage, SeatOrder, SeatStart } from './seat-messages.js';
import { SeatTasks } from './seat-tasks.js';

const { sent } = workerData as SeatStart;
const tell = (message: SeatMessage): void => parentPort!.postMessage(message);
let tasks: SeatTasks | undefined;
let isCold = true;
let before: Promise<void> = Promise.resolve();

const attached = (handles: readonly (CutPoolHandle | null)[]) =>
  handles.map((handle) => (handle ? CutPool.attach(handle) : undefined));

async function begin(order: Extract<SeatOrder, { type: 'session' }>): Promise<void> {
  const makeSolver = await loadSolver(order.solver as SolverChoice);
  if (isCold) await warm(makeSolver);
  isCold = false;
  tasks?.dispose();
  tasks = new SeatTasks(sent, attached(order.pools), order.notes, makeSolver);
  tell({ type: 'begun' });
}

/** Code that has not been compiled yet is many times slower, and others would wait for it. */
async function warm(makeSolver: SolverFactory): Promise<void> {
  try {
    await warmUp(sent.problem, makeSolver);
  } catch (cause) {
    // A case that has no solution is told with the task that finds it.
    if (!(cause instanceof Fault)) throw cause;
  }
}

async function follow(order: SeatOrder): Promise<void> {
  if (order.type === 'session') await begin(order);
  else if (order.type === 'pools') tasks!.attachPools(attached(order.pools));
  else if (order.type === 'basis') tasks!.takeBasis(order.place, order.whole);
  else if (order.type === 'task') tell({ type: 'answer', answer: await tasks!.solve(order.task) });
  else {
    tasks?.dispose();
    parentPort!.close();
  }
}

/** A case that has no solution is told to the coordinator; anything else is a bug of ours and ends the thread. */
function refuse(cause: unknown): void {
  if (!(cause instanceof Fault)) throw cause;
  const { kind, message, context, suggestion } = cause.toRecord();
  tell({ type: 'failed', fault: { kind, message, context, ...(suggestion ? { suggestion } : {}) } });
}

parentPort!.on('message', (order: SeatOrder) => {
  before = before.then(() => follow(order)).catch(refuse);
});
