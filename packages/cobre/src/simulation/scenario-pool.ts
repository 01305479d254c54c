import type { Worker } from 'node:worker_threads';
import { startWorker } from '@quadrivium/kernel/essentials';
import { loadSolver, type SolverChoice, threadLost } from '../sddp/index.js';
import type { ScenarioWorkerMessage, ScenarioWorkerStart } from './scenario.worker.js';
import {
  type ScenarioInput,
  ScenarioSimulator,
  type SimulatedScenario,
  type SimulationPlan,
} from './scenario-simulator.js';

/** The calling thread simulates alone for this long: a simulation that is over by then would only have waited for others. */
const aloneMs = 500;

/** Scenarios a worker may have at once, so that it does not wait while its answer is written. */
const atOnce = 2;

export interface ScenarioPoolOptions {
  readonly solver: SolverChoice;
  readonly threads: number;
  /** Lets every thread start at once. */
  readonly awaitThreads: boolean;
}

/** Those who play scenarios: this thread, several threads, or workers elsewhere. */
export interface ScenarioSolvers {
  /** Scenarios that may be under way at once. */
  readonly width: number;
  /** Threads that have simulated something. */
  readonly worked: number;
  simulate(input: ScenarioInput): Promise<SimulatedScenario>;
  dispose(): Promise<void>;
}

/** Workers outside of this process that can play scenarios. */
export interface ScenarioWorkers {
  scenarios(plan: SimulationPlan, solver: SolverChoice): Promise<ScenarioSolvers>;
}

/** The calling thread simulates scenarios, and up to `threads − 1` workers help when there is enough to do. */
export class ScenarioPool implements ScenarioSolvers {
  readonly #plan: SimulationPlan;
  readonly #options: ScenarioPoolOptions;
  readonly #own: ScenarioSimulator;
  readonly #threads: ScenarioThread[] = [];
  #aloneMs = 0;

  private constructor(plan: SimulationPlan, options: ScenarioPoolOptions, own: ScenarioSimulator) {
    this.#plan = plan;
    this.#options = options;
    this.#own = own;
  }

  static async create(plan: SimulationPlan, options: ScenarioPoolOptions): Promise<ScenarioPool> {
    const pool = new ScenarioPool(plan, options, new ScenarioSimulator(plan, await loadSolver(options.solver)));
    if (options.awaitThreads) await Promise.all(pool.#startThreads().map(({ ready }) => ready));
    return pool;
  }

  get width(): number {
    return 1 + atOnce * this.#threads.filter(({ isReady }) => isReady).length;
  }

  /** The calling one is always counted, because it writes what the others find. */
  get worked(): number {
    return 1 + this.#threads.filter(({ answered }) => answered > 0).length;
  }

  async simulate(input: ScenarioInput): Promise<SimulatedScenario> {
    const free = this.#threads.find(({ isReady, waiting }) => isReady && waiting.length < atOnce);
    if (free !== undefined) return free.ask(input);
    const began = performance.now();
    const simulated = this.#own.simulate(input);
    this.#aloneMs += performance.now() - began;
    if (this.#threads.length === 0 && this.#aloneMs > aloneMs) this.#startThreads();
    return simulated;
  }

  async dispose(): Promise<void> {
    this.#own.dispose();
    await Promise.all(this.#threads.map((helper) => helper.leave()));
  }

  #startThreads(): ScenarioThread[] {
    const { study, problem, pools, snapshots } = this.#plan;
    const handles = pools.map((pool) => pool?.handle ?? null);
    const start = { study, problem, pools: handles, snapshots, solver: this.#options.solver };
    for (let k = 1; k < this.#options.threads; k++) this.#threads.push(new ScenarioThread(start));
    return this.#threads;
  }
}

/** A worker and the scenarios it owes; it answers in the order of the questions. */
class ScenarioThread {
  isReady = false;
  answered = 0;
  readonly ready: Promise<void>;
  readonly waiting: { resolve(answer: SimulatedScenario): void; reject(cause: unknown): void }[] = [];
  readonly #worker: Worker;
  readonly #gone: Promise<unknown>;

  constructor(workerData: ScenarioWorkerStart) {
    this.#worker = startWorker('scenario', import.meta.url, { workerData });
    this.#gone = new Promise((resolve) => this.#worker.once('exit', resolve));
    this.ready = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: ScenarioWorkerMessage) => {
        if (message !== 'ready') {
          this.answered++;
          this.waiting.shift()?.resolve(message);
        }
        this.isReady = true;
        resolve();
      });
      const end = (cause?: unknown): void => {
        this.isReady = false;
        const lost = threadLost('simulation', cause);
        reject(lost);
        for (const debt of this.waiting.splice(0)) debt.reject(lost);
      };
      this.#worker.on('error', end);
      this.#worker.on('exit', () => end());
    });
    // A worker that could not start is never asked; the others do its share.
    this.ready.catch(() => {});
  }

  ask(input: ScenarioInput): Promise<SimulatedScenario> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      this.#worker.postMessage(input);
    });
  }

  async leave(): Promise<void> {
    if (this.isReady) this.#worker.postMessage('leave');
    else await this.#worker.terminate();
    await this.#gone;
  }
}
