/**
 * A thread that has just started runs unoptimised code, many times slower than the others, and everybody would wait for
 * it at every stage. So it first trains a while for itself, on cuts nobody sees, until its code is compiled.
 */
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { DoubleBuffer } from '../double-buffer.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { PassMemory } from '../pass-memory.js';
import { PassTasks } from '../pass-tasks.js';
import type { SolverFactory } from '../stage-runner.js';
import { singleThread, type WorkerPool } from '../worker-pool.js';

/** Longer would take more from the others than it gives. */
const limitMs = 150;
const mostIterations = 128;

export function warmUp(problem: MultistageProblem, makeSolver: SolverFactory): void {
  const tasks = new PassTasks(problem, privateMemory(problem, mostIterations), makeSolver);
  const workers = singleThread(tasks);
  const snapshots = DoubleBuffer.create(tasks.snapshotSizes());
  workers.attachSnapshots(snapshots);
  const end = performance.now() + limitMs;
  const isOver = () => performance.now() > end;
  for (let iteration = 1; iteration <= mostIterations && !isOver(); iteration++) {
    const front = iteration % 2;
    workers.readFrom(front);
    drawOpenings(tasks.shared.pass, problem, iteration);
    workers.syncCuts();
    workers.forward(iteration);
    returnThrough(workers, problem, iteration, isOver);
    snapshots.swap(front);
  }
  tasks.dispose();
}

/** Pools like those of the training, but empty and of one's own. */
export function emptyPools(problem: MultistageProblem, capacity: number): (CutPool | undefined)[] {
  const { stateCount } = problem.space;
  return problem.stages.map(({ model }) =>
    model.thetaColumn.length > 0 ? CutPool.create(stateCount, capacity) : undefined,
  );
}

function privateMemory(problem: MultistageProblem, iterations: number) {
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

function mostOpenings({ stages }: MultistageProblem): number {
  return Math.max(...stages.map(({ order }) => order.length));
}

/** Every stage meets one of its openings, another one in each iteration. */
function drawOpenings(pass: PassMemory, problem: MultistageProblem, iteration: number): void {
  pass.state(0, 0).set(problem.initialState);
  problem.stages.forEach(({ noise, order }, t) => {
    const { dimension } = noise.layout;
    const from = (iteration % order.length) * dimension;
    pass.noise.set(noise.uncertainty.openings.subarray(from, from + dimension), pass.noiseOffset(0, t));
  });
}

function returnThrough(
  workers: WorkerPool,
  { stages }: MultistageProblem,
  iteration: number,
  isOver: () => boolean,
): void {
  for (let stage = stages.length - 1; stage >= 1 && !isOver(); stage--) {
    const slots = Int32Array.of(workers.tasks.shared.pools[stage - 1]!.count);
    workers.backward({ step: stage, stage, receiver: stage - 1, slots }, iteration);
  }
}
