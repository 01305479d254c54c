/** A thread that walks scenarios: receives what is random about one, answers with its rows. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Case } from '../case/model.js';
import { CutPool, type CutPoolHandle } from '../lp/cuts/cut-pool.js';
import { loadSolver, type Problem, type SolverChoice } from '../sddp/index.js';
import { type ScenarioInput, Walk, type WalkedScenario } from './walk.js';

export interface ScenarioWorkerStart {
  readonly study: Case;
  readonly problem: Problem;
  readonly pools: readonly (CutPoolHandle | null)[];
  readonly snapshots: readonly Float64Array[];
  readonly solver: SolverChoice;
}

/** What it sends: that it can begin, then one answer after the other. */
export type ScenarioWorkerMessage = 'ready' | WalkedScenario;

const { study, problem, pools, snapshots, solver } = workerData as ScenarioWorkerStart;
const plan = { study, problem, snapshots, pools: pools.map((handle) => (handle ? CutPool.attach(handle) : undefined)) };
const walk = new Walk(plan, await loadSolver(solver));

parentPort!.on('message', (input: ScenarioInput | 'leave') => {
  if (input === 'leave') {
    walk.dispose();
    parentPort!.close();
  } else parentPort!.postMessage(walk.scenario(input));
});
parentPort!.postMessage('ready' satisfies ScenarioWorkerMessage);
