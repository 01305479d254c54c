/**
 * Whether a thread lives, for somebody who cannot go back to the event loop to hear of its end. A thread that ran out of
 * memory, threw past everybody or left its process says nothing in shared memory, and whoever sleeps there would sleep on.
 */
import type { Worker } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';

/** `unknown` until the event loop has heard that the thread began. */
export type Life = 'unknown' | 'running' | 'ended';

/**
 * Node tells how busy a thread is without asking it, and gives −1 for the idle time of one that has stopped. It has to be
 * asked once while the thread is running: the time at which its loop began cannot be had later.
 */
export function lifeOf({ performance }: Worker): Life {
  const { idle, active } = performance.eventLoopUtilization();
  if (idle < 0) return 'ended';
  return active > 0 ? 'running' : 'unknown';
}

/** What is said when a thread ended while others counted on it; a fault that ended it is told as it was. */
export function threadLost(work: 'training' | 'simulation', cause?: unknown): Fault {
  if (isFaultRecord(cause)) {
    const { kind, message, context, suggestion } = cause;
    return new Fault(kind, message, { context, ...(suggestion === undefined ? {} : { suggestion }) });
  }
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  return new Fault('MpiError', `A thread of the ${work} ended in the middle of its work${reason}`, {
    context: { work },
    suggestion:
      'Lack of memory is the usual reason: use fewer threads (--threads 1); a training goes on from its last checkpoint with --resume.',
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Between threads a fault keeps its fields and loses its class. */
function isFaultRecord(cause: unknown): cause is Error & Pick<Fault, 'kind' | 'context' | 'suggestion'> {
  return cause instanceof Error && 'kind' in cause && typeof cause.kind === 'string' && 'context' in cause;
}
