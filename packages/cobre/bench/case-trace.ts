/**
 * The backward passes of a training of a whole case, to be repeated by any engine: which states were visited, which cuts
 * were found and in what order. Everything is in what a training keeps about its cuts.
 */
import type { Trained } from '../src/index.js';
import { CutPool } from '../src/lp/cuts/cut-pool.js';
import type { StageSolver } from '../src/lp/solver.js';
import { type SolverFactory, StageRunner } from '../src/sddp/stage-runner.js';
import { collectGarbage } from './held-bytes.js';
import { cpuMicroseconds, type Replay } from './replay.js';

export type CaseTrace = Pick<Trained, 'problem' | 'policy' | 'iterations'>;

export interface CaseReplayOptions {
  /** Iterations before this one only deliver their cuts. */
  readonly from?: number;
  /** Only every so many stages are solved, beginning with the fourth; all of them unless given. */
  readonly every?: number;
  /** Solvers go here and live on: with the last object of a shape, the engine forgets code that it compiled for it. */
  readonly living?: StageSolver[];
}

/** The first stage that a sample takes: the ones before are closer to the state that all trials begin with. */
const firstSampled = 3;

/** Solves every backward LP of the trace, in nearest-neighbour order and every other trial backwards, as training does. */
export function replayCase(
  engine: string,
  { problem, policy }: CaseTrace,
  makeSolver: SolverFactory,
  { from = 1, every, living }: CaseReplayOptions = {},
): Replay {
  const pools = problem.stages.map(({ model }, t) => {
    const { stateCount, count, states } = policy.stages[t]!.pool;
    return model.thetaColumn.length > 0 ? CutPool.create(stateCount, count, states) : undefined;
  });
  const isSolved = (t: number) => every === undefined || (t >= firstSampled && (t - firstSampled) % every === 0);
  const next = problem.stages.map(() => 0);
  const slopes = policy.stages.map(({ pool }) => Array.from({ length: pool.count }, (_, slot) => slopesOf(pool, slot)));
  const deliver = (stage: number, iteration: number): Float64Array[] => {
    const { pool, log } = policy.stages[stage]!;
    const states: Float64Array[] = [];
    for (let slot = next[stage]!; slot < pool.count && log.iteration[slot] === iteration; slot = ++next[stage]!) {
      pools[stage]!.add(pool.intercept[slot]!, slopes[stage]![slot]!, pool.theta[slot]);
      states.push(log.stateAt(slot));
    }
    return states;
  };
  const last = problem.stages.length - 1;
  for (let iteration = 1; iteration < from; iteration++) for (let t = 0; t < last; t++) deliver(t, iteration);
  const runners = problem.stages.map((stage, t) =>
    isSolved(t) ? new StageRunner(stage, pools[t], makeSolver) : undefined,
  );
  const slope = new Float64Array(policy.stateCount);
  let objectiveSum = 0;
  // What making the solvers leaves behind is no part of solving: a training makes them once.
  collectGarbage();
  const start = cpuMicroseconds();
  for (let iteration = from; iteration <= policy.completedIterations; iteration++) {
    for (let t = last; t > 0; t--) {
      // The cut of a trial was made at the state it is replayed at; solvers see it only after the stage is done.
      const states = deliver(t - 1, iteration);
      const runner = runners[t];
      if (runner === undefined) continue;
      // What the step before delivered.
      if (pools[t] !== undefined) runner.solver.syncCuts();
      states.forEach((state, trial) => {
        const { order } = runner.stage;
        for (let k = 0; k < order.length; k++) {
          runner.solveOpening(state, order[trial % 2 === 0 ? k : order.length - 1 - k]!);
          runner.addSlopes(1, slope);
          objectiveSum += runner.objective;
        }
      });
    }
  }
  const microseconds = cpuMicroseconds() - start;
  const sum = (key: 'solves' | 'pivots' | 'fallbacks') =>
    runners.reduce((total, runner) => total + (runner?.solver.statistics[key] ?? 0), 0);
  const lps = sum('solves');
  const replay = { engine, microseconds: microseconds / lps, objectiveSum, pivots: sum('pivots') / lps, lps };
  const solvers = runners.flatMap((runner) => runner?.solver ?? []);
  if (living) living.push(...solvers);
  else for (const solver of solvers) solver.dispose();
  return { ...replay, fallbacks: sum('fallbacks') / lps };
}

function slopesOf(pool: CutPool, slot: number): Float64Array {
  return Float64Array.from({ length: pool.stateCount }, (_, s) => pool.slopeOf(slot, s));
}
