import { Fault } from '@quadrivium/kernel/fault';
import type { Answer } from '../wire/messages.js';

/** An answer of the kind that was asked for. */
export function fitting<T extends Answer>(answer: Answer, type: T['type']): T {
  if (answer.type !== type) throw unfit();
  return answer as T;
}

export function unfit(): Fault<'MpiError'> {
  return new Fault('MpiError', 'A worker answered with numbers that do not fit its task.', {
    context: {},
    suggestion: 'Use the same version of cobre everywhere, and let nobody else publish below its prefix.',
  });
}
