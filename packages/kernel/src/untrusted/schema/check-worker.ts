import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { JsonObject } from '../../essentials/is-object.js';
import { startWorker } from '../../essentials/start-worker.js';
import { bounds } from '../bounds.js';
import type { Misfit } from './compile.js';

export interface CheckRequest {
  readonly schema: JsonObject;
  readonly value: unknown;
  readonly all: boolean;
}

export type CheckAnswer =
  | { readonly misfits: readonly Misfit[] }
  | { readonly undecided: string }
  | { readonly unusable: string };

/** Checks take little memory; one that takes more than this is up to something. */
const RESOURCES = { maxOldGenerationSizeMb: 256, stackSizeMb: 4 };

let ready: Promise<Worker> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Asks the one worker of this process, which is started when first needed and again after it had to be ended. Requests
 * wait for each other, so that the time of each is its own.
 */
export function askWorker(request: CheckRequest): Promise<CheckAnswer | 'late' | 'failed'> {
  const answer = last.then(() => ask(request));
  last = answer.catch(() => undefined);
  return answer;
}

async function ask(request: CheckRequest): Promise<CheckAnswer | 'late' | 'failed'> {
  ready ??= started();
  const worker = await ready.catch(() => undefined);
  if (worker === undefined) {
    ready = undefined;
    return 'failed';
  }
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), bounds.check.ms);
  // While an answer is waited for, the process must not end for want of anything else to do.
  worker.ref();
  try {
    worker.postMessage(request);
    const [answer] = (await once(worker, 'message', { signal: limit.signal })) as [CheckAnswer];
    return answer;
  } catch {
    ready = undefined;
    await worker.terminate();
    return limit.signal.aborted ? 'late' : 'failed';
  } finally {
    clearTimeout(timer);
    worker.unref();
  }
}

async function started(): Promise<Worker> {
  const worker = startWorker('schema-check', import.meta.url, {
    resourceLimits: RESOURCES,
    stdout: true,
    stderr: true,
  });
  await once(worker, 'message');
  return worker;
}
