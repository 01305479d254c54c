/** Tables about the training that are not its result: times, solvers, cut selection. */

import { parquetOfRows, tableSchema } from '../../parquet/write.js';
import type { CutsSelected, IterationDone } from '../../sddp/index.js';

const timing = tableSchema(
  'iteration:int32',
  'rank?:int32',
  'worker_id?:int32',
  'forward_wall_ms:int64',
  'backward_wall_ms:int64',
  'cut_selection_ms:int64',
  'mpi_allreduce_ms:int64',
  'cut_sync_ms:int64',
  'lower_bound_ms:int64',
  'state_exchange_ms:int64',
  'cut_batch_build_ms:int64',
  'bwd_setup_ms:int64',
  'bwd_load_imbalance_ms:int64',
  'bwd_scheduling_overhead_ms:int64',
  'fwd_setup_ms:int64',
  'fwd_load_imbalance_ms:int64',
  'fwd_scheduling_overhead_ms:int64',
  'overhead_ms:int64',
);

export function timingBytes(iterations: readonly IterationDone[], current: boolean): Uint8Array {
  const schema = current ? [...timing, ...tableSchema('lazy_scoring_ms:int64')] : timing;
  const blank = Object.fromEntries(schema.map(({ name, nullable }) => [name, nullable ? null : 0]));
  return parquetOfRows(
    schema,
    iterations.map((it) => {
      const known = it.timeForwardMs + it.timeBackwardMs + it.timeSelectionMs + it.timeLowerBoundMs;
      return {
        ...blank,
        iteration: it.iteration,
        forward_wall_ms: it.timeForwardMs,
        backward_wall_ms: it.timeBackwardMs,
        cut_selection_ms: it.timeSelectionMs,
        lower_bound_ms: it.timeLowerBoundMs,
        overhead_ms: Math.max(0, it.timeTotalMs - known),
      };
    }),
  );
}

const ranks = tableSchema(
  'iteration:int32',
  'rank:int32',
  'forward_time_ms:int64',
  'backward_time_ms:int64',
  'communication_time_ms:int64',
  'idle_time_ms:int64',
  'lp_solves:int64',
  'scenarios_processed:int32',
);

/** One process is one rank. */
export function rankBytes(iterations: readonly IterationDone[]): Uint8Array {
  return parquetOfRows(
    ranks,
    iterations.map((it) => ({
      iteration: it.iteration,
      rank: 0,
      forward_time_ms: it.timeForwardMs,
      backward_time_ms: it.timeBackwardMs,
      communication_time_ms: 0,
      idle_time_ms: 0,
      lp_solves: it.lpSolves,
      scenarios_processed: it.forwardPasses,
    })),
  );
}

const solver = tableSchema(
  'iteration:uint32',
  'phase:string',
  'stage:int32',
  'opening?:int32',
  'rank?:int32',
  'worker_id?:int32',
  'lp_solves:uint32',
  'lp_successes:uint32',
  'lp_retries:uint32',
  'lp_failures:uint32',
  'retry_attempts:uint32',
  'basis_offered:uint32',
  'basis_consistency_failures:uint32',
  'simplex_iterations:uint64',
  'solve_time_ms:double',
  'load_model_time_ms:double',
  'set_bounds_time_ms:double',
  'basis_set_time_ms:double',
  'basis_reconstructions:uint64',
);

/** The same as current cases have it: axes under the names of all tables, null where a row stands for all of an axis. */
const currentSolver = [
  ...tableSchema(
    'iteration?:int32',
    'scenario_id?:int32',
    'phase:string',
    'stage_id?:int32',
    'opening_index?:int32',
    'rank?:int32',
    'worker_id?:int32',
  ),
  ...solver.slice(6).filter(({ name }) => name !== 'basis_reconstructions'),
];

type Phases = readonly Pick<IterationDone, 'iteration' | 'phases'>[];

/** One row per iteration and phase; stage −1, and null in current cases, stands for all stages together. */
export function solverBytes(iterations: Phases, current: boolean): Uint8Array {
  const schema = current ? currentSolver : solver;
  const blank = Object.fromEntries(schema.map(({ name, nullable }) => [name, nullable ? null : 0]));
  return parquetOfRows(
    schema,
    iterations.flatMap(({ iteration, phases }) =>
      phases.map((phase) => ({
        ...blank,
        iteration,
        phase: phase.phase,
        stage: -1,
        lp_solves: phase.lpSolves,
        lp_successes: phase.lpSolves,
        lp_retries: phase.fallbacks,
        retry_attempts: phase.fallbacks,
        simplex_iterations: phase.pivots,
        solve_time_ms: phase.timeMs,
      })),
    ),
  );
}

const retries = tableSchema('iteration:uint32', 'phase:string', 'stage:int32', 'retry_level:uint32', 'count:uint32');
const currentRetries = tableSchema(
  'iteration?:int32',
  'phase:string',
  'stage_id?:int32',
  'retry_level:uint32',
  'count:uint32',
);

export function retryBytes(iterations: Phases, current: boolean): Uint8Array {
  return parquetOfRows(
    current ? currentRetries : retries,
    iterations.flatMap(({ iteration, phases }) =>
      phases
        .filter(({ fallbacks }) => fallbacks > 0)
        .map(({ phase, fallbacks }) => ({ iteration, phase, stage: -1, retry_level: 1, count: fallbacks })),
    ),
  );
}

const selection = tableSchema(
  'iteration:int32',
  'stage:int32',
  'cuts_populated:int32',
  'cuts_active_before:int32',
  'cuts_deactivated:int32',
  'cuts_active_after:int32',
  'selection_time_ms:double',
  'budget_evicted?:int32',
  'active_after_budget?:int32',
);

/** The stage under the name of all tables, and cuts that came back. */
const currentSelection = selection.flatMap((column) => {
  if (column.name === 'stage') return tableSchema('stage_id:int32');
  return column.name === 'cuts_deactivated' ? [column, ...tableSchema('cuts_reactivated:int32')] : [column];
});

export function selectionBytes(events: readonly CutsSelected[], current: boolean): Uint8Array {
  return parquetOfRows(
    current ? currentSelection : selection,
    events.map((event) => ({
      iteration: event.iteration,
      stage: event.stage,
      stage_id: event.stage,
      cuts_reactivated: event.reactivated,
      cuts_populated: event.populated,
      cuts_active_before: event.activeBefore,
      cuts_deactivated: event.deactivated,
      cuts_active_after: event.activeAfter + event.evictedByBudget,
      selection_time_ms: event.timeMs,
      budget_evicted: event.evictedByBudget,
      active_after_budget: event.activeAfter,
    })),
  );
}
