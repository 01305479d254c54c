/** `stages.json` of current cases. */
import * as z from 'zod';
import { count, fileRoot, nonNegative, stageId } from '../primitives.js';
import { preStudyStages, type StagesFile, seasonDefinitions, stageShape, transitionShape } from '../stages.js';

const { num_scenarios: _renamed, ...unchanged } = stageShape;
const { annual_discount_rate: _older, ...transition } = transitionShape;

const node = z.object({
  id: z.int().min(0),
  stage_id: stageId,
  scenario_id: z.int().min(0).nullish().describe('Column of the external scenarios of the stage that the node takes'),
  label: z.string().nullish(),
});

const stage = z.object({
  ...unchanged,
  num_openings: count
    .max(4294967295)
    .nullish()
    .describe('Openings of the stage; absent only where all of them are external columns'),
  annual_discount_rate_override: nonNegative.nullish(),
});

export const currentStagesFile = fileRoot({
  policy_graph: z.object({
    type: z.enum(['finite_horizon', 'cyclic']).describe('cyclic is ours; the original refuses it'),
    annual_discount_rate: nonNegative,
    nodes: z.array(node).nullish().describe('Transitions name nodes as soon as there are any'),
    transitions: z.array(z.object(transition)).nullish(),
  }),
  season_definitions: seasonDefinitions,
  pre_study_stages: preStudyStages,
  stages: z.array(stage).min(1),
}).describe('Horizon, policy graph, seasons and blocks');

/** A stage without `num_openings` has the openings of its nodes, or one. */
export function readStages(file: z.output<typeof currentStagesFile>): StagesFile {
  return {
    ...file,
    stages: file.stages.map(({ num_openings, ...entry }) => ({
      ...entry,
      num_scenarios: num_openings ?? 1,
      openings_given: typeof num_openings === 'number',
    })),
  };
}
