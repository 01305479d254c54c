import type { OperationContext } from '@quadrivium/kernel';
import type { CareerApp } from '../app/career-app.js';
import type { Pace } from '../app/steps.js';

/** Long work of a call: it is told how far it is, and stops when the caller does. */
export function paceOf({ signal, progress }: OperationContext<CareerApp>): Pace {
  return {
    signal,
    onProgress: ({ done, total }) =>
      progress.report({ progress: done, total, message: `${Math.floor((100 * done) / total)} % of the comparing` }),
  };
}
