import { onAbort } from '@quadrivium/kernel/essentials';
import { cpeFault } from '../faults.js';

/** Stops waiting when the signal says so; what was waited for goes on for whoever else waits. */
export function abortable<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(cpeFault('Cancelled', 'The call was cancelled.'));
    if (signal.aborted) stop();
    const forget = onAbort(signal, stop);
    work.then(resolve, reject).finally(forget);
  });
}
