import type { RunEvent } from '../sddp/index.js';
import type { LocalRunNews } from '../service/runs/run-here.js';
import { version } from '../version.js';

/** The event as one JSON line of the stream, or null when the stream does not carry it. */
export function jsonLine(
  event: RunEvent,
  size: Pick<LocalRunNews, 'hydros' | 'thermals'>,
  caseDirectory: string,
  timestamp: string,
): object | null {
  switch (event.type) {
    case 'training_started':
      return {
        type: 'started',
        case: caseDirectory,
        stages: event.stages,
        hydros: size.hydros,
        thermals: size.thermals,
        ranks: 1,
        threads_per_rank: event.threads,
        timestamp,
        cobre_version: version,
      };
    case 'iteration':
      return {
        type: 'progress',
        phase: 'training',
        iteration: event.iteration,
        lower_bound: event.lowerBound,
        upper_bound: event.upperBoundMean,
        upper_bound_std: event.upperBoundStd,
        ci_95: event.ci95,
        gap: event.gap,
        wall_time_ms: Math.round(event.elapsedMs),
        iteration_time_ms: Math.round(event.timeTotalMs),
      };
    case 'training_progress':
      return {
        type: 'working',
        phase: 'training',
        iteration: event.iteration,
        share: event.share,
        elapsed_ms: Math.round(event.elapsedMs),
        remaining_ms: event.remainingMs === null ? null : Math.round(event.remainingMs),
      };
    case 'training_finished':
      return {
        type: 'terminated',
        reason: event.reason,
        iterations: event.iterations,
        final_lb: event.lowerBound,
        final_ub: event.upperBound,
        total_time_ms: Math.round(event.elapsedMs),
        total_cuts: event.totalCuts,
      };
    case 'workers_awaited':
      return { type: 'workers', state: 'awaited', at_least: event.atLeast };
    case 'worker_joined':
      return { type: 'worker', state: 'joined', worker: event.worker, host: event.host, threads: event.threads };
    case 'worker_refused':
      return { type: 'worker', state: 'refused', worker: event.worker, host: event.host, reason: event.reason };
    case 'workers_at_work':
      return {
        type: 'workers',
        workers: event.workers.map(({ lpSolves: lp_solves, speed, ...who }) => ({
          ...who,
          lp_solves,
          lp_per_second: speed,
        })),
      };
    case 'memory_short':
      return { type: 'notice', phase: 'training', reason: event.reason };
    case 'proof_impossible':
      return { type: 'notice', phase: 'proof', reason: event.reason };
    case 'proof_started':
      return { type: 'notice', phase: 'proof', upper_bound_kind: event.upper, lp_solves: event.lpSolves };
    case 'proof_progress':
      return {
        type: 'progress',
        phase: 'proof',
        done: event.done,
        of: event.of,
        elapsed_ms: Math.round(event.elapsedMs),
      };
    case 'simulation_progress':
      return {
        type: 'progress',
        phase: 'simulation',
        scenarios_complete: event.completed,
        scenarios_total: event.scenarios,
        elapsed_ms: Math.round(event.elapsedMs),
      };
    default:
      return null;
  }
}
