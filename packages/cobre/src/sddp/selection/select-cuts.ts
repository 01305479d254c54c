import type { TrainingSettings } from '../../case/model.js';
import type { RunEvent } from '../events.js';
import type { MultistageProblem } from '../multistage-problem.js';
import { activeCuts, type PolicyStage } from '../policy.js';
import type { WorkerPool } from '../worker-pool.js';
import { isDue, trimStage } from './index.js';

interface SelectionParts {
  readonly problem: MultistageProblem;
  readonly settings: TrainingSettings;
  readonly stages: readonly PolicyStage[];
  readonly workers: WorkerPool;
  readonly now: () => number;
  readonly emit: (event: RunEvent) => void;
}

/** Trims the pools after an iteration and returns how many cuts went; the first stage, on which the lower bound rests, keeps all. */
export function selectCuts(parts: SelectionParts, iteration: number): number {
  const { problem, settings, stages, workers } = parts;
  if (!settings.cutSelection.enabled) return 0;
  let removed = 0;
  for (let t = 1; t < stages.length; t++)
    if (problem.stages[t]!.model.next >= 0) removed += select(parts, t, iteration);
  workers.syncCuts();
  return removed;
}

function select({ problem, settings, stages, emit, now }: SelectionParts, stage: number, iteration: number): number {
  const { index } = problem.stages[stage]!.model;
  const { pool } = stages[stage]!;
  const began = now();
  const activeBefore = activeCuts(pool);
  const outcome = trimStage(stages[stage]!, settings.cutSelection, iteration, stages.length);
  const activeAfter = activeCuts(pool);
  if (isDue(settings.cutSelection, iteration) || activeAfter !== activeBefore) {
    const counts = { populated: pool.count, activeBefore, ...outcome, activeAfter };
    emit({ type: 'cuts_selected', iteration, stage: index, ...counts, timeMs: now() - began });
  }
  return outcome.deactivated + outcome.evictedByBudget;
}
