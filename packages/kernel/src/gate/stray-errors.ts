/**
 * Errors that nobody handles: a promise without an owner that rejects, a callback that throws. Node's answer is to end the
 * process, which on a server is everybody's. Here such an error fails the call in which it arose, and only that one; the
 * asynchronous context says which. What arose in no call, or in one that was answered already, is logged and counted.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Logger } from '../log/logger.js';

/** A call that can still be failed from outside. */
interface OpenCall {
  readonly name: string;
  fail: (error: unknown) => void;
  open: boolean;
}

const calls = new AsyncLocalStorage<OpenCall>();
let strays = 0;

/** Errors of this process that nobody handled and that failed no call. */
export function strayErrors(): number {
  return strays;
}

/**
 * Runs the work of a call; it rejects with the first error of the call that nobody handles, however that arises. On Node 20
 * every promise pays for the asynchronous context, so work that is done at once makes none.
 */
export function ownErrors<T>(name: string, work: () => T | Promise<T>): T | Promise<T> {
  const call: OpenCall = { name, fail: nothingToFail, open: true };
  const outcome = calls.run(call, work);
  if (!(outcome instanceof Promise)) {
    call.open = false;
    return outcome;
  }
  return new Promise((resolve, reject) => {
    call.fail = (error) => {
      call.open = false;
      reject(error);
    };
    const done = (value: T): void => {
      call.open = false;
      resolve(value);
    };
    outcome.then(done, call.fail);
  });
}

/** Nobody hears of a stray error before the work has given its promise. */
const nothingToFail = (): void => {};

/** Keeps the process of a server alive; the returned function gives Node's own behaviour back. */
export function surviveStrayErrors(log: Logger): () => void {
  const take = (error: unknown): void => {
    const call = calls.getStore();
    if (call?.open) {
      call.fail(error);
      return;
    }
    strays += 1;
    log.error({ err: error, call: call?.name }, 'An error that nobody handled; the server goes on.');
  };
  process.on('unhandledRejection', take);
  process.on('uncaughtException', take);
  return () => {
    process.off('unhandledRejection', take);
    process.off('uncaughtException', take);
  };
}
