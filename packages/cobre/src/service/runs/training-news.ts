import type { RunEvent } from '../../sddp/index.js';

/** What whoever watches this process hears of a run, whoever started it and whether somebody waits for it or not. */
export type TrainingNews =
  | { readonly kind: 'began'; readonly case_dir: string }
  | {
      readonly kind: 'iteration';
      readonly case_dir: string;
      readonly iteration: number;
      readonly lower_bound: number;
      readonly upper_bound: number;
      readonly gap: number;
      readonly limit: number | null;
    }
  | { readonly kind: 'simulation'; readonly case_dir: string; readonly completed: number; readonly scenarios: number }
  | {
      readonly kind: 'workers';
      readonly case_dir: string;
      readonly workers: readonly { readonly worker: string; readonly host: string; readonly lp_per_second: number }[];
    }
  /** It runs in the background, and whoever may write can stop it by this. */
  | { readonly kind: 'task'; readonly case_dir: string; readonly task_id: string }
  | { readonly kind: 'ended'; readonly case_dir: string };

/** Follows a run from its start to its end. */
export interface RunWatcher {
  began(): void;
  on(event: RunEvent, iterationLimit: number | null): void;
  ended(): void;
}

export function trainingNews(case_dir: string, tell: (news: TrainingNews) => void): RunWatcher {
  return {
    began: () => tell({ kind: 'began', case_dir }),
    ended: () => tell({ kind: 'ended', case_dir }),
    on(event, limit) {
      if (event.type === 'iteration') {
        const { iteration, lowerBound: lower_bound, upperBoundMean: upper_bound, gap } = event;
        tell({ kind: 'iteration', case_dir, iteration, lower_bound, upper_bound, gap, limit });
      } else if (event.type === 'simulation_progress') {
        const { completed, scenarios } = event;
        tell({ kind: 'simulation', case_dir, completed, scenarios });
      } else if (event.type === 'workers_at_work') {
        const workers = event.workers.map(({ worker, host, speed: lp_per_second }) => ({
          worker,
          host,
          lp_per_second,
        }));
        tell({ kind: 'workers', case_dir, workers });
      }
    },
  };
}
