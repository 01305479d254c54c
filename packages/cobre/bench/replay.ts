import type { StageSolver } from '../src/lp/solver.js';
import { nearestNeighbours, setScenario, type Trace } from './trace.js';

export interface Replay {
  readonly engine: string;
  readonly microseconds: number;
  /** The same for the last tenth of the iterations, where cuts are many. */
  readonly lateMicroseconds: number;
  readonly objectiveSum: number;
  readonly pivots: number;
  readonly fallbacks: number;
}

/** Solves every LP of a trace with fresh solvers, in the order of the openings given, and measures CPU time. */
export function replay(
  engine: string,
  trace: Trace,
  make: (stage: number) => StageSolver,
  nearest: boolean,
  limit = Infinity,
): Replay {
  const { size } = trace.family;
  const order = nearest
    ? nearestNeighbours(trace.family)
    : trace.family.inflow.map((list) => Int32Array.from(list.keys()));
  const pools = trace.family.problems.map((problem) => problem.future!.cuts);
  for (const pool of pools) pool.clear();
  const solvers = trace.family.problems.map((_, t) => make(t));
  const iterations = Math.min(limit, size.iterations);
  let [objectiveSum, total, late, lps, lateLps] = [0, 0, 0, 0, 0];
  for (let iteration = 0; iteration < iterations; iteration++) {
    const start = cpuMicroseconds();
    const before = lps;
    trace.drawn[iteration]!.forEach((path, trial) => {
      solvers.forEach((solver, t) => {
        objectiveSum += one(solver, trace.states[iteration]![trial]![t]!, trace.family.inflow[t]![path[t]!]!);
        lps++;
      });
    });
    for (let t = size.stages - 1; t > 0; t--) {
      for (let trial = 0; trial < size.trials; trial++) {
        const state = trace.states[iteration]![trial]![t]!;
        const openings = order[t]!;
        for (let k = 0; k < openings.length; k++) {
          const opening = openings[nearest && trial % 2 === 1 ? openings.length - 1 - k : k]!;
          objectiveSum += one(solvers[t]!, state, trace.family.inflow[t]![opening]!);
          lps++;
        }
      }
      for (const cut of trace.cuts[iteration]![t - 1]!) pools[t - 1]!.add(cut[0]!, cut.subarray(1));
      solvers[t - 1]!.syncCuts();
    }
    const spent = cpuMicroseconds() - start;
    total += spent;
    if (iteration >= iterations * 0.9) [late, lateLps] = [late + spent, lateLps + lps - before];
  }
  const sum = (key: 'pivots' | 'fallbacks') => solvers.reduce((all, solver) => all + solver.statistics[key], 0);
  const [pivots, fallbacks] = [sum('pivots'), sum('fallbacks')];
  for (const solver of solvers) solver.dispose();
  return {
    engine,
    microseconds: total / lps,
    lateMicroseconds: late / lateLps,
    objectiveSum,
    pivots: pivots / lps,
    fallbacks,
  };
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
