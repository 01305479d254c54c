import type { MultistageProblem } from './multistage-problem.js';
import type { PassMemory } from './pass-memory.js';
import type { Path } from './path.js';
import type { PolicyStage } from './policy.js';
import type { TreePaths } from './tree-paths.js';
import type { WorkerPool } from './worker-pool.js';

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
 * Goes back through the states the trials visited: at each, the stage is solved for all its openings, and the optima and
 * slopes become cuts for the stage before. Returns how many cuts were added.
 */
export function backwardPass(parts: BackwardParts, iteration: number): number {
  const { workers, path, problem } = parts;
  let added = 0;
  for (let step = path.steps; step >= 1; step--) {
    const receiver = path.stageAt[step - 1]!;
    const stage = problem.stages[receiver]!.model.next;
    if (stage < 0) continue;
    const perTrial = cutsPerTrial(problem, stage);
    const slots = assignSlots(parts, step, receiver, perTrial);
    if (slots.every((slot) => slot < 0)) continue;
    workers.backward({ step, stage, receiver, slots }, iteration);
    added += logCuts(parts, { step, receiver, slots, perTrial, iteration });
  }
  return added;
}

/** Cuts that one backward pass adds to the pool of a stage at most. */
export function cutsPerPass({ problem, path, pass }: BackwardParts, receiver: number): number {
  const { next } = problem.stages[receiver]!.model;
  if (next < 0) return 0;
  let steps = 0;
  for (let step = 0; step < path.steps; step++) if (path.stageAt[step] === receiver) steps++;
  return steps * pass.shape.trials * cutsPerTrial(problem, next);
}

function cutsPerTrial({ formulation, stages }: MultistageProblem, stage: number): number {
  return formulation === 'multi' ? stages[stage]!.order.length : 1;
}

/** The first slot of each trial's cuts, −1 where the trial does not reach the step or another one was there before. */
function assignSlots(
  { pass, stages, tree }: BackwardParts,
  step: number,
  receiver: number,
  perTrial: number,
): Int32Array {
  let next = stages[receiver]!.pool.count;
  return Int32Array.from(pass.length, (length, trial) => {
    if (length < step || tree?.isFirst(trial, step) === false) return -1;
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
