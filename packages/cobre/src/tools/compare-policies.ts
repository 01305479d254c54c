import { operation } from '@quadrivium/kernel';
import * as z from 'zod';
import { comparePolicies } from '../service/answers/compare.js';
import { errorRecord } from './shared-fields.js';

const policy = {
  type: 'object',
  properties: {
    policy_dir: { type: 'string' },
    stages: { type: 'integer' },
    total_cuts: { type: 'integer' },
    state_dimension: { type: 'integer' },
    final_lower_bound: { type: ['number', 'null'] },
    final_upper_bound: { type: ['number', 'null'] },
    final_gap: { type: ['number', 'null'] },
    iterations: { type: ['integer', 'null'] },
    cuts_per_stage: { type: 'array', items: { type: 'integer' } },
  },
  required: ['policy_dir', 'stages', 'total_cuts', 'state_dimension'],
} as const;

export const comparePoliciesTool = () =>
  operation({
    name: 'cobre/compare-policies',
    title: 'Compare policies',
    description:
      'Bounds, iterations and cuts of two or more policies side by side. Two policies with the same stages and state also get deltas, second minus first; the _pct ones are fractions of the first. Policies that do not fit together are reported with compatible: false and the reasons in errors.',
    effect: 'read',
    timeoutMs: 30_000,
    input: z.strictObject({
      policy_dirs: z.array(z.string()).min(2).max(100).describe('Absolute paths to policy directories to compare'),
      metrics: z
        .array(z.enum(['convergence', 'cut_counts', 'state_dimension', 'all']))
        .default(['all'])
        .describe('Metrics to compare. Defaults to all'),
    }),
    output: {
      type: 'object',
      properties: {
        policies: { type: 'array', items: policy },
        compatible: {
          type: 'boolean',
          description: 'True if all policies have the same stage count and state dimension',
        },
        deltas: {
          type: ['object', 'null'],
          description: 'Pairwise delta metrics (only present when exactly 2 policies are compared and compatible)',
          properties: {
            lb_delta: { type: 'number' },
            lb_delta_pct: { type: 'number' },
            ub_delta: { type: 'number' },
            ub_delta_pct: { type: 'number' },
            cut_count_delta: { type: 'integer' },
          },
        },
        errors: { type: 'array', items: errorRecord, description: 'Why the policies are not compatible' },
      },
      required: ['policies', 'compatible'],
    },
    run: ({ policy_dirs, metrics }, { files }) =>
      comparePolicies(files, policy_dirs, metrics.length === 0 ? ['all'] : metrics),
  });
