import type { StageProblem, StageSolver } from '../src/lp/solver.js';
import { nearestNeighbours, setScenario, type Trace } from './trace.js';

export interface Replay {
  readonly engine: string;
  readonly microseconds: number;
  readonly objectiveSum: number;
  readonly pivots: number;
  /** Share of LPs that another member had to solve. */
  readonly fallbacks: number;
  readonly lps: number;
}

export interface ReplayOptions {
  /** Openings in nearest-neighbour order instead of the order of the file. */
  readonly nearest?: boolean;
  /** Iterations before this one only deliver their cuts. */
  readonly from?: number;
  /** Iterations from this one on are left out. */
  readonly to?: number;
}

/** Solves every LP of a trace with fresh solvers and measures CPU time. */
export function replay(
  engine: string,
  trace: Trace,
  make: (problem: StageProblem) => StageSolver,
  { nearest = false, from = 0, to = Infinity }: ReplayOptions = {},
): Replay {
  const { problems, inflow, size } = trace.family;
  const order = nearest ? nearestNeighbours(trace.family) : inflow.map((list) => Int32Array.from(list.keys()));
  const pools = problems.map((problem) => problem.future!.cuts);
  for (const pool of pools) pool.clear();
  for (let iteration = 0; iteration < from; iteration++) deliver(trace, iteration);
  const solvers = problems.map(make);
  let [objectiveSum, total, lps] = [0, 0, 0];
  for (let iteration = from; iteration < Math.min(to, size.iterations); iteration++) {
    const start = cpuMicroseconds();
    trace.drawn[iteration]!.forEach((path, trial) => {
      for (let t = 0; t < size.stages; t++, lps++) {
        objectiveSum += one(solvers[t]!, trace.states[iteration]![trial]![t]!, inflow[t]![path[t]!]!);
      }
    });
    for (let t = size.stages - 1; t > 0; t--) {
      const openings = order[t]!;
      for (let trial = 0; trial < size.trials; trial++) {
        const state = trace.states[iteration]![trial]![t]!;
        for (let k = 0; k < openings.length; k++, lps++) {
          const opening = openings[nearest && trial % 2 === 1 ? openings.length - 1 - k : k]!;
          objectiveSum += one(solvers[t]!, state, inflow[t]![opening]!);
        }
      }
      for (const cut of trace.cuts[iteration]![t - 1]!) pools[t - 1]!.add(cut[0]!, cut.subarray(1));
      solvers[t - 1]!.syncCuts();
    }
    total += cpuMicroseconds() - start;
  }
  const sum = (key: 'pivots' | 'fallbacks') => solvers.reduce((all, solver) => all + solver.statistics[key], 0);
  const [pivots, fallbacks] = [sum('pivots') / lps, sum('fallbacks') / lps];
  for (const solver of solvers) solver.dispose();
  return { engine, microseconds: total / lps, objectiveSum, pivots, fallbacks, lps };
}

function deliver(trace: Trace, iteration: number): void {
  trace.cuts[iteration]!.forEach((cuts, t) => {
    for (const cut of cuts) trace.family.problems[t]!.future!.cuts.add(cut[0]!, cut.subarray(1));
  });
}

function one(solver: StageSolver, state: Float64Array, inflow: Float64Array): number {
  setScenario(solver, state, inflow);
  if (solver.solve() !== 'optimal') throw new Error(`An LP of the trace is ${solver.status}.`);
  // What training reads: the objective and the slopes.
  let slopes = 0;
  for (let s = 0; s < state.length; s++) slopes += solver.rowDual(s);
  return Number.isNaN(slopes) ? Number.NaN : solver.objective;
}

/** CPU time of this process; other processes do not disturb it much. */
export function cpuMicroseconds(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
