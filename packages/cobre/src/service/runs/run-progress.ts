import * as z from 'zod';
import { gapOf, type RunEvent } from '../../sddp/index.js';
import { anyObject, record } from '../seed-schema.js';

/** One step forward, in the shape of the seed: a number that only grows, its end where known, and the domain's fields. */
export const runProgress = record({
  progress: z.number(),
  total: z.number().exactOptional(),
  message: z.string(),
  metadata: anyObject(),
});

export type RunProgress = Readonly<z.output<typeof runProgress>>;

/**
 * Turns the events of one run into progress. Scenarios are counted after the iterations that came before them, because
 * progress may never go back; a run that only simulates counts them alone.
 */
export function progressOf(): (event: RunEvent, iterationLimit: number | null) => RunProgress | null {
  let iterations = 0;
  return (event, iterationLimit) => {
    if (event.type === 'iteration') {
      iterations = event.iteration;
      return trainingProgress(event, iterationLimit);
    }
    if (event.type === 'proof_impossible') return noProof(event);
    if (event.type === 'memory_short') return littleMemory(event);
    if (event.type === 'proof_started') return proofPlan(event, iterations);
    if (event.type === 'training_progress') return withinIteration(event, iterationLimit);
    if (event.type === 'proof_progress') return proofProgress(event, iterations);
    return event.type === 'simulation_progress' ? simulationProgress(event, iterations) : null;
  };
}

function trainingProgress(event: Extract<RunEvent, { type: 'iteration' }>, limit: number | null): RunProgress {
  const { iteration, lowerBound, upperBoundMean } = event;
  const gap = gapOf(lowerBound, upperBoundMean);
  const bounds = `LB ${lowerBound.toPrecision(7)} · UB ${upperBoundMean.toPrecision(7)}`;
  return {
    progress: iteration,
    ...(limit === null ? {} : { total: limit }),
    message: `iter ${iteration} · ${bounds} · gap ${(gap * 100).toFixed(2)} %`,
    metadata: {
      iteration,
      lower_bound: lowerBound,
      upper_bound: upperBoundMean,
      gap,
      wall_time_ms: Math.round(event.elapsedMs),
    },
  };
}

function littleMemory({ reason }: Extract<RunEvent, { type: 'memory_short' }>): RunProgress {
  return { progress: 0, message: `memory may not suffice: ${reason}`, metadata: { phase: 'training', reason } };
}

/** Told at once, before the training takes its time. */
function noProof({ reason }: Extract<RunEvent, { type: 'proof_impossible' }>): RunProgress {
  return { progress: 0, message: `no proof is possible: ${reason}`, metadata: { phase: 'proof', reason } };
}

function proofPlan({ upper, lpSolves }: Extract<RunEvent, { type: 'proof_started' }>, iterations: number): RunProgress {
  return {
    // What does not grow is not told.
    progress: iterations + 1e-6,
    message: `proof: about ${lpSolves} linear programs`,
    metadata: { phase: 'proof', upper_bound_kind: upper, lp_solves: lpSolves },
  };
}

/** An iteration under way lies between two whole numbers. */
function withinIteration(
  { iteration, share, remainingMs, elapsedMs }: Extract<RunEvent, { type: 'training_progress' }>,
  limit: number | null,
): RunProgress {
  const left = remainingMs === null ? '' : ` · about ${Math.max(1, Math.round(remainingMs / 60_000))} min left`;
  return {
    progress: iteration - 1 + share,
    ...(limit === null ? {} : { total: limit }),
    message: `iter ${iteration} · ${Math.round(share * 100)} %${left}`,
    metadata: { iteration, share, remaining_ms: remainingMs, wall_time_ms: Math.round(elapsedMs) },
  };
}

/** How long a proof takes is not known; what is reported grows all the same, and stays below the next whole number. */
function proofProgress(
  { done, of, elapsedMs }: Extract<RunEvent, { type: 'proof_progress' }>,
  iterations: number,
): RunProgress {
  return {
    progress: iterations + elapsedMs / (elapsedMs + 10_000),
    message: `proof: ${done} of ${of}`,
    metadata: { phase: 'proof', done, of, elapsed_ms: Math.round(elapsedMs) },
  };
}

function simulationProgress(
  { completed, scenarios, elapsedMs }: Extract<RunEvent, { type: 'simulation_progress' }>,
  iterations: number,
): RunProgress {
  return {
    progress: iterations + completed,
    total: iterations + scenarios,
    message: `scenario ${completed} of ${scenarios}`,
    metadata: {
      phase: 'simulation',
      scenarios_complete: completed,
      scenarios_total: scenarios,
      elapsed_ms: Math.round(elapsedMs),
    },
  };
}
