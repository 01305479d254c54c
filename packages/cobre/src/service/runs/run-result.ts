/** What a run has to tell in the end, said once for the engine, its thread, the tools and the tasks. */
import * as z from 'zod';
import { integer, orNull, record } from '../seed-schema.js';

/** Costs in $; the gap is a fraction of the upper bound. */
export const trainingSummary = record({
  iterations: integer(),
  final_lower_bound: z.number(),
  final_upper_bound: z.number(),
  final_gap: z.number(),
  termination_reason: z.string(),
  total_cuts: integer(),
  wall_time_ms: integer(),
});

export const simulationRecord = record({
  scenarios: integer(),
  output_files: z.array(z.string()),
  wall_time_ms: integer(),
  mean_cost: z.number().describe('Mean discounted cost over the scenarios, $'),
  std_cost: z.number().describe('Standard deviation of the cost over the scenarios, $'),
});

/** What a run proves of its policy; bounds that could not be proven are null. */
export const proofSummary = record({
  lower_bound: orNull(z.number().describe('The optimal cost is at least this, $')),
  upper_bound: orNull(z.number().describe('The optimal cost is at most this, $')),
  gap: orNull(z.number().describe('Their distance, a fraction of the upper bound')),
  upper_bound_kind: z.string().describe('tree, inner, statistical or none'),
  statement: z.string().describe('What has been proven, in a sentence'),
  wall_time_ms: integer().describe('What the proof cost'),
  lp_solves: integer(),
});

/** What a run that was waited for answers; a task repeats it once it is over. */
export const runResult = record({
  status: z.enum(['completed', 'partial']),
  output_dir: z.string().describe('Absolute path to the output directory'),
  training: orNull(trainingSummary),
  simulation: orNull(simulationRecord),
  proof: orNull(proofSummary)
    .optional()
    .describe('Only when a proof was asked for; null when the run was stopped before it'),
});

/** A run in the background is answered before it has results. */
export const runReply = record({
  ...runResult.shape,
  status: z.enum(['completed', 'partial', 'running']),
  task_id: z.string().optional().describe('Only for a run in the background'),
});

export type TrainingSummary = Readonly<z.output<typeof trainingSummary>>;
export type SimulationRecord = Readonly<z.output<typeof simulationRecord>>;
export type ProofSummary = Readonly<z.output<typeof proofSummary>>;
export type RunResult = Readonly<z.output<typeof runResult>>;
