/** `config.json` of current cases, and what it says in the words of `ConfigFile`. */
import * as z from 'zod';
import {
  type ConfigFile,
  estimationShape,
  exportShape,
  policyShape,
  samplingClasses,
  seed,
  stoppingRules,
  upperBoundEvaluation,
} from '../config.js';
import { count, entityId, fileRoot, nonNegative, positive, withoutEffect } from '../primitives.js';
import { cutSelection, readCutSelection } from './cut-selection.js';
import { solverProfile } from './solver-profile.js';

const enumerated = z.object({ method: z.literal('enumerated') }).describe('Every path of the scenario tree');

const trainingSelection = z.discriminatedUnion('method', [
  z.object({
    method: z.literal('sampled'),
    forward_passes: count.max(4294967295).describe('Trajectories per iteration'),
  }),
  enumerated,
]);

const simulationSelection = z.discriminatedUnion('method', [
  z.object({ method: z.literal('sampled'), num_scenarios: count }),
  enumerated,
]);

const gap = z
  .object({
    type: z.literal('gap'),
    tolerance: nonNegative.nullish().describe('In currency'),
    relative_tolerance: nonNegative.nullish(),
  })
  .refine((rule) => typeof rule.tolerance === 'number' || typeof rule.relative_tolerance === 'number', {
    message: 'Needs tolerance or relative_tolerance',
  });

const scenarioSource = z.object({
  ...samplingClasses,
  openings: z
    .object({ source: z.enum(['generated', 'file']) })
    .nullish()
    .describe('file: the openings of scenarios/noise_openings.parquet'),
});

const scheduler = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('by_scenario') }),
  z.strictObject({ method: z.literal('by_node'), block_size: count.nullish() }),
]);

const training = z.object({
  enabled: z.boolean().nullish(),
  tree_seed: seed.nullish().describe('Seed of the opening tree; 42 when absent'),
  selection: trainingSelection.describe('Which paths an iteration walks'),
  stopping_rules: z.array(z.discriminatedUnion('type', [...stoppingRules, gap])).min(1),
  stopping_mode: z.enum(['any', 'all']).nullish(),
  cut_formulation: z.enum(['single', 'multi']).nullish().describe('Ours: one cut per trial state, or one per opening'),
  cut_selection: cutSelection.nullish(),
  solver: z.object({ backward: solverProfile, forward: solverProfile }).nullish(),
  parallelism: z
    .object({ backward_scheduler: scheduler.nullish() })
    .nullish()
    .meta(withoutEffect('work is spread over threads by itself, with the same result for any number of them')),
  scenario_source: scenarioSource.nullish(),
});

const modeling = z.object({
  inflow_non_negativity: z
    .object({ method: z.enum(['none', 'penalty', 'truncation', 'truncation_with_penalty']).nullish() })
    .nullish(),
  cost_scale_factor: positive
    .nullish()
    .meta(withoutEffect('money is scaled by itself; results are in currency either way')),
  compatibility: z
    .enum(['none', 'cobre-0.5', 'cobre-0.16'])
    .nullish()
    .describe('Ours: whose conventions hold where numbers would differ; see the docs on compatibility'),
});

const { validate_compatibility: _always, boundary: _dated, ...policy } = policyShape;

export const currentConfigFile = fileRoot({
  training,
  modeling: modeling.nullish(),
  estimation: z.object({ ...estimationShape, order_selection: z.enum(['pacf', 'pacf_annual']).nullish() }).nullish(),
  upper_bound_evaluation: upperBoundEvaluation.nullish(),
  policy: z
    .object({
      ...policy,
      boundary: z
        .object({
          path: z.string().min(1),
          strict: z.boolean().nullish().describe('Refuse a source that prices something the study does not model'),
        })
        .nullish(),
    })
    .nullish(),
  simulation: z
    .object({
      enabled: z.boolean().nullish(),
      selection: simulationSelection.nullish(),
      io_channel_capacity: count.nullish().meta(withoutEffect('results are written as they arrive')),
      solver: solverProfile,
      scenario_source: scenarioSource.nullish(),
    })
    .nullish(),
  exports: z
    .object({
      ...exportShape,
      fpha_deviation_points: z.boolean().nullish().describe('One row per grid point of a fitted production function'),
    })
    .nullish(),
  version: entityId.optional().meta(withoutEffect('it is informational')),
}).describe('Algorithm settings');

export type CurrentConfig = z.output<typeof currentConfigFile>;

/** An enumerated selection has as many passes as paths; until they are counted it walks one at a time. */
export function readConfig(config: CurrentConfig): ConfigFile {
  const { training: given, simulation, ...rest } = config;
  const { selection, cut_selection, ...others } = given;
  const passes = selection.method === 'sampled' ? selection.forward_passes : 1;
  return {
    ...rest,
    training: {
      ...others,
      forward_passes: passes,
      enumerated: selection.method === 'enumerated',
      cut_selection: readCutSelection(cut_selection),
    },
    simulation: simulation && readSimulation(simulation),
  };
}

function readSimulation(simulation: NonNullable<CurrentConfig['simulation']>): ConfigFile['simulation'] {
  const { selection, ...others } = simulation;
  if (selection?.method === 'enumerated') return { ...others, enumerated: true };
  return { ...others, num_scenarios: selection?.num_scenarios };
}
