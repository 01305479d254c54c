/** Runs cases, one at a time, each in a thread of its own. */
import type { Worker } from 'node:worker_threads';
import { presentDate, startWorker } from '@quadrivium/kernel/essentials';
import { Fault } from '@quadrivium/kernel/fault';
import type { RunEvent } from '../../sddp/index.js';
import { collectCase } from '../cases/case-access.js';
import { type CaseDigests, sameBytes } from '../cases/case-digests.js';
import type { Files } from '../files/files.js';
import { casePlace, inCallersWords, type Place, shownPath } from '../files/place.js';
import { lockOutput, type RunLock } from './lock/run-lock.js';
import {
  type FaultRecord,
  type Phases,
  type RunInput,
  type RunMessage,
  stopAtBoundary,
  stopAtOnce,
} from './run-messages.js';
import { checkRunPaths } from './run-paths.js';
import type { RunResult } from './run-result.js';
import type { RunWatcher } from './training-news.js';

export interface RunRequest {
  readonly caseDirectory: string;
  /** Those the settings enable, unless given. */
  readonly phases?: Phases;
  /** Ends the training with a proof of its bounds. */
  readonly prove?: boolean;
  /** What was read and checked before; a file that has changed since stops the run. */
  readonly digests?: CaseDigests;
  readonly onEvent?: (event: RunEvent, iterationLimit: number | null) => void;
  readonly watcher?: RunWatcher;
}

export interface RunningRun {
  readonly run_id: string;
  readonly case_dir: string;
  readonly output_dir: string;
  /** Settles when everything is written; a fault of the run rejects it. */
  readonly result: Promise<RunResult>;
  /** Asks for a stop behind the iteration or scenario under way. */
  stop(): void;
  /** Asks for a stop within the iteration; whole ones are kept. */
  stopAtOnce(): void;
}

export interface CaseRunnerOptions {
  readonly threads?: number;
  readonly workers?: RunInput['workers'];
  readonly limits?: RunInput['limits'];
  /** ISO time for messages. */
  readonly now?: () => string;
}

interface LaunchParts extends Pick<RunInput, 'files' | 'output' | 'links'> {
  readonly request: RunRequest;
  readonly runId: string;
}

/** The run that others have to wait for. */
interface ActiveRun {
  readonly caseDirectory: string;
  readonly since: string;
  run?: RunningRun;
}

export class CaseRunner {
  readonly #threads: number;
  readonly #workers: RunInput['workers'];
  readonly #limits: RunInput['limits'];
  readonly #now: () => string;
  #current: ActiveRun | undefined;
  #stopping = false;

  constructor(options: CaseRunnerOptions = {}) {
    this.#threads = options.threads ?? 1;
    this.#workers = options.workers;
    this.#limits = options.limits;
    this.#now = options.now ?? (() => presentDate().toISOString());
  }

  /** The run that is under way. */
  get current(): RunningRun | undefined {
    return this.#current?.run;
  }

  /** Starts a run, or says which one is in the way. */
  async start(files: Files, request: RunRequest): Promise<RunningRun> {
    if (this.#current) throw busy(this.#current);
    const entry: ActiveRun = { caseDirectory: request.caseDirectory, since: this.#now() };
    this.#current = entry;
    let lock: RunLock | undefined;
    try {
      const place = await casePlace(files, request.caseDirectory);
      const found = await collectCase(files, request.caseDirectory);
      const bytes = request.digests ? await sameBytes(found, request.digests) : found;
      const { output, links } = await checkRunPaths(files, place, bytes, request.phases);
      if (this.#stopping) throw tooLate(request.caseDirectory);
      lock = await lockOutput(output, { onStop: () => entry.run?.stopAtOnce() });
      if (this.#stopping) throw tooLate(request.caseDirectory);
      entry.run = this.#launch(place, { files: bytes, output, links, request, runId: lock.runId });
    } catch (error) {
      await lock?.release();
      this.#current = undefined;
      throw error;
    }
    request.watcher?.began();
    // The next run may begin when the files of this one are free, and nobody hears of the end before.
    const free = async (): Promise<void> => {
      await lock?.release();
      if (this.#current === entry) this.#current = undefined;
      request.watcher?.ended();
    };
    const result = entry.run.result.finally(free);
    entry.run = { ...entry.run, result };
    result.catch(() => {});
    return entry.run;
  }

  /**
   * Asks the run under way to stop and waits until it has; none is begun from now on. An iteration that takes longer than the
   * patience is dropped, so that those before it can still be kept.
   */
  async stopAll(patienceMs: number): Promise<void> {
    this.#stopping = true;
    const run = this.#current?.run;
    run?.stop();
    const patience = setTimeout(() => run?.stopAtOnce(), patienceMs);
    await run?.result.catch(() => {});
    clearTimeout(patience);
  }

  #launch(place: Place, parts: LaunchParts): RunningRun {
    const { request, runId, ...places } = parts;
    const flag = new Int32Array(new SharedArrayBuffer(4));
    const work: RunInput = {
      ...places,
      caseDirectory: place.path,
      ...(request.phases ? { phases: request.phases } : {}),
      threads: this.#threads,
      ...(this.#workers ? { workers: this.#workers } : {}),
      prove: request.prove ?? false,
      ...(this.#limits ? { limits: this.#limits } : {}),
      stop: flag.buffer,
    };
    const worker = startWorker('run', import.meta.url, { workerData: work });
    const output_dir = shownPath(place, 'output');
    return {
      run_id: runId,
      case_dir: place.asked,
      output_dir,
      result: listen(worker, place, request).then((result) => ({ ...result, output_dir })),
      stop: () => void Atomics.compareExchange(flag, 0, 0, stopAtBoundary),
      stopAtOnce: () => void Atomics.store(flag, 0, stopAtOnce),
    };
  }
}

function listen(worker: Worker, place: Place, { onEvent, watcher }: RunRequest): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    let limit: number | null = null;
    worker.on('message', (news: RunMessage) => {
      if (news.type === 'limits') limit = news.iterationLimit;
      else if (news.type === 'event') {
        watcher?.on(news.event, limit);
        onEvent?.(news.event, limit);
      } else if (news.type === 'done') resolve(news.result);
      else reject(faultOf(news.fault, place));
    });
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The thread of the run ended without a result.')));
  });
}

/** The fault as it was, in the caller's words. */
function faultOf(record: FaultRecord, place: Place): Fault {
  const words = JSON.parse(JSON.stringify(record), (_, value: unknown) =>
    typeof value === 'string' ? inCallersWords(value, place) : value,
  ) as FaultRecord;
  return new Fault(words.kind, words.message, {
    context: words.context,
    ...(words.suggestion === undefined ? {} : { suggestion: words.suggestion }),
  });
}

/** Its case was still being read when the server was asked to stop. */
function tooLate(caseDirectory: string): Fault<'ServerStopping'> {
  return new Fault('ServerStopping', `The run of '${caseDirectory}' was not begun, because the server is stopping`, {
    context: { case_dir: caseDirectory },
    suggestion: 'Run it again when the server is back; nothing was written.',
  });
}

function busy({ caseDirectory, since }: ActiveRun): Fault<'RunInProgress'> {
  return new Fault('RunInProgress', `A run of '${caseDirectory}' is in progress since ${since}`, {
    context: { case_dir: caseDirectory, since },
    suggestion: 'Wait for it to finish, or cancel it; this server runs one case at a time.',
  });
}
