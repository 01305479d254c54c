/** Checks values against schemas in a thread of its own, where a check that takes too long can be ended. */
import { parentPort } from 'node:worker_threads';
import type { CheckAnswer, CheckRequest } from './check-worker.js';
import { compile, type Validate } from './compile.js';

const MOST_KEPT = 100;
const kept = new Map<string, Validate>();

function validatorOf({ schema, all }: CheckRequest): Validate {
  const key = `${all}${JSON.stringify(schema)}`;
  const validate = kept.get(key) ?? compile(schema, { all });
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(key, validate);
  return validate;
}

function answerTo(request: CheckRequest): CheckAnswer {
  let validate: Validate;
  try {
    validate = validatorOf(request);
  } catch (error) {
    return { unusable: (error as Error).message };
  }
  try {
    return { misfits: validate(request.value) };
  } catch {
    // A schema that refers to itself without end takes up the stack.
    return { undecided: 'the schema refers to itself without end' };
  }
}

parentPort?.on('message', (request: CheckRequest) => parentPort?.postMessage(answerTo(request)));
parentPort?.postMessage('ready');
