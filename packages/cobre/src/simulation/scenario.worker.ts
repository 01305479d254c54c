/** A thread that simulates scenarios: receives what is random about one, answers with its rows. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Case } from '../case/model.js';
import { CutPool, type CutPoolHandle } from '../lp/cuts/cut-pool.js';
import { loadSolver, type MultistageProblem, type SolverChoice } from '../sddp/index.js';
import { type ScenarioInput, ScenarioSimulator, type SimulatedScenario } from './scenario-simulator.js';

export interface ScenarioWorkerStart {
  readonly study: Case;
  readonly problem: MultistageProblem;
  readonly pools: readonly (CutPoolHandle | null)[];
  readonly snapshots: readonly Float64Array[];
  readonly solver: SolverChoice;
}

/** What it sends: that it can begin, then one answer after the other. */
export type ScenarioWorkerMessage = 'ready' | SimulatedScenario;

const { study, problem, pools, snapshots, solver } = workerData as ScenarioWorkerStart;
const plan = { study, problem, snapshots, pools: pools.map((handle) => (handle ? CutPool.attach(handle) : undefined)) };
const simulator = new ScenarioSimulator(plan, await loadSolver(solver));

parentPort!.on('message', (input: ScenarioInput | 'leave') => {
  if (input === 'leave') {
    simulator.dispose();
    parentPort!.close();
  } else parentPort!.postMessage(simulator.simulate(input));
});
parentPort!.postMessage('ready' satisfies ScenarioWorkerMessage);
