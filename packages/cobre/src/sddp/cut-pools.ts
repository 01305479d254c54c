import type { TrainingSettings } from '../case/model.js';
import type { CutPool } from '../lp/cuts/cut-pool.js';
import type { CutActivity } from './cut-activity.js';
import type { MultistageProblem } from './multistage-problem.js';
import type { PolicyStage } from './policy.js';

/** Replaces pools that could overflow by larger ones; false when all had room. */
export function growPools(
  stages: PolicyStage[],
  cutsToCome: (stage: number) => number,
  iterationsToCome: number,
): boolean {
  let grown = false;
  stages.forEach((stage, t) => {
    const needed = stage.pool.count + cutsToCome(t);
    if (needed <= stage.pool.capacity) return;
    // No more than all iterations together will fill, where their number is known.
    const most = stage.pool.count + cutsToCome(t) * iterationsToCome;
    const pool = stage.pool.grown(Math.max(needed, Math.min(stage.pool.capacity * 2, most)));
    stages[t] = { ...stage, pool, activity: stage.activity.grown(pool.capacity) };
    stage.log.grow(pool.capacity);
    grown = true;
  });
  return grown;
}

/** What the threads see of the cuts: pools of stages with a future, and activity only where selection asks for it. */
export function sharedCuts(
  { stages: problems }: MultistageProblem,
  { cutSelection }: TrainingSettings,
  stages: readonly PolicyStage[],
): { pools: (CutPool | undefined)[]; activity: (CutActivity | undefined)[] } {
  const followed = problems.map(({ model }) => model.thetaColumn.length > 0);
  return {
    pools: stages.map(({ pool }, t) => (followed[t] ? pool : undefined)),
    activity: stages.map(({ activity }, t) => (followed[t] && cutSelection.enabled ? activity : undefined)),
  };
}
