/** What a model is told about a program that did not do what it should. The first lines never change. */
import type { Ending, GuestError } from '../execution/executor.js';

/** How an execution counts in records: the program's own error, or the end of its sandbox. */
export type FailureClass = 'error' | 'crash';

export interface Failure {
  readonly firstLine: string;
  readonly class: FailureClass;
  readonly details: readonly string[];
}

export function outOfMemory(memoryMb: number): Failure {
  return {
    firstLine: 'out of memory',
    class: 'crash',
    details: [`The program may use ${memoryMb} MB (codeMode.memoryMb).`],
  };
}

export function cancelled(): Failure {
  return { firstLine: 'cancelled by user', class: 'crash', details: [] };
}

export interface FailureFacts {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly memoryMb: number;
  readonly frames: (stack: string) => readonly string[];
  readonly hint: (message: string) => string | undefined;
}

export const waitsForResult = 'waits for a result';

/** Nothing for a program that returned. */
export function failureOf(ending: Ending, facts: FailureFacts): Failure | undefined {
  switch (ending.kind) {
    case 'returned':
      return undefined;
    case 'threw':
      return /^out of memory$/.test(ending.error.message) ? outOfMemory(facts.memoryMb) : thrown(ending.error, facts);
    case 'timeout':
      return { firstLine: `timed out after ${facts.seconds}s (executionTimeout)`, class: 'crash', details: [] };
    case 'cpu': {
      const details = [
        `The program may compute for ${facts.cpuSeconds} s (codeMode.cpuSeconds); waiting does not count.`,
      ];
      return { firstLine: 'CPU budget exceeded', class: 'crash', details };
    }
    case 'memory':
      return outOfMemory(facts.memoryMb);
    case 'cancelled':
      return cancelled();
    case 'stalled':
      return {
        firstLine: 'never finished',
        class: 'error',
        details: ['The program waits for a promise that nothing will settle.'],
      };
    case 'waiting':
      return {
        firstLine: waitsForResult,
        class: 'error',
        details: ['It needs the result of a call that is not made yet.'],
      };
    case 'crashed':
      return { firstLine: 'sandbox crashed', class: 'crash', details: [`The sandbox was ended: ${ending.reason}.`] };
  }
}

function thrown({ name, message, stack, server, tool }: GuestError, { frames, hint }: FailureFacts): Failure {
  const from = server === undefined || tool === undefined ? '' : ` from ${server}.${tool}`;
  const advice = hint(message);
  const details = [message, ...frames(stack), ...(advice === undefined ? [] : [advice])];
  return { firstLine: `uncaught ${name}${from}`, class: 'error', details };
}
