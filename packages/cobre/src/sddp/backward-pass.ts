import { addAll, cutsPerTrial } from './cuts-aside.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { PassMemory } from './pass-memory.js';
import type { Path } from './path.js';
import type { PolicyStage } from './policy.js';
import type { TreePaths } from './tree-paths.js';
import type { BackwardStep, WorkerPool } from './worker-pool.js';

export interface BackwardParts {
  readonly problem: MultistageProblem;
  readonly path: Path;
  readonly pass: PassMemory;
  readonly workers: WorkerPool;
  readonly stages: readonly PolicyStage[];
  /** The paths of the tree, when all of them are walked. */
  readonly tree: TreePaths | null;
}

/**
 * Goes back through the states the trials visited: at each, all that may come next is solved for all its openings, and the
 * optima and slopes become cuts for the place before. Returns how many cuts were added.
 */
export async function backwardPass(
  parts: BackwardParts,
  iteration: number,
  stepped: (left: number) => void = () => {},
): Promise<number> {
  const { path, problem } = parts;
  let added = 0;
  for (let step = path.steps; step >= 1; step--) {
    for (const receiver of receiversAt(parts, step)) {
      const perTrial = cutsPerTrial(problem, receiver);
      const slots = assignSlots(parts, step, receiver, perTrial);
      if (slots.every((slot) => slot < 0)) continue;
      await solveStep(parts, { step, receiver, slots }, iteration);
      added += logCuts(parts, { step, receiver, slots, perTrial, iteration });
    }
    stepped(step - 1);
  }
  return added;
}

async function solveStep({ workers, stages }: BackwardParts, at: BackwardStep, iteration: number): Promise<void> {
  const { pool } = stages[at.receiver]!;
  const aside = workers.tasks.shared.written?.[at.receiver];
  if (aside === undefined) return workers.backward(at, iteration);
  aside.clear();
  const first = pool.count;
  await workers.backward({ ...at, slots: at.slots.map((slot) => (slot < 0 ? slot : slot - first)) }, iteration);
  addAll(pool, aside);
}

/** Places that trials left with a step, and that something follows. */
function receiversAt({ pass, problem }: BackwardParts, step: number): number[] {
  const found = new Set<number>();
  pass.length.forEach((length, trial) => {
    if (length >= step) found.add(pass.placeOf(trial, step - 1));
  });
  return [...found].filter((place) => problem.stages[place]!.successors.length > 0).sort((a, b) => a - b);
}

/** Cuts that one backward pass adds to the pool of a place at most. */
export function cutsPerPass({ problem, path, pass }: BackwardParts, receiver: number): number {
  if (problem.stages[receiver]!.successors.length === 0) return 0;
  return path.visits(receiver) * pass.shape.trials * cutsPerTrial(problem, receiver);
}

/** The first slot of each trial's cuts, −1 where the trial does not leave the receiver with the step or another one did before. */
function assignSlots(
  { pass, stages, tree }: BackwardParts,
  step: number,
  receiver: number,
  perTrial: number,
): Int32Array {
  let next = stages[receiver]!.pool.count;
  return Int32Array.from(pass.length, (length, trial) => {
    if (length < step || pass.placeOf(trial, step - 1) !== receiver) return -1;
    if (tree?.isFirst(trial, step) === false) return -1;
    next += perTrial;
    return next - perTrial;
  });
}

interface WrittenCuts {
  readonly step: number;
  readonly receiver: number;
  readonly slots: Int32Array;
  readonly perTrial: number;
  readonly iteration: number;
}

function logCuts({ pass, stages }: BackwardParts, { step, receiver, slots, perTrial, iteration }: WrittenCuts): number {
  let count = 0;
  slots.forEach((slot, trial) => {
    for (let k = 0; slot >= 0 && k < perTrial; k++) {
      stages[receiver]!.log.note(slot + k, iteration, trial, pass.state(trial, step));
      count++;
    }
  });
  return count;
}
