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
let openCalls = 0;
/** How many want the process to survive. While nobody does, Node ends it with the error, whosever that is. */
let survivors = 0;
let strays = 0;

/** Errors of this process that nobody handled and that failed no call. */
export function strayErrors(): number {
  return strays;
}

/**
 * Runs the work of a call; it rejects with the first error of the call that nobody handles, however that arises. On Node 20
 * and 22 every promise of the process pays for an asynchronous context that is in use, so none is where no call is open.
 */
export function ownErrors<T>(name: string, work: () => T | Promise<T>): T | Promise<T> {
  if (survivors === 0) return work();
  const call: OpenCall = { name, fail: nothingToFail, open: true };
  openCalls += 1;
  let outcome: T | Promise<T>;
  try {
    outcome = calls.run(call, work);
  } catch (error) {
    close(call);
    throw error;
  }
  if (outcome instanceof Promise) return failable(call, outcome);
  close(call);
  return outcome;
}

function failable<T>(call: OpenCall, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    call.fail = (error) => {
      close(call);
      reject(error);
    };
    const done = (value: T): void => {
      close(call);
      resolve(value);
    };
    work.then(done, call.fail);
  });
}

function close(call: OpenCall): void {
  if (!call.open) return;
  call.open = false;
  openCalls -= 1;
  if (openCalls === 0) calls.disable();
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
  survivors += 1;
  process.on('unhandledRejection', take);
  process.on('uncaughtException', take);
  return () => {
    survivors -= 1;
    process.off('unhandledRejection', take);
    process.off('uncaughtException', take);
  };
}
