import * as z from 'zod';
import { waterValues as values, valuesAt } from '../service/answers/water-values.js';
import { integer } from '../service/seed-schema.js';
import { operation } from './operation.js';
import { caseDir } from './shared-fields.js';

const percent = z.number().min(0).max(100);

export const waterValues = operation({
  name: 'cobre/water-values',
  title: 'Value of water at a state',
  description:
    'What one more hm3 of water is worth at the end of a stage when reservoirs are filled as you say, such as 40 % in July: for each hydro, and for one percent of all reservoirs of a bus. Read from the cuts of the trained policy; other states, such as lagged inflows, are taken as they were on average in training.',
  effect: 'read',
  narrower: 'name one stage or month.',
  timeoutMs: 30_000,
  input: z.strictObject({
    case_dir: caseDir,
    policy_dir: z.string().optional().describe('output/policy of the case unless given'),
    stage: integer(1).optional().describe('Position of the stage, from 1; the first one unless a month is given'),
    month: z.int().min(1).max(12).optional().describe('Instead of stage: the first stage that begins in this month'),
    storage_percent: percent.default(50).describe('How full every reservoir is, in percent of its useful volume'),
    storage_percent_of: z
      .record(z.string(), percent)
      .optional()
      .describe('Reservoirs that are filled otherwise, by id or name'),
  }),
  output: values,
  run: ({ case_dir, policy_dir, stage, month, storage_percent, storage_percent_of }, { files }) =>
    valuesAt(files, {
      caseDirectory: case_dir,
      ...(policy_dir === undefined ? {} : { policyDirectory: policy_dir }),
      ...(stage === undefined ? {} : { stage }),
      ...(month === undefined ? {} : { month }),
      percent: storage_percent,
      percentOf: storage_percent_of ?? {},
    }),
});
