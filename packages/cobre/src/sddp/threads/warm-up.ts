/**
 * A thread that has just started runs unoptimised code, many times slower than the others, and everybody would wait for
 * it at every stage. So it first trains a while for itself, on cuts nobody sees, until its code is compiled.
 */
import { CutPool } from '../../lp/cut-pool.js';
import { PassMemory } from '../pass-memory.js';
import type { Problem } from '../problem.js';
import { Snapshots } from '../snapshots.js';
import type { SolverFactory } from '../stage-runner.js';
import { Workbench } from '../workbench.js';

/** Longer would take more from the others than it gives. */
const limitMs = 150;
const mostIterations = 128;

export function warmUp(problem: Problem, makeSolver: SolverFactory): void {
  const bench = new Workbench(problem, privateMemory(problem, mostIterations), makeSolver);
  bench.shared.snapshots = Snapshots.create(bench.snapshotSizes());
  const end = performance.now() + limitMs;
  const isOver = () => performance.now() > end;
  for (let iteration = 1; iteration <= mostIterations && !isOver(); iteration++) {
    bench.useSide(iteration % 2);
    walk(bench, problem, iteration);
    returnThrough(bench, problem, iteration, isOver);
    turnSides(bench.shared.snapshots, iteration % 2);
  }
  bench.dispose();
}

/** Pools like those of the training, but empty and of one's own. */
export function emptyPools(problem: Problem, capacity: number): (CutPool | undefined)[] {
  const { stateCount } = problem.space;
  return problem.stages.map(({ model }) =>
    model.thetaColumn.length > 0 ? CutPool.create(stateCount, capacity) : undefined,
  );
}

function privateMemory(problem: Problem, iterations: number) {
  const cutsPerIteration = problem.formulation === 'multi' ? mostOpenings(problem) : 1;
  const pass = PassMemory.create({
    trials: 1,
    steps: problem.stages.length,
    stateCount: problem.space.stateCount,
    noiseDimension: problem.stages[0]?.noise.layout.dimension ?? 0,
    stageCount: problem.stages.length,
  });
  pass.length[0] = problem.stages.length;
  const pools = emptyPools(problem, iterations * cutsPerIteration);
  return { pools, activity: pools.map(() => undefined), pass, snapshots: undefined };
}

function mostOpenings({ stages }: Problem): number {
  return Math.max(...stages.map(({ order }) => order.length));
}

/** Every stage meets one of its openings, another one in each iteration. */
function walk(bench: Workbench, problem: Problem, iteration: number): void {
  const { pass, pools } = bench.shared;
  pass.state(0, 0).set(problem.initialState);
  problem.stages.forEach(({ noise, order }, t) => {
    const { dimension } = noise.layout;
    const from = (iteration % order.length) * dimension;
    pass.noise.set(noise.uncertainty.openings.subarray(from, from + dimension), pass.noiseOffset(0, t));
  });
  pools.forEach((_, t) => {
    bench.syncCuts(t);
  });
  bench.forward(0, iteration);
}

function returnThrough(bench: Workbench, problem: Problem, iteration: number, isOver: () => boolean): void {
  const { pools } = bench.shared;
  for (let stage = problem.stages.length - 1; stage >= 1 && !isOver(); stage--) {
    bench.syncCuts(stage);
    bench.backward(0, stage, stage, stage - 1, pools[stage - 1]!.count, iteration);
  }
}

function turnSides(snapshots: Snapshots, side: number): void {
  snapshots.carryOver(side, 1 - side);
  snapshots.clear(side);
}
