import * as z from 'zod';
import { count, fileRoot, isoDate, nonNegative, positive, stageId } from './primitives.js';

export const transitionShape = {
  source_id: stageId,
  target_id: stageId,
  probability: nonNegative.max(1),
  annual_discount_rate_override: nonNegative.nullish(),
  annual_discount_rate: nonNegative.nullish().describe('Older name of annual_discount_rate_override'),
};

const season = z.object({
  id: z.int().min(0),
  label: z.string(),
  month_start: z.int().min(1).max(12),
  day_start: z.int().min(1).max(31).nullish(),
  month_end: z.int().min(1).max(12).nullish(),
  day_end: z.int().min(1).max(31).nullish(),
});

const riskMeasure = z.union([
  z.literal('expectation'),
  z.object({
    cvar: z.object({
      alpha: z.number().gt(0).max(1).describe('Share of the worst outcomes'),
      lambda: z.number().min(0).max(1).describe('Weight of CVaR against the expectation'),
    }),
  }),
]);

export const stageShape = {
  id: stageId.min(0),
  start_date: isoDate,
  end_date: isoDate.describe('Exclusive'),
  season_id: z.int().min(0).nullish(),
  blocks: z
    .array(z.object({ id: z.int().min(0), name: z.string(), hours: positive }))
    .min(1)
    .describe('Ids count from 0 without gaps'),
  block_mode: z.enum(['parallel', 'chronological']).nullish(),
  state_variables: z
    .object({
      storage: z.boolean().nullish().describe('Storage is always a state; false has no effect'),
      inflow_lags: z.boolean().nullish(),
    })
    .nullish(),
  risk_measure: riskMeasure.nullish(),
  num_scenarios: count.max(4294967295).describe('Openings of the stage'),
  sampling_method: z.enum(['saa', 'lhs', 'qmc_sobol', 'qmc_halton', 'selective', 'historical_residuals']).nullish(),
};

export const seasonDefinitions = z
  .object({ cycle_type: z.enum(['monthly', 'weekly', 'custom']), seasons: z.array(season).min(1) })
  .nullish();

export const preStudyStages = z
  .array(
    z.object({
      id: stageId.max(-1),
      start_date: isoDate,
      end_date: isoDate,
      season_id: z.int().min(0).nullish(),
    }),
  )
  .nullish();

export const stagesFile = fileRoot({
  policy_graph: z.object({
    type: z.enum(['finite_horizon', 'cyclic']),
    annual_discount_rate: nonNegative,
    transitions: z.array(z.object(transitionShape)).nullish(),
  }),
  season_definitions: seasonDefinitions,
  pre_study_stages: preStudyStages,
  stages: z.array(z.object(stageShape)).min(1),
  scenario_source: z.never().optional().describe('Not allowed here; it belongs to training in config.json'),
}).describe('Horizon, policy graph, seasons and blocks');

type Written = z.output<typeof stagesFile>;

/** The horizon of a case of either generation. What only current cases can say has a name of its own. */
export interface StagesFile extends Omit<Written, 'stages' | 'policy_graph'> {
  readonly policy_graph: Written['policy_graph'] & { readonly nodes?: readonly NodeEntry[] | null | undefined };
  readonly stages: readonly StageEntry[];
}

export type StageEntry = Written['stages'][number] & {
  readonly annual_discount_rate_override?: number | null | undefined;
  /** False where a current case leaves the number of openings to its external columns. */
  readonly openings_given?: boolean;
};

export interface NodeEntry {
  readonly id: number;
  readonly stage_id: number;
  readonly scenario_id?: number | null | undefined;
  readonly label?: string | null | undefined;
}
