import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import { inspectPolicy, inspectPolicyStage } from '../service/answers/policy.js';
import { integer } from './shared-fields.js';

const summary = {
  type: 'object',
  properties: {
    stages: { type: 'integer' },
    total_cuts: { type: 'integer' },
    state_dimension: { type: 'integer' },
    cuts_per_stage: { type: 'array', items: { type: 'integer' }, description: 'Number of cuts at each stage' },
  },
  required: ['stages', 'total_cuts', 'state_dimension', 'cuts_per_stage'],
} as const;

const detail = {
  type: 'object',
  properties: {
    stage: { type: 'integer' },
    stage_id: { type: 'integer', description: 'The id the case gives the stage' },
    cuts: { type: 'integer' },
    active_cuts: { type: 'integer', description: 'Cuts that cut selection has not set aside' },
    state_dimension: { type: 'integer' },
    intercepts: { type: 'array', items: { type: 'number' }, description: 'Cut intercept values (alpha)' },
    coefficients_sample: {
      type: 'array',
      items: { type: 'array', items: { type: 'number' } },
      description: "First 10 cuts' coefficient vectors (beta), for inspection",
    },
    coefficients_truncated: { type: 'boolean', description: 'True if there are more than 10 cuts' },
  },
  required: ['stage', 'cuts', 'state_dimension', 'intercepts'],
} as const;

export const inspectPolicyTool = () =>
  operation({
    name: 'cobre/inspect-policy',
    title: 'Inspect a policy',
    description:
      'What a trained policy consists of: the number of cuts per stage or, with stage, the cuts of that stage. stage is the position from 1; stage_id in the answer is the id of the case. Intercepts are in $, coefficients in $ per hm3 of storage (hydros by id) and then per m3/s of lagged inflow. The last stage of a finite horizon has no cuts.',
    effect: 'read',
    timeoutMs: 10_000,
    input: z.strictObject({
      policy_dir: z.string().describe('Absolute path to the policy directory (typically output_dir/policy)'),
      stage: integer(1)
        .optional()
        .describe('Optional stage index to inspect. If omitted, returns summary for all stages'),
    }),
    output: { type: 'object', oneOf: [summary, detail] },
    run: ({ policy_dir, stage }, { files }) =>
      stage === undefined ? inspectPolicy(files, policy_dir) : inspectPolicyStage(files, policy_dir, stage),
  });
