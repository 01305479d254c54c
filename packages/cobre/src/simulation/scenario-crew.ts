import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { loadSolver, type SolverChoice, startWorker } from '../sddp/index.js';
import type { ScenarioWorkerStart } from './scenario.worker.js';
import { type ScenarioInput, Walk, type WalkedScenario, type WalkPlan } from './walk.js';

/** Those who walk scenarios. Answers come back in the order of the questions of each member. */
export interface ScenarioCrew {
  /** Scenarios that may be under way at once without anybody waiting. */
  readonly width: number;
  walk(input: ScenarioInput): Promise<WalkedScenario>;
  dispose(): Promise<void>;
}

export async function scenarioCrew(plan: WalkPlan, solver: SolverChoice, threads: number): Promise<ScenarioCrew> {
  if (threads > 1) return new Workers(plan, solver, threads);
  const walk = new Walk(plan, await loadSolver(solver));
  return { width: 1, walk: async (input) => walk.scenario(input), dispose: async () => walk.dispose() };
}

interface Member {
  readonly worker: Worker;
  readonly waiting: { resolve(answer: WalkedScenario): void; reject(cause: unknown): void }[];
}

class Workers implements ScenarioCrew {
  readonly #members: readonly Member[];
  #asked = 0;

  constructor({ study, problem, pools, snapshots }: WalkPlan, solver: SolverChoice, threads: number) {
    const handles = pools.map((pool) => pool?.handle ?? null);
    const workerData: ScenarioWorkerStart = { study, problem, pools: handles, snapshots, solver };
    this.#members = Array.from({ length: threads }, () => memberOf(workerData));
  }

  /** Two per member, so that none waits while its answer is written. */
  get width(): number {
    return this.#members.length * 2;
  }

  walk(input: ScenarioInput): Promise<WalkedScenario> {
    const member = this.#members[this.#asked++ % this.#members.length]!;
    return new Promise((resolve, reject) => {
      member.waiting.push({ resolve, reject });
      member.worker.postMessage(input);
    });
  }

  async dispose(): Promise<void> {
    await Promise.all(
      this.#members.map(async ({ worker }) => {
        const gone = once(worker, 'exit');
        worker.postMessage('leave');
        await gone;
      }),
    );
  }
}

function memberOf(workerData: ScenarioWorkerStart): Member {
  const worker = startWorker('scenario', import.meta.url, { workerData });
  const member: Member = { worker, waiting: [] };
  worker.on('message', (answer: WalkedScenario) => member.waiting.shift()?.resolve(answer));
  worker.on('error', (cause) => {
    for (const { reject } of member.waiting.splice(0)) reject(cause);
  });
  return member;
}
