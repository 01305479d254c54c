import * as z from 'zod';
import {
  inspectPolicyStage,
  inspectPolicy as inspectStages,
  policyStageDetail,
  policySummary,
} from '../service/answers/policy.js';
import { integer } from '../service/seed-schema.js';
import { operation } from './operation.js';

export const inspectPolicy = operation({
  name: 'cobre/inspect-policy',
  title: 'Inspect a policy',
  description:
    'What a trained policy consists of: the number of cuts per stage or, with stage, the cuts of that stage. stage is the position from 1; stage_id in the answer is the id of the case. Intercepts are in $, coefficients in $ per hm3 of storage (of the hydros in storage_ids) and then per m3/s of lagged inflow. The last stage of a finite horizon has no cuts.',
  effect: 'read',
  narrower: 'name one stage, or ask cobre/water-values what its cuts say of one month.',
  timeoutMs: 10_000,
  input: z.strictObject({
    policy_dir: z.string().describe('Absolute path to the policy directory (typically output_dir/policy)'),
    stage: integer(1)
      .optional()
      .describe('Optional stage index to inspect. If omitted, returns summary for all stages'),
  }),
  output: z.xor([policySummary, policyStageDetail]).meta({ type: 'object' }),
  run: ({ policy_dir, stage }, { files }) =>
    stage === undefined ? inspectStages(files, policy_dir) : inspectPolicyStage(files, policy_dir, stage),
});
