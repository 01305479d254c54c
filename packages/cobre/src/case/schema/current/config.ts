/** `config.json` of current cases, and what it says in the words of `ConfigFile`. */
import * as z from 'zod';
import type { ConfigFile } from '../config.js';
import { count, entityId, fileRoot, positive, setting, withoutEffect } from '../primitives.js';
import { samplingClasses, simulationSource, trainingSource, treeSeed } from '../scenario-source.js';
import {
  boundaryPath,
  boundaryText,
  channelCapacity,
  compatibility,
  estimationShape,
  estimationText,
  exportShape,
  exportText,
  forwardPasses,
  informationalVersion,
  modelingText,
  nonNegativity,
  nonNegativityMethod,
  policyShape,
  policyText,
  simulationEnabled,
  simulationText,
  trainingEnabled,
  upperBoundEvaluation,
} from '../shared-settings.js';
import { gapRule, stoppingMode, stoppingRules } from '../stopping-rules.js';
import { cutSelection, readCutSelection } from './cut-selection.js';
import { solverProfile } from './solver-profile.js';

const sampled = z.literal('sampled').describe('So many paths, drawn by chance');

const enumerated = z.object({ method: z.literal('enumerated').describe('Every path of the scenario tree, once') });

const trainingSelection = z.discriminatedUnion('method', [
  z.object({ method: sampled, forward_passes: forwardPasses }),
  enumerated,
]);

const simulationSelection = z.discriminatedUnion('method', [
  z.object({ method: sampled, num_scenarios: count.describe('Scenarios that are simulated') }),
  enumerated,
]);

const scenarioSource = z.object({
  ...samplingClasses,
  openings: setting(
    z.object({
      source: z
        .enum(['generated', 'file'])
        .describe('file: that file has to be there; generated says nothing more than leaving openings out'),
    }),
    'Where the openings of the tree come from. They are those of scenarios/noise_openings.parquet wherever it is there, and generated otherwise',
  ),
});

const scheduler = z.discriminatedUnion('method', [
  z.strictObject({ method: z.literal('by_scenario').describe('By trial; no effect, as all of parallelism') }),
  z.strictObject({
    method: z.literal('by_node').describe('By opening; no effect, as all of parallelism'),
    block_size: setting(count, 'Openings of a share of the work; no effect, as all of parallelism'),
  }),
]);

const training = z
  .object({
    enabled: trainingEnabled,
    tree_seed: treeSeed,
    selection: trainingSelection.describe('Which paths an iteration walks'),
    stopping_rules: z
      .array(z.discriminatedUnion('type', [...stoppingRules, gapRule]))
      .min(1)
      .describe('When the training ends; one rule is an iteration_limit'),
    stopping_mode: stoppingMode,
    cut_formulation: setting(
      z.enum(['single', 'multi']),
      'Ours: one cut per trial state, or one per opening',
      'single',
    ),
    cut_selection: setting(cutSelection, 'Which cuts are left out of the problems; none when left out'),
    solver: setting(
      z.object({ backward: solverProfile('backward passes'), forward: solverProfile('forward passes') }),
      'How the LP solver of the original is tuned',
    ),
    parallelism: setting(
      z.object({
        backward_scheduler: setting(scheduler, 'How backward passes are shared out; no effect, as all of parallelism'),
      }),
      'How the original spreads its work',
    ).meta(withoutEffect('work is spread over threads by itself, with the same result for any number of them')),
    scenario_source: setting(scenarioSource, trainingSource),
  })
  .describe('How the policy is trained');

const modeling = z.object({
  inflow_non_negativity: setting(z.object({ method: nonNegativityMethod }), nonNegativity),
  cost_scale_factor: setting(positive, 'What costs are divided by within the problems of the original').meta(
    withoutEffect('money is scaled by itself; results are in currency either way'),
  ),
  compatibility,
});

const boundary = z.object({
  path: boundaryPath,
  strict: setting(z.boolean(), 'Refuses a source that prices something the study does not model', false),
});

const simulation = z.object({
  enabled: simulationEnabled,
  selection: setting(simulationSelection, 'Which scenarios are simulated', { method: 'sampled', num_scenarios: 2000 }),
  io_channel_capacity: channelCapacity,
  solver: solverProfile('the simulation'),
  scenario_source: setting(scenarioSource, simulationSource),
});

const exportsShape = {
  ...exportShape,
  fpha_deviation_points: setting(
    z.boolean(),
    'Writes one row per grid point of every production function that was fitted',
    false,
  ),
};

export const currentConfigFile = fileRoot({
  training,
  modeling: setting(modeling, modelingText),
  estimation: setting(z.object(estimationShape), estimationText),
  upper_bound_evaluation: upperBoundEvaluation,
  policy: setting(z.object({ ...policyShape, boundary: setting(boundary, boundaryText) }), policyText),
  simulation: setting(simulation, simulationText),
  exports: setting(z.object(exportsShape), exportText),
  version: entityId.optional().describe(informationalVersion).meta(withoutEffect('it is informational')),
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
