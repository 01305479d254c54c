import { type Operation, operationFor } from '@quadrivium/kernel';
import type { CobreServices } from '../service/services.js';

/** Declares an operation of this server; what it works with is `app` of its context. */
export const operation = operationFor<CobreServices>();

const ofThisProcess = new WeakSet<object>();

/** Declares one that needs the runs and tasks of the serving process, or no file: no reader answers it. */
export const operationOfThisProcess: typeof operation = (definition) => {
  ofThisProcess.add(definition);
  return operation(definition);
};

export const isOfThisProcess = (declared: Operation): boolean => ofThisProcess.has(declared);
