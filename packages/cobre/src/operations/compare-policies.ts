import * as z from 'zod';
import { comparePolicies as compare, comparedMetric, policyComparison } from '../service/answers/compare.js';
import { operation } from './operation.js';

export const comparePolicies = operation({
  name: 'cobre/compare-policies',
  title: 'Compare policies',
  description:
    'Bounds, iterations and cuts of two or more policies side by side. Two policies with the same stages and state also get deltas, second minus first; the _pct ones are fractions of the first. Policies that do not fit together are reported with compatible: false and the reasons in errors.',
  effect: 'read',
  narrower: 'name only the metrics you need.',
  cli: { verb: 'compare' },
  timeoutMs: 30_000,
  input: z.strictObject({
    policy_dirs: z.array(z.string()).min(2).max(100).describe('Absolute paths to policy directories to compare'),
    metrics: z.array(comparedMetric).default(['all']).describe('Metrics to compare. Defaults to all'),
  }),
  output: policyComparison,
  run: ({ policy_dirs, metrics }, { files }) => compare(files, policy_dirs, metrics.length === 0 ? ['all'] : metrics),
});
