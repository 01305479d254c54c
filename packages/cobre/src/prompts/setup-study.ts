import { definePrompt } from '@quadrivium/kernel';
import * as z from 'zod';
import { schemaOf } from '../service/cases/config-schema.js';
import { entityKinds } from '../service/cases/entity-lists.js';
import { oneOf } from '../service/cases/one-of.js';
import { caseFormat, exampleCase } from './case-format.js';
import { conversation } from './messages.js';

export const setupStudyPrompt = () =>
  definePrompt({
    name: 'cobre/setup-study',
    title: 'Set up a study',
    description: 'Guides through the creation of a case directory: settings, entities, scenario data, validation.',
    arguments: z.object({
      description: z.string().describe('Natural language description of the study the agent should set up'),
    }),
    run: ({ description }) =>
      conversation(
        {
          from: 'user',
          text: `Set up a hydrothermal planning study as a case directory for cobre.\n\nThe study:\n${description}`,
        },
        { from: 'assistant', text: 'I need the format of a case, the schema of its settings and an example first.' },
        { from: 'user', text: formatText() },
        { from: 'user', text: `JSON Schema of config.json:\n${JSON.stringify(schemaOf('config.json', 'current'))}` },
        { from: 'user', text: stepsText },
      ),
  });

function formatText(): string {
  return [
    'Files of a case directory. Tables are Parquet; ? marks optional columns. Ids are integers or strings, unique per registry; blocks of a stage are numbered from 0. This is the current form of the format: keys it does not know are errors, and it is not to be mixed with that of release 0.5.1 (num_scenarios, bus_id of hydros, productivity in generation).',
    caseFormat(),
    '',
    'Units: storage hm3, flows m3/s, power MW, costs $/MWh, durations h. One m3/s during one hour is 0.0036 hm3.',
    '',
    'A complete small case (each key is a file; lists under .parquet are rows):',
    JSON.stringify(exampleCase, null, 1),
    '',
    ...furtherParts,
  ].join('\n');
}

/** Where the rest of the format is written, for studies that need it. */
const furtherParts = [
  'What else a study may have, and where it is written (cobre/get-config-schema with file and generation "current" gives the schema):',
  '- A plant on several buses: several unit_groups in system/hydros.json; limits of a group by stage or block in constraints/hydro_unit_group_bounds.parquet.',
  '- Water that arrives later: travel_time_hours of a hydro with downstream_id, and past_defluences in initial_conditions.json that cover it.',
  '- Thermals decided ahead: anticipated_config with lead_stages or lead_time_hours, past_anticipated_commitments for what was decided before the study, post_study_stages.json for what is delivered after it.',
  '- Entities that come or go: entry_stage_id and exit_stage_id (exclusive); a reservoir that fills first has filling with start_stage_id and filling_min_rate_m3s, and stands in filling_storage.',
  '- Limits by stage or by block: constraints/*_bounds.parquet; a row without block_id holds for all blocks.',
  '- User constraints: constraints/generic_constraints.json (named expressions as @name), bounds in generic_constraint_bounds.parquet (bound_lower, bound_upper), numbers in generic_parameters.json.',
  '- A policy graph of nodes: policy_graph.nodes and transitions in stages.json; training.selection {"method":"enumerated"} solves every path, and the gap rule stops on the exact gap.',
];

const optionalKinds = oneOf(entityKinds.slice(4).map((kind) => kind.replaceAll('_', ' ')));

const stepsText = [
  'Work in this order:',
  '1. Decide the horizon (stages, blocks, discount rate), the buses and lines, the plants on each bus, and where inflows and loads come from. State every assumption the description leaves open.',
  '2. Create the case directory with system/ and scenarios/ in it, and write config.json from the schema above (cobre/get-config-schema with generation "current" returns it too). Begin with selection {"method":"sampled","forward_passes":5 to 20} and an iteration_limit of 50 to 200; add bound_stalling once the case runs.',
  `3. Write stages.json, penalties.json, initial_conditions.json and the entity registries in system/: hydros.json, thermals.json, buses.json and lines.json, hydro_production_models.json with a model for every hydro, and ${optionalKinds} where the study has them. Deficit must cost more than any thermal plant; violation costs more than deficit.`,
  '4. Provide scenarios, as a PAR model or as external scenarios: inflow_seasonal_stats (mean and deviation per hydro and stage), with inflow_ar_coefficients for memory, or inflow_history to let the program fit the model, or external_inflow_scenarios with scheme "external". Loads go to load_seasonal_stats; without it there is no demand.',
  '5. Call cobre/validate with the directory. Correct what errors say, each names its file, entity and field, and call it again until valid is true; read the warnings too.',
  '6. Call cobre/inspect-case to check the counts, then cobre/run (the server must allow writes) and cobre/query-convergence.',
].join('\n');
