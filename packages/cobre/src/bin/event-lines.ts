import type { Case } from '../case/model.js';
import type { RunEvent } from '../sddp/index.js';
import { version } from './version.js';

/** The event as one JSON line of the stream, or null when the stream does not carry it. */
export function jsonLine(event: RunEvent, study: Case, caseDirectory: string, timestamp: string): object | null {
  switch (event.type) {
    case 'training_started':
      return {
        type: 'started',
        case: caseDirectory,
        stages: event.stages,
        hydros: study.system.hydros.length,
        thermals: study.system.thermals.length,
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

/** The event as a line for people, or null when it is not worth one. */
export function humanLine(event: RunEvent): string | null {
  switch (event.type) {
    case 'training_started':
      return `training ${event.stages} stages, ${event.forwardPasses} forward passes, ${event.threads} threads`;
    case 'iteration':
      return [
        `iteration ${String(event.iteration).padStart(4)}`,
        `lower ${event.lowerBound.toPrecision(10)}`,
        `upper ${event.upperBoundMean.toPrecision(10)} ± ${event.ci95.toPrecision(4)}`,
        `gap ${(event.gap * 100).toFixed(3)} %`,
        `${(event.elapsedMs / 1000).toFixed(1)} s`,
      ].join('  ');
    case 'training_finished':
      return `training stopped after ${event.iterations} iterations: ${event.reason}`;
    case 'simulation_started':
      return `simulating ${event.scenarios} scenarios`;
    case 'simulation_finished':
      return `mean cost ${event.meanCost.toPrecision(10)}, standard deviation ${event.stdCost.toPrecision(6)}`;
    default:
      return null;
  }
}
