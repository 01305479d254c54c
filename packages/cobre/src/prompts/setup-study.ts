import { definePrompt } from '@quadrivium/kernel';
import * as z from 'zod';
import { configSchema } from '../service/cases/config-schema.js';
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
        { from: 'user', text: `JSON Schema of config.json:\n${JSON.stringify(configSchema())}` },
        { from: 'user', text: stepsText },
      ),
  });

function formatText(): string {
  return [
    'Files of a case directory. Tables are Parquet; ? marks optional columns. Ids are integers or strings, unique per registry; stage ids begin with 0 and blocks of a stage are numbered from 0.',
    caseFormat(),
    '',
    'Units: storage hm3, flows m3/s, power MW, costs $/MWh, durations h. One m3/s during one hour is 0.0036 hm3.',
    '',
    'A complete small case (each key is a file; lists under .parquet are rows):',
    JSON.stringify(exampleCase, null, 1),
  ].join('\n');
}

const optionalKinds = oneOf(entityKinds.slice(4).map((kind) => kind.replaceAll('_', ' ')));

const stepsText = [
  'Work in this order:',
  '1. Decide the horizon (stages, blocks, discount rate), the buses and lines, the plants on each bus, and where inflows and loads come from. State every assumption the description leaves open.',
  '2. Create the case directory with system/ and scenarios/ in it, and write config.json from the schema above (cobre/get-config-schema returns it too). Begin with forward_passes 5 to 20 and an iteration_limit of 50 to 200; add bound_stalling once the case runs.',
  `3. Write stages.json, penalties.json, initial_conditions.json and the entity registries in system/: hydros.json, thermals.json, buses.json and lines.json, and ${optionalKinds} where the study has them. Deficit must cost more than any thermal plant; violation costs more than deficit.`,
  '4. Provide scenarios, as a PAR model or as external scenarios: inflow_seasonal_stats (mean and deviation per hydro and stage), with inflow_ar_coefficients for memory, or inflow_history to let the program fit the model, or external_inflow_scenarios with scheme "external". Loads go to load_seasonal_stats; without it there is no demand.',
  '5. Call cobre/validate with the directory. Correct what errors say, each names its file, entity and field, and call it again until valid is true; read the warnings too.',
  '6. Call cobre/inspect-case to check the counts, then cobre/run (the server must allow writes) and cobre/query-convergence.',
].join('\n');
