/**
 * Threads for the passes. Starting one takes longer than many a short training, so they can be started while the case is
 * still being read, and after a training they wait a while for the next one, with all their code compiled.
 */
import type { Worker } from 'node:worker_threads';
import { startWorker } from '@quadrivium/kernel/essentials';

/** How long a thread without work is kept. */
const patienceMs = 10_000;

const idle = new Map<Worker, NodeJS.Timeout>();

/** Starts as many threads as a training with this many, the calling one included, will look for. */
export function prepareThreads(threads: number): void {
  const missing = threads - 1 - idle.size;
  for (let k = 0; k < missing; k++) returnThread(newThread());
}

/** A thread that waits for work, or a new one. */
export function takeThread(): Worker {
  const [waiting] = idle.keys();
  if (waiting === undefined) return newThread();
  stopWaiting(waiting);
  return waiting;
}

/** The thread has no work, or none any more: it waits for a pool that takes it. */
export function returnThread(thread: Worker): void {
  thread.unref();
  const timer = setTimeout(() => {
    // It ends some time after it is told to, and nobody may take it meanwhile.
    stopWaiting(thread);
    void thread.terminate();
  }, patienceMs);
  timer.unref();
  idle.set(thread, timer);
}

function newThread(): Worker {
  const thread = startWorker('pass', import.meta.url, {});
  thread.unref();
  thread.once('exit', () => stopWaiting(thread));
  // A pool that uses the thread hears of errors itself; without one there is nothing to lose.
  thread.on('error', () => {});
  return thread;
}

function stopWaiting(thread: Worker): void {
  clearTimeout(idle.get(thread));
  idle.delete(thread);
}
