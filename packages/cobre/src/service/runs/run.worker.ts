/**
 * A run in a thread of its own, so that training never holds up whoever serves it. The thread gets the bytes of the case
 * and checked paths; it reads no file that its starter did not name.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '@quadrivium/kernel/fault';
import { limitJson } from '../../case/read/json-text.js';
import { limitTables } from '../../parquet/limits.js';
import { digestsOf, inputsDigest } from '../../results/index.js';
import type { RunEvent } from '../../sddp/index.js';
import { loadCase } from '../../validation/load-case.js';
import { memoryAccess } from '../cases/case-access.js';
import { runCase } from './run-case.js';
import { type RunInput, type RunMessage, stopAtBoundary, stopAtOnce } from './run-messages.js';

/** Faster news would only be replaced before anybody reads it. */
const newsIntervalMs = 40;
/** Amid an iteration there are no events at which to ask whether to stop. */
const stopLookMs = 50;

const work = workerData as RunInput;
const stop = new Int32Array(work.stop);
const tell = (news: RunMessage): void => parentPort?.postMessage(news);

/** Passes on at most one event per interval, and always the last one before anything else is said. */
function throttled(): { take(event: RunEvent): void; flush(): void } {
  let waiting: RunEvent | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  const flush = (): void => {
    if (waiting) tell({ type: 'event', event: waiting });
    waiting = undefined;
    toldAt = performance.now();
  };
  return {
    flush,
    take(event) {
      if (waiting && waiting.type !== event.type) flush();
      waiting = event;
      if (performance.now() - toldAt >= newsIntervalMs) flush();
    },
  };
}

async function run(): Promise<void> {
  if (work.limits) {
    limitTables(work.limits);
    limitJson(work.limits.jsonBytes);
  }
  const began = performance.now();
  const { case: study, filesRead } = await loadCase(work.caseDirectory, memoryAccess(work.caseDirectory, work.files));
  const loadSeconds = (performance.now() - began) / 1000;
  const limit = study.settings.training.stoppingRules.find((rule) => rule.type === 'iteration_limit')?.limit;
  tell({ type: 'limits', iterationLimit: limit ?? null });
  const [atBoundary, atOnce] = [new AbortController(), new AbortController()];
  const news = throttled();
  const heed = (): void => {
    const asked = Atomics.load(stop, 0);
    if (asked >= stopAtOnce) atOnce.abort();
    if (asked >= stopAtBoundary) atBoundary.abort();
  };
  setInterval(heed, stopLookMs).unref();
  const listen = (event: RunEvent): void => {
    // Whoever stops between two iterations is heard before the next one begins.
    heed();
    news.take(event);
  };
  const result = await runCase(study, work.caseDirectory, {
    output: work.output,
    links: work.links,
    locked: true,
    loadSeconds,
    ...(work.phases ? { phases: work.phases } : {}),
    threads: work.threads,
    ...(work.workers ? { workers: work.workers } : {}),
    inputsDigest: inputsDigest(filesRead),
    inputFiles: digestsOf(filesRead),
    prove: work.prove,
    signal: atBoundary.signal,
    atOnce: atOnce.signal,
    onEvent: listen,
  });
  news.flush();
  tell({ type: 'done', result });
}

try {
  await run();
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  tell({ type: 'fault', fault: structuredCloneable(error) });
}

/** Contexts are plain data, but a cause or a class instance in one would not survive the way back. */
function structuredCloneable(fault: Fault) {
  return JSON.parse(JSON.stringify(fault.toRecord()));
}
