/**
 * A thread that has just started runs unoptimised code, many times slower than the others, and everybody would wait for
 * it at every stage. So it first trains a while for itself, on cuts nobody sees, until its code is compiled.
 */
import { CutPool } from '../../lp/cuts/cut-pool.js';
import { DoubleBuffer } from '../double-buffer.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { outcomesAfter } from '../outcomes.js';
import { PassMemory } from '../pass-memory.js';
import { PassTasks } from '../pass-tasks.js';
import type { SolverFactory } from '../stage-runner.js';
import { singleThread, type WorkerPool } from '../worker-pool.js';

/** Longer would take more from the others than it gives. */
const limitMs = 150;
const mostIterations = 128;

export async function warmUp(problem: MultistageProblem, makeSolver: SolverFactory): Promise<void> {
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
    await workers.forward(iteration);
    await returnThrough(workers, iteration, isOver);
    snapshots.swap(front);
  }
  tasks.dispose();
}

/** Pools like those of the training, but empty and of one's own. */
export function emptyPools(problem: MultistageProblem, capacity: number): (CutPool | undefined)[] {
  const { stateCount } = problem.space;
  return problem.stages.map(({ model, cutStates }) =>
    model.thetaColumn.length > 0 ? CutPool.create(cutStates?.length ?? stateCount, capacity, cutStates) : undefined,
  );
}

function privateMemory(problem: MultistageProblem, iterations: number) {
  const cutsPerIteration = problem.formulation === 'multi' ? mostOutcomes(problem) : 1;
  const steps = 1 + problem.stages.at(-1)!.model.index;
  const pass = PassMemory.create({
    trials: 1,
    steps,
    stateCount: problem.space.stateCount,
    noiseDimension: problem.stages[0]?.noise.layout.dimension ?? 0,
  });
  pass.length[0] = steps;
  const pools = emptyPools(problem, iterations * cutsPerIteration);
  return { pools, activity: pools.map(() => undefined), pass, snapshots: undefined };
}

function mostOutcomes(problem: MultistageProblem): number {
  return Math.max(1, ...problem.stages.map((_, place) => outcomesAfter(problem, place)?.probabilities.length ?? 0));
}

/** Every stage meets one of its openings, another one in each iteration, and goes on to another place. */
function drawOpenings(pass: PassMemory, problem: MultistageProblem, iteration: number): void {
  pass.state(0, 0).set(problem.initialState);
  let place = 0;
  for (let step = 0; step < pass.shape.steps; step++) {
    const { noise, order, successors } = problem.stages[place]!;
    const { dimension } = noise.layout;
    const from = (iteration % order.length) * dimension;
    pass.noise.set(noise.uncertainty.openings.subarray(from, from + dimension), pass.noiseOffset(0, step));
    pass.place[step] = place;
    place = successors[iteration % successors.length] ?? 0;
  }
}

async function returnThrough(workers: WorkerPool, iteration: number, isOver: () => boolean): Promise<void> {
  const { pass, pools } = workers.tasks.shared;
  for (let step = pass.shape.steps - 1; step >= 1 && !isOver(); step--) {
    const receiver = pass.placeOf(0, step - 1);
    await workers.backward({ step, receiver, slots: Int32Array.of(pools[receiver]!.count) }, iteration);
  }
}
